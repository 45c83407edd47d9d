"""One turn: the tower, a position, what can be done from it and what that costs."""
