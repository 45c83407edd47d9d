"""The referee compares what the camera saw with the record."""
