"""`qwixx bench`: measures speeds on this machine.

- c_loop: the kernel compared with a loop in C
- command: the commands and their options, and the benchmark of the rules
- environments: the environments for learning agents
- kernel: the compiled kernel
- speed: how a speed is measured
"""
