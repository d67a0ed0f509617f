"""The bots inside the kernel."""
