"""The unit of the log odds of winning, as whole numbers."""

UNIT = 1 << 21
