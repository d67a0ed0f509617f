"""The kinds of compiled bots, as numbers."""

RANDOM, GAP, TEMPO, EXPERT, AMATEUR, OUTSIDE = range(6)
"""For a seat outside, the caller of the kernel chooses."""
