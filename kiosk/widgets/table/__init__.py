"""The parts of the main screen around the board."""
