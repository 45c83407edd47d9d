"""MicroPython for the dice box; its logic also runs on the host."""
