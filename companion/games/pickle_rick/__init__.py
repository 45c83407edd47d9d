"""Rick and Morty: The Pickle Rick Game."""
