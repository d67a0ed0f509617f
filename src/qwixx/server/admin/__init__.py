"""The tools of a server's host: `qwixx admin` leaves commands in the database of a running server.

- `commands`: the commands and their answers
- `queries`: the host's own reading and writing in the database
- `personal_data`: export and deletion of what is stored about a guest
- `desk`: reads the commands in each process, and carries them out
"""
