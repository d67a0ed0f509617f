"""HTTP and WebSockets: the edge of the server."""
