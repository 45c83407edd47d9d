"""Disputed turns: reading, judging, telling and writing dispute/1 documents."""
