"""Everything that sees: OpenCV lives here only."""
