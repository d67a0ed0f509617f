"""The home of the bot `amateur`, which judges by the network of `expert`, but not exactly.

- `limits`: its numbers, and who plays what `expert` has not learned
- `choosing`: its compiled choices
"""
