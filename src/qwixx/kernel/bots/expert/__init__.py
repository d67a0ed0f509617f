"""The home of the bot `expert`; its learned weights are in `weights/`.

- `features`: what the network sees of a position
- `unit`: the unit of the log odds
- `chances`: win chances from log odds, in whole numbers
- `weights`: the network as whole numbers, and its file format
- `judgement`: the network compiled: what a position is worth to a seat
- `search`: the compiled choices: the best answer to what the others will probably choose
"""
