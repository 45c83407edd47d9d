"""Phones as private hands, a TV as the scoreboard: who comes in, what each may see and do, and the page."""
