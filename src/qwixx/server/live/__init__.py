"""The tables in use in this process."""
