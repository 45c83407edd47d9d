"""What the table panel shows and decides."""
