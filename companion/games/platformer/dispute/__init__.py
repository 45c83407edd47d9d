"""Disputed turns of Platformer: reading them, where they can end, and the three small questions."""
