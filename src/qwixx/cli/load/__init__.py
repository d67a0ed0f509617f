"""`qwixx load`: a client that plays hundreds of real games, to measure the server and to try to break it.

- `command`: the options of the command
- `runs`: the measurements: games, idle connections and idle tables
- `crashes`: the measurements that kill the server, or restart its processes in turn, again and again
- `checks`: what must hold in the database afterwards: nothing lost, doubled, stale or haunted
- `server`: the server under load, its CPU time and its memory
- `table`: a table of the load client, and what must not get lost there
- `person`: one player at a table
- `wire`: a small HTTP and WebSocket client
- `report`: what a run counts, and its report
"""

from .command import load

__all__ = ["load"]
