"""Records: games as text and JSON, and their replay.

- `record`: `Record`, the list of everything done in a game, and its replay
- `text_form`: records as text
- `json_form`: records as JSON
- `several`: several records in one text
- `ending`: seats that resigned, and games that their players ended early
"""
