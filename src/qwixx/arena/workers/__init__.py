"""How the games of a match are worked off: in this process, threads, processes or a cluster."""
