"""What a screen is told: the map to draw, what is offered, the whole view."""
