"""Plain searches, written from the texts alone, that the games' own search is measured against."""
