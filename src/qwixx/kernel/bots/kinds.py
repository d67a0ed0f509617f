"""The kinds of compiled bots, as numbers."""

RANDOM, GAP, TEMPO, EXPERT, AMATEUR, POCKET, SOLVED, OUTSIDE = range(8)
"""`SOLVED` is `expert` alone in a solved game. For a seat outside, the caller of the kernel chooses."""
