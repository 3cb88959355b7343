"""Simulated wires, chips and panel under the real drivers, and the virtual table on top."""
