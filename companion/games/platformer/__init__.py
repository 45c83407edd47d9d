"""Platformer: heroes climb a dungeon tower where enemies move by themselves and gravity spares nobody."""
