"""A player's turn, step by step: what each step costs, needs and does."""
