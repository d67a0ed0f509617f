"""What the server keeps: games with their logs, guests and chat."""
