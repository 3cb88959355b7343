"""The rules of the game. Pure: standard library only, no clock, no chance, no I/O, no logging."""
