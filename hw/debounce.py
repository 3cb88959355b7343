"""Debounce, per key and pure: raw levels with their times in, key edges out.

A change counts when two looks in a row, at least `SETTLE_MS` apart, agree on it; its time is the first
of the two. So a spike of a millisecond, which one look at most can see, is nothing, a key closed for
15 ms is always a press, and as all changes take equally long to count, their order is kept.
"""

from collections.abc import Iterator

from hw.ports import KEYS, PADS, KeyEdge

SETTLE_MS = 3
ALL = (1 << PADS * KEYS) - 1


def bit_of(pad: int, key: int) -> int:
    """The bit of a key, both 1-8, in a mask of all 64: pad 1's keys first."""
    return 1 << (pad - 1) * KEYS + key - 1


def keys_in(mask: int) -> Iterator[tuple[int, int]]:
    """The (pad, key) pairs of a mask, in that order."""
    while mask:
        lowest = mask & -mask
        pad, key = divmod(lowest.bit_length() - 1, KEYS)
        yield pad + 1, key + 1
        mask ^= lowest


class Debouncer:
    """All 64 keys, each by itself. A `repr` never tells which are down."""

    def __init__(self, down: int = 0) -> None:
        """`down` is the mask of the keys that are down already."""
        self._down = down
        self._changing: dict[int, int] = {}

    @property
    def down(self) -> int:
        """The mask of the keys that are down."""
        return self._down

    @property
    def is_settled(self) -> bool:
        """No key is between up and down."""
        return not self._changing

    def feed(self, closed: int, at_ms: int, unsure: int = 0) -> list[KeyEdge]:
        """One look at all keys: the mask of closed ones, and of those about which it tells nothing.

        Returns the edges that count now, oldest first. `at_ms` never goes back.
        """
        differing = (closed ^ self._down) & ~unsure & ALL
        self._changing = {bit: since for bit, since in self._changing.items() if bit & differing}
        settled = [bit for bit, since in self._changing.items() if at_ms - since >= SETTLE_MS]
        settled.sort(key=lambda bit: (self._changing[bit], bit))
        edges = [self._flip(bit) for bit in settled]
        for pad, key in keys_in(differing & ~sum(settled)):
            self._changing.setdefault(bit_of(pad, key), at_ms)
        return edges

    def _flip(self, bit: int) -> KeyEdge:
        self._down ^= bit
        ((pad, key),) = keys_in(bit)
        return KeyEdge(pad, key, bool(self._down & bit), self._changing.pop(bit))
