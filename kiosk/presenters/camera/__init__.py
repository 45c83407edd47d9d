"""What the camera panels show and decide."""
