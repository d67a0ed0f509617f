"""Ways to run the engine: whole games, games side by side, playouts, traces."""
