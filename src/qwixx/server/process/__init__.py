"""How the server is run: uvicorn, workers, handoff between them."""
