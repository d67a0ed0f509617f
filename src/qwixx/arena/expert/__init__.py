"""The training of the bot `expert`, with PyTorch: many games at once, on a GPU if there is one.

- `tables`: the rules of a game as tables
- `simulator`: many games side by side, as tensors
- `network`: the network while it learns
- `policy`: how it chooses, for many games at once
- `learning`: it plays against itself and learns from its own later judgement
- `training`: a whole training, from the first round to the file
- `export`: the finished network as whole numbers
"""
