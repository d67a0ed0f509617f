"""The exact values of the games that are small enough to be solved.

- `solvable`: which games have an exact solution
- `row_classes`: the classes of rows that a position is made of
- `dynamic_program`: the compiled computation of the values
- `tables`: the solved tables on disk
"""
