"""Positions as text for the terminal: pure functions from a position to lines.

- `screen`: everything one player sees at once
- `sheet`: a sheet in full, or as a strip
- `dice`: the dice and their sums
- `track`: the track of On Board
- `options`: what a seat can do, numbered
- `result`: the score table
- `review`: a review and a hint
- `words`: cells, choices, events and refusals as words of a language
- `glyphs`: the characters that sheets are drawn with
- `fold`: breaks lines for narrow terminals
"""
