"""The exit codes of `qwixx` other than 0, which means that everything went well."""

FAILED = 1
"""The command ran, but its result is bad: a roll that is not fair, a game in which a bot failed."""
WRONG_USE = 2
"""The command could not run as it was asked to; one line on standard error says why."""
INTERRUPTED = 130
"""Ctrl-C, as in every Unix program."""
OUTPUT_CLOSED = 141
"""The reader of the output has gone, as `head` does: the code of a Unix program that SIGPIPE ends."""
