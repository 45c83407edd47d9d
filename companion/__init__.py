"""Tabletop Companion: the brain beside the board, without screen, camera or pins."""

__version__ = "0.1.0"
