"""The tables in use in this process, with their connections, clocks and bots.

- `hub`: puts the parts together; start reading here
- `registry`: opens tables, reads them from the store, drops them
- `log_reading`: reads logs in slices
- `live_table`: one table: its writer, connections, chat and timers
- `services`: what every live table shares
- `connection`: the sending side of a client's WebSocket
- `presence`: who is connected to a table
- `resume`: what a guest who joins is sent
- `chat`: the chat of a table
- `timers`: when duties are done
- `table_clock`: the time of a table, safe against jumps of the clock
- `bots`: threads in which bots think
- `names`: the names of guests
- `listings`: what lists of tables show
- `game_ended`: the hook for the end of a game
- `housekeeping`: resuming, expiring and dropping tables
- `single_flight`: concurrent calls share one result
"""
