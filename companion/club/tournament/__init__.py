"""A tournament over several rounds and tables, kept like a night: commands, events, undo, corrections."""
