"""The night in play: its session, its files, chance from the screen, and questions put to the rules."""
