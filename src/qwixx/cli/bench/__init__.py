"""`qwixx bench`: measures speeds on this machine."""
