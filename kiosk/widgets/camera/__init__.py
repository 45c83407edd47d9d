"""The camera's picture, and what is tapped or measured on it."""
