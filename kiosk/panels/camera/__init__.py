"""The panels that show, set up and check the camera."""
