"""What the server stores: games with their append-only logs, guests and chat, in SQLite or PostgreSQL.

- `store`: the `Store` protocol, its rows and its errors
- `address`: the address of a database
- `opening`: opens the store at an address
- `sql`: what both databases have in common
- `sqlite`: the store in a SQLite file, for one process
- `postgres`: the store in PostgreSQL, for any number of processes
- `postgres_connection`: connections to PostgreSQL outside the pool
- `group_commit`: several appends in one transaction
- `group_read`: several reads in one query
- `schema`: the tables
- `migrations`: how older databases get them
- `stored`: what each column holds, for the privacy page
- `backup`: backup and restore
- `server_lock`: the lock that lets one server use a SQLite file
- `health`: whether the store takes writes
- `private`: files that only their owner may read
"""
