"""The coach at tables: hints, verdicts and reviews, computed in worker processes beside the server.

- `permission`: who may ask the coach for what
- `pool`: the queues of jobs and the worker processes that do them, as the server sees them
- `worker`: the program of a worker process
"""
