"""A board on the screen: its picture, its pieces, and touches on it."""
