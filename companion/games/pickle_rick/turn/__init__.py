"""The rules of a turn: tiles, sight, symbols, both sides' moves and every end that they can come to."""
