"""A tiny complete game that proves the protocol without any of the real ones."""
