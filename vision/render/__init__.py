"""Draws tables with known truth, from the camera's side: for tests, benches and the simulated camera."""
