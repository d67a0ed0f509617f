"""Some tests need PyTorch, which the development environment does not install."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_expert_simulator.py", "test_torch_bot.py"]
