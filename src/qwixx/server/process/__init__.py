"""Running the server: uvicorn with our protocols, in one process or several.

- `run`: runs the application with uvicorn in this process
- `workers`: runs it in several processes that share a socket and a PostgreSQL database
- `worker_board`: shared memory with each worker's heartbeat and metrics
- `handoff`: passes an open connection to the home process of its table
- `http_timeout`: uvicorn's HTTP protocol with a timeout for incomplete requests
- `proxies`: trusts the named reverse proxies, and warns of others
- `unreadable`: counts requests that cannot be read
- `websocket_protocol`: uvicorn's WebSocket protocol with fewer system calls, aborts and handoff
"""
