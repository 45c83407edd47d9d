"""Moments: what has just happened, on a card that fills the screen for two seconds."""
