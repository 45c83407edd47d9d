"""A night: one evening, one door, one journal."""
