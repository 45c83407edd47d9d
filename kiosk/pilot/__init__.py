"""A driver that plays any game by real touches, from an empty memory to the report."""
