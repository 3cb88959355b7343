"""Hands at the pads of a booth: keys go down and up, time passes, and what the booth says of it."""

from collections.abc import Iterable

from device.booth.booth import Booth
from device.engine.table import PADS
from device.machine.ask import ALL_KEYS, PAGE_KEYS, Ask, Kind, Pad, PadInput, Touched
from hw.ports import KeyEdge

RED, ORANGE, YELLOW = Pad.RED, Pad.ORANGE, Pad.YELLOW
SIX = frozenset(range(1, 7))

NUMBER = Ask(Kind.NUMBER)
HOLDS = Ask(Kind.NUMBER, holds=ALL_KEYS)
VOTE = Ask(Kind.VOTE, options=SIX, pages=PAGE_KEYS)
VOTE_OF_THREE = Ask(Kind.VOTE, options=frozenset((1, 2, 3)), pages=PAGE_KEYS)
EVERYBODY = Ask(Kind.VOTE, options=ALL_KEYS)


class Hands:
    """Every pad is asked `ask`. What is said comes without the touches, which every edge makes."""

    def __init__(self, ask: Ask, down: Iterable[tuple[Pad, int]] = ()) -> None:
        self.ask = ask
        self.at_ms = 0
        self.booth = Booth([(pad.number, key) for pad, key in down])

    def down(self, key: int, pad: Pad = RED) -> list[PadInput]:
        """A key goes down."""
        return self._feed(pad, key, is_down=True)

    def up(self, key: int, pad: Pad = RED) -> list[PadInput]:
        """A key comes up."""
        return self._feed(pad, key, is_down=False)

    def wait(self, ms: int) -> list[PadInput]:
        """Time passes, from deadline to deadline."""
        self.at_ms += ms
        said: list[PadInput] = []
        while (due_ms := self.booth.next_deadline()) is not None and due_ms <= self.at_ms:
            said += self.booth.pass_time(due_ms, lambda pad: self.ask)
        return said

    def press(self, *keys: int, pad: Pad = RED) -> list[PadInput]:
        """Keys one after the other, each down for 80 ms."""
        return [
            said
            for key in keys
            for part in (self.down(key, pad), self.wait(80), self.up(key, pad), self.wait(20))
            for said in part
        ]

    def votes(self) -> dict[Pad, int]:
        """Open the ballots."""
        return self.booth.open(PADS)

    def _feed(self, pad: Pad, key: int, is_down: bool) -> list[PadInput]:
        said = self.booth.feed(KeyEdge(pad.number, key, is_down, self.at_ms), self.ask)
        assert said[0] == Touched(pad, self.at_ms)
        return said[1:]
