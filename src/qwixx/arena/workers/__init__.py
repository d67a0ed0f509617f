"""Where the games of a match are played: in this process, in threads, in processes or on a cluster.

- `pieces`: the deals that a worker plays at a time
- `executors`: this process, its threads or its processes as a crew of workers
- `processes`: a pool of processes that survives the death of any of them
- `cluster`: a Dask cluster as a crew of workers
- `isolation`: bots written by others, watched from outside their process
- `isolated`: the process that those bots play in
"""
