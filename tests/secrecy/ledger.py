"""Which press each vote came from, told from public facts alone: a second opinion on the ballots."""

from collections.abc import Iterable

from device.engine.table import Pad
from device.machine import effects as fx
from tests.secrecy.script import Press


class Ledger:
    """Follows a run. `counted` has, reveal by reveal, the presses whose votes counted."""

    def __init__(self) -> None:
        self.counted: list[frozenset[int]] = []
        self._standing: dict[Pad, int] = {}
        self._before: dict[int, int | None] = {}

    def going_down(self, press: int, pad: Pad) -> None:
        """That press is about to go down: its pad's vote of now may stand again after a chord."""
        self._before[press] = self._standing.get(pad)

    def hear(self, effects: Iterable[fx.Effect], press: int | None, down: dict[int, Press]) -> None:
        """What followed from a press going down, or (None) from anything else; `down` are down still."""
        for effect in effects:
            match effect:
                case fx.Voted(pad):
                    vote = press if press is not None else self._stood_before_chord(pad, down)
                    if vote is not None:
                        self._standing[pad] = vote
                case fx.Withdrawn(pad):
                    self._standing.pop(pad, None)
                case fx.VoidBallots(None):
                    self._standing.clear()
                case fx.VoidBallots(pad) if pad is not None:
                    self._standing.pop(pad, None)
                case fx.OpenBallots(pads):
                    self.counted.append(
                        frozenset(self._standing[pad] for pad in pads if pad in self._standing)
                    )
                    self._standing.clear()

    def cut(self) -> None:
        """A power cut: no vote stands any more."""
        self._standing.clear()

    def _stood_before_chord(self, pad: Pad, down: dict[int, Press]) -> int | None:
        chord = [number for number, press in down.items() if press.pad == pad and press.key in (1, 8)]
        return self._before[chord[0]] if chord else None
