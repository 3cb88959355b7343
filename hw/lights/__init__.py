"""Light drivers, one a file."""
