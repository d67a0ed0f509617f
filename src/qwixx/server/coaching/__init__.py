"""Hints and reviews, computed in processes beside the server."""
