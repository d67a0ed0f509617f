"""What the server stores: games with their append-only logs, guests and chat, in SQLite or PostgreSQL.

- `store`: the `Store` protocol, its rows and its errors.
- `address`, `opening`: the address of a database, and the store at an address.
- `sql`: what both databases have in common.
- `sqlite`, `postgres`: the two implementations.
- `postgres_connection`: connections to PostgreSQL outside the pool.
- `group_commit`, `group_read`: several appends in one transaction, several reads in one query.
- `schema`, `migrations`: the tables, and how older databases get them.
- `stored`: what each column holds, for the privacy page.
- `backup`: backup and restore.
"""
