"""Ballots: the one holder of unrevealed votes. Nothing else in the program ever has one."""

from collections.abc import Iterable
from typing import NoReturn

from device.machine.ask import Pad


class Ballots:
    """Each pad's ballot, until the votes are opened or destroyed.

    It shows nothing of what it holds: its `repr` is constant, and it can be neither copied nor pickled.
    """

    __slots__ = ("_before", "_votes")

    def __init__(self) -> None:
        self._votes: dict[Pad, int] = {}
        self._before: dict[Pad, int] = {}

    def cast(self, pad: Pad, number: int) -> None:
        """Put a pad's ballot in, in place of an earlier one."""
        self._votes[pad] = number

    def withdraw(self, pad: Pad) -> bool:
        """Take a pad's ballot out. Whether there was one."""
        return self._votes.pop(pad, None) is not None

    def remember(self, pad: Pad) -> None:
        """Remember the ballot that stands before the first key of a gesture goes down."""
        if pad in self._votes:
            self._before[pad] = self._votes[pad]

    def forget(self, pad: Pad) -> None:
        """The gesture is over: what was remembered is destroyed."""
        self._before.pop(pad, None)

    def restore(self, pad: Pad) -> bool:
        """The gesture was the chord: the remembered ballot stands again. Whether there was one."""
        number = self._before.pop(pad, None)
        if number is not None:
            self._votes[pad] = number
        return number is not None

    def void(self, pad: Pad | None = None) -> None:
        """Destroy a pad's ballots unread, or all of them."""
        for ballots in (self._votes, self._before):
            if pad is None:
                ballots.clear()
            else:
                ballots.pop(pad, None)

    def open(self, pads: Iterable[Pad]) -> dict[Pad, int]:
        """Open these pads' ballots, in their order, and destroy all others. Called at the reveal only."""
        votes = {pad: self._votes[pad] for pad in pads if pad in self._votes}
        self.void()
        return votes

    def __repr__(self) -> str:
        return "<Ballots>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:  # asked by pickle, copy and deepcopy alike
        raise TypeError("ballots cannot be copied") from None
