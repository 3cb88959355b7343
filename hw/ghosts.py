"""Ghosts: keys that only seem closed, in a matrix without diodes.

Where three keys at the corners of a rectangle of rows and columns are closed, the fourth corner reads as
closed too, whatever its key does. Nothing can tell which three it is: all four are unsure.
"""

from collections.abc import Sequence
from itertools import combinations


def unsure_in(rows: Sequence[int]) -> list[int]:
    """For each row of a matrix, as a mask of its closed columns, the mask of the unsure ones."""
    unsure = [0] * len(rows)
    for first, second in combinations(range(len(rows)), 2):
        shared = rows[first] & rows[second]
        if shared & (shared - 1):
            unsure[first] |= shared
            unsure[second] |= shared
    return unsure
