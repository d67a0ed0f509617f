"""The environment variable that keeps a process from saying that it compiles."""

COMPILE_QUIETLY = "QWIXX_COMPILE_QUIETLY"
"""Set for all worker processes of a command but one, because all compile the same functions."""
