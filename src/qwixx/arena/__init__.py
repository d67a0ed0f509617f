"""Matches between bots: games, statistics, ladders, training.

- `game`: one game between bots on the reference engine
- `match_setting`: what is played in a match, as it is sent to a worker
- `match`: a match: many deals, each played in all seatings
- `reference_games`: the games of a match on the reference engine
- `workers`: where the games are played: this process, threads, processes, a cluster
- `outcomes`: how finished games ended, as arrays
- `seatings`: who sits where in the games of a deal
- `tally`: sums over deals
- `intervals`: confidence intervals
- `report`: the result of a match
- `failures`: games that a bot did not finish
- `stats`: the distributions behind the means
- `ladder`: a round robin of bots
- `ratings`: ratings from the results of matches
- `plots`: pictures of statistics and ladders
- `exports`: games and decisions as files and tables
- `trainers`: the bots that learn, and how
- `training`: how `tempo` learns its values
- `expert`: the training of `expert`, with PyTorch
- `perft`: counts of sequences of choices
- `track_study`: how much a board decides
- `optional`: packages that only some commands need
"""

from .game import BotFailure, play

__all__ = ["BotFailure", "play"]
