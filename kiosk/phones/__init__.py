"""Phones at the table: the gate, the server's process, and what the screen says about them."""
