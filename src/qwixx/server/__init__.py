"""The game server: tables over WebSocket and HTTP, kept in a database.

- `protocol`: everything that client and server send each other
- `table`: what may happen at a table; pure
- `live`: the tables in use in this process
- `web`: HTTP and WebSocket at the edge
- `store`: games, guests and chat in SQLite or PostgreSQL
- `bus`: announcements between processes
- `coaching`: hints, verdicts and reviews from processes of their own
- `admin`: the tools of a server's host
- `process`: running the application: uvicorn, workers, timeouts
- `app`: the ASGI application
- `settings`: what the host of a server decides
- `metrics`: counters and gauges for Prometheus
- `logs`: logging, as words or JSON lines
- `guest_hash`: the hash of a guest in the log
- `reference`: JSON Schema and OpenAPI, made from the protocol, and the page that shows them
"""
