"""Pictures of positions in text: pure functions from a position to lines."""
