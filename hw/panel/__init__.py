"""Panel drivers, one a file."""
