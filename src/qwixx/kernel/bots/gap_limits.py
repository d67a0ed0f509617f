"""How many cells the bot `gap` skips, for its reference (`qwixx.bots.gap`) and its compiled form."""

GAP_SKIP = 1
# With a penalty ahead, giving up four cells is still cheaper than five points.
MOST_SKIPPED_TO_AVOID_A_PENALTY = 4
