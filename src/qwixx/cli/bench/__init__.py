"""`qwixx bench`: measures speeds on this machine.

- `batched`: bots that choose in many games at once
- `c_loop`: the kernel compared with a loop in C
- `command`: the commands and their options
- `environments`: the environments for learning agents
- `kernel`: the compiled kernel
- `results`: what the benchmarks print with --json
- `machine`: the machine that is measured
- `reference`: the reference engine
- `speed`: how a speed is measured
"""
