"""Reads what lies beside the figures: the pips of dice, and cards that were taught by one photo each."""
