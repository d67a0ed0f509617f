"""The bus: tells the other processes that serve the same games what has been written.

- `announcements`: what is announced, the `Bus` protocol, and the queue of a listener
- `local`: a bus inside one process
- `postgres`: a bus over PostgreSQL's LISTEN and NOTIFY
- `opening`: opens the bus that belongs to a database
"""
