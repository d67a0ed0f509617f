"""The bot `tempo`: its values, their compiled form, its search and its learned weights."""
