"""The compiled engine: the rules in machine code, proved equal to `qwixx.rules`."""
