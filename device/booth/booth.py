"""The voting booth: key edges in, public inputs out. Which number was voted for stays in the ballots."""

from collections.abc import Callable, Iterable

from device.booth.ballots import Ballots
from device.booth.gestures import Gesture, PadKeys, Sign
from device.machine.ask import (
    PADS,
    PAGE_STEPS,
    Ask,
    Chorded,
    Held,
    KeyFreed,
    KeyStuck,
    Kind,
    NotAnOption,
    Pad,
    PadInput,
    PageTurned,
    Pressed,
    Touched,
    VoteCast,
    VoteWithdrawn,
)
from hw.ports import KeyEdge


class Booth:
    """The booth of eight pads. `down` are the (pad, key) pairs that are down at the start, at `at_ms`."""

    __slots__ = ("_ballots", "_pads")

    def __init__(self, down: Iterable[tuple[int, int]] = (), at_ms: int = 0) -> None:
        self._ballots = Ballots()
        self._pads = {pad: PadKeys() for pad in PADS}
        for number, key in down:
            self._pads[PADS[number - 1]].hold_over(key, at_ms)

    def feed(self, edge: KeyEdge, ask: Ask) -> list[PadInput]:
        """What an edge says, given what its pad is asked. A vote says only that it was cast."""
        pad = PADS[edge.pad - 1]
        keys = self._pads[pad]
        said: list[PadInput] = [Touched(pad, edge.at_ms)]
        if edge.is_down:
            signs = keys.press(edge.key, edge.at_ms, ask.serial, ask.is_asleep)
        else:
            signs = keys.release(edge.key)
        for gesture in signs:
            said += self._say(pad, gesture, ask, edge.at_ms)
        return said

    def next_deadline(self) -> int | None:
        """When a hold, a chord or a stuck key is next due."""
        times = (keys.next_deadline() for keys in self._pads.values() if keys.is_any_down)
        return min((time for time in times if time is not None), default=None)

    def pass_time(self, at_ms: int, ask_of: Callable[[Pad], Ask]) -> list[PadInput]:
        """What the first pad with something due says; the others speak at the next call, asked anew."""
        for pad, keys in self._pads.items():
            due_ms = keys.next_deadline()
            if due_ms is not None and due_ms <= at_ms:
                ask = ask_of(pad)
                return [
                    said for gesture in keys.pass_time(at_ms) for said in self._say(pad, gesture, ask, at_ms)
                ]
        return []

    def open(self, pads: Iterable[Pad]) -> dict[Pad, int]:
        """Open the ballots, at the end of the drum-roll: the one way out for a vote."""
        return self._ballots.open(pads)

    def void(self, pad: Pad | None = None) -> None:
        """Destroy a pad's ballot unread, or all of them."""
        self._ballots.void(pad)

    def _say(self, pad: Pad, gesture: Gesture, ask: Ask, at_ms: int) -> list[PadInput]:
        match gesture.sign:
            case Sign.SINGLE:
                self._ballots.remember(pad)
                return self._single(pad, gesture.key, at_ms, ask)
            case Sign.SECOND:
                return self._second(pad, at_ms, ask)
            case Sign.PRESS if ask.kind is Kind.NUMBER and gesture.serial == ask.serial:
                return [Pressed(pad, gesture.key, gesture.down_ms, at_ms)]
            case Sign.HOLD if gesture.key in ask.holds and gesture.serial == ask.serial:
                self._pads[pad].has_acted()
                return [Held(pad, gesture.key, gesture.down_ms, at_ms)]
            case Sign.CHORD:
                return self._chord(pad, at_ms, ask)
            case Sign.STUCK:
                return [KeyStuck(pad, at_ms)]
            case Sign.FREED:
                return [KeyFreed(pad, at_ms)]
            case Sign.OVER:
                self._ballots.forget(pad)
        return []

    def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
        """While voting a key acts as it goes down, if all others are up."""
        if ask.kind is not Kind.VOTE:
            return []
        if key in ask.options:
            self._ballots.cast(pad, key)
            return [VoteCast(pad, at_ms)]
        if key in ask.pages:
            return [PageTurned(pad, PAGE_STEPS[key], at_ms)]
        return [NotAnOption(pad, at_ms)]

    def _second(self, pad: Pad, at_ms: int, ask: Ask) -> list[PadInput]:
        """Two keys are never a vote: the one that stands is withdrawn."""
        if ask.kind is Kind.VOTE and self._ballots.withdraw(pad):
            return [VoteWithdrawn(pad, at_ms)]
        return []

    def _chord(self, pad: Pad, at_ms: int, ask: Ask) -> list[PadInput]:
        """The vote that stood before the chord's first key stands again behind the menu."""
        if ask.kind is Kind.VOTE and self._ballots.restore(pad):
            return [Chorded(pad, at_ms), VoteCast(pad, at_ms)]
        return [Chorded(pad, at_ms)]

    def __repr__(self) -> str:
        return "<Booth>"
