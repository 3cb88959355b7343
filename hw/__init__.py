"""The hardware abstraction: pads, keys, images and lights. It knows nothing of the game."""
