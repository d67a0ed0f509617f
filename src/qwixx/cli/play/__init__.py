"""The game in the terminal: people and bots at one table."""
