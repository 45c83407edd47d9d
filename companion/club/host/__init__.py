"""The host's side: the broker, what it stores of every table, the tournament, the board."""
