"""The rules, compiled.

- `compiler`: how functions are compiled and cached
- `quiet`: the variable that keeps worker processes from saying that they compile
- `limits`: which rules the engine can play
- `layout`: a variant as numbers and masks
- `stream`: the streams of random numbers
- `compiled_rules`: what may be done in a position, and what follows
- `stepping`: one choice at a time
- `results`: the results of many games
- `cores`: the number of usable cores
"""
