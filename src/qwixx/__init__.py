"""Qwixx, Longo and On Board: the rules, once, and what plays by them."""

__version__ = "0.1.0"
