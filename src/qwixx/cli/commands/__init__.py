"""The commands of `qwixx`; those with several modules of their own are in bench, load and play.

- backup: backup and restore
- board, hint, ladder, match, perft, record, replay, review, serve, show, solve, stats, train, verify:
  the command of that name
- listing: variants and bots
"""
