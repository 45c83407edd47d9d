"""The kiosk shown by itself: the demo, the tour, and pictures of every screen."""
