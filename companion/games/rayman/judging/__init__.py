"""The judge of turns: where one can end, by which steps, and what a claimed end lacks."""
