"""The touchscreen: Kivy lives here only."""
