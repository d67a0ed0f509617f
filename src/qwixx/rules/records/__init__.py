"""Records: games as text and JSON, and their replay."""
