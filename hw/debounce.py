"""Debounce, per key and pure: raw levels with their times in, key edges out.

A change counts when two looks in a row, at least `SETTLE_MS` apart, agree on it. So a spike of a
millisecond, which one look at most can see, is nothing, and a key closed for 15 ms is always a press. Its
time is that of the first look that saw it, bounces and all; edges come out in the order of their times.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hw.ports import KEYS, PADS, KeyEdge

SETTLE_MS = 3
# Contacts bounce for less than this: whoever is back for as long has not changed at all.
BOUNCE_MS = 8
# A contact that never comes to rest keeps the others' edges waiting no longer than this.
PATIENCE_MS = 2 * BOUNCE_MS
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


@dataclass(slots=True, repr=False)
class _Change:
    """A key between up and down: when it was first seen to differ, and since when it does or does not.

    `first_ms` is what its edge will bear: of a contact that does not come to rest it moves on.
    """

    began_ms: int
    first_ms: int
    turned_ms: int
    is_differing: bool = True

    def note(self, is_differing: bool, at_ms: int) -> None:
        """Take in one look at the key."""
        if is_differing is not self.is_differing:
            self.is_differing, self.turned_ms = is_differing, at_ms
        if at_ms - self.first_ms > PATIENCE_MS:
            self.first_ms = self.turned_ms

    def is_done(self, at_ms: int) -> bool:
        """It counts now."""
        return self.is_differing and at_ms - self.turned_ms >= SETTLE_MS

    def is_over(self, at_ms: int) -> bool:
        """It was nothing."""
        return not self.is_differing and at_ms - self.turned_ms >= BOUNCE_MS


@dataclass(slots=True, repr=False)
class _Contact:
    """A key that is down: when it closed, and when it last came to rest."""

    closed_ms: int
    rest_ms: int

    def note(self, change: _Change) -> None:
        """Take in a change that was nothing: close to the closing it was still part of it."""
        if change.began_ms - self.rest_ms <= PATIENCE_MS:
            self.rest_ms = change.turned_ms


class Debouncer:
    """All 64 keys, each by itself. A `repr` never tells which are down, and nothing is kept of those that
    were: a key that was down may have been a vote."""

    def __init__(self, down: int = 0) -> None:
        """`down` is the mask of the keys that are down already."""
        self._down = down
        self._changes: dict[int, _Change] = {}
        self._contacts: dict[int, _Contact] = {}
        self._done: list[KeyEdge] = []

    @property
    def is_settled(self) -> bool:
        """No key is between up and down."""
        return not self._changes

    def feed(self, closed: int, at_ms: int, unsure: int = 0) -> list[KeyEdge]:
        """One look at all keys: the mask of closed ones, and of those about which it tells nothing.

        Returns the edges that count now, oldest first. `at_ms` never goes back.
        """
        self._note((closed ^ self._down) & ~unsure & ALL, at_ms)
        for bit, change in list(self._changes.items()):
            if change.is_over(at_ms):
                del self._changes[bit]
                if bit in self._contacts:
                    self._contacts[bit].note(change)
            elif change.is_done(at_ms):
                self._done.append(self._flip(bit))
        return self._in_order()

    def _note(self, differing: int, at_ms: int) -> None:
        for bit, change in self._changes.items():
            change.note(bool(bit & differing), at_ms)
        for pad, key in keys_in(differing):
            self._changes.setdefault(bit_of(pad, key), _Change(at_ms, at_ms, at_ms))

    def _flip(self, bit: int) -> KeyEdge:
        self._down ^= bit
        ((pad, key),) = keys_in(bit)
        change = self._changes.pop(bit)
        bounce_ms = change.turned_ms - change.began_ms
        if is_down := bool(self._down & bit):
            self._contacts[bit] = _Contact(change.began_ms, change.turned_ms)
        elif contact := self._contacts.pop(bit, None):
            # Two looks can agree by chance while it bounces: what came after that is known only now.
            bounce_ms = max(bounce_ms, contact.rest_ms - contact.closed_ms)
        return KeyEdge(pad, key, is_down, change.first_ms, bounce_ms)

    def _in_order(self) -> list[KeyEdge]:
        """The edges that no earlier one can overtake any more: those before every key still changing."""
        first_ms = min((change.first_ms for change in self._changes.values()), default=None)
        ready = [edge for edge in self._done if first_ms is None or edge.at_ms <= first_ms]
        self._done = [edge for edge in self._done if edge not in ready]
        return sorted(ready, key=lambda edge: (edge.at_ms, edge.pad, edge.key))
