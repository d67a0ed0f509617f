"""`python -m qwixx` runs the command line."""

from qwixx.cli import main

if __name__ == "__main__":
    main()
