"""Pad drivers, one a file."""
