"""The program: the only part that touches the world."""
