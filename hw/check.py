"""The solder check, without threads or screens: which key to press next, what came, and what is likely wrong.

Feed it edges and time; it yields a verdict a part. The program shows prompts and verdicts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from hw.ports import KEYS, PADS, KeyEdge

PATIENCE_MS = 10_000
SHORT_PATIENCE_MS = 3_000
STUCK_MS = 5_000
BOUNCY_MS = 8
COLUMNS_PER_PAD = 4

Key = tuple[int, int]


class Outcome(Enum):
    """What a part turned out to be."""

    FINE = "fine"
    SILENT = "silent"
    STUCK = "stuck"
    CROSSED = "crossed"
    BOUNCING = "bouncing"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One part's outcome. `key` is None for a light (of `pad`) and for the panel (`pad` None too).

    `others` are the keys that answered instead, or as well; `bounce_ms` how long a contact bounced.
    """

    pad: int | None
    key: int | None
    outcome: Outcome
    others: tuple[Key, ...] = ()
    bounce_ms: int = 0

    @property
    def is_fine(self) -> bool:
        """Whether the part works. A contact that bounces within what debouncing takes is fine."""
        return self.outcome is Outcome.FINE


class KeyCheck:
    """Walks a builder through all keys, pad by pad. `down` are the keys that are down at the start."""

    def __init__(self, down: Iterable[Key], at_ms: int, pads: Iterable[int] = range(1, PADS + 1)) -> None:
        self._todo = [(pad, key) for pad in pads for key in range(1, KEYS + 1)]
        self._down = set(down)
        self._came: list[Key] = []
        self._up: set[Key] = set()
        self._bounce_ms = 0
        self._since_ms = at_ms
        self._patience_ms = PATIENCE_MS
        self.verdicts: list[Verdict] = [Verdict(*key, Outcome.STUCK) for key in sorted(self._down)]
        self._todo = [key for key in self._todo if key not in self._down]

    @property
    def asked(self) -> Key | None:
        """The key to press now; None when all have been asked for."""
        return self._todo[0] if self._todo else None

    @property
    def deadline_ms(self) -> int | None:
        """When `pass_time` is next wanted."""
        if not self._todo:
            return None
        return self._since_ms + (STUCK_MS if self._came else self._patience_ms)

    def feed(self, edge: KeyEdge) -> Verdict | None:
        """A key went down or up. A verdict comes once everything that was pressed is up again."""
        key = (edge.pad, edge.key)
        if not self._todo or key in self._down:
            return None
        if edge.is_down:
            if not self._came:
                self._since_ms = edge.at_ms
            self._came.append(key)
            self._bounce_ms = max(self._bounce_ms, edge.bounce_ms)
            return None
        self._bounce_ms = max(self._bounce_ms, edge.bounce_ms)
        self._up.add(key)
        is_over = bool(self._came) and self._up >= set(self._came)
        return self._judge(edge.at_ms) if is_over else None

    def pass_time(self, at_ms: int) -> Verdict | None:
        """The key that was asked for did not answer, or did not come up again."""
        if self.deadline_ms is None or at_ms < self.deadline_ms:
            return None
        if self._came:
            self._down |= set(self._came) - self._up
            return self._done(Verdict(*self._todo[0], Outcome.STUCK, self._others()), at_ms)
        return self._done(Verdict(*self._todo[0], Outcome.SILENT), at_ms)

    def _others(self) -> tuple[Key, ...]:
        return tuple(sorted(set(self._came) - {self._todo[0]}))

    def _judge(self, at_ms: int) -> Verdict:
        others = self._others()
        if others:
            return self._done(Verdict(*self._todo[0], Outcome.CROSSED, others), at_ms)
        outcome = Outcome.BOUNCING if self._bounce_ms > BOUNCY_MS else Outcome.FINE
        return self._done(Verdict(*self._todo[0], outcome, bounce_ms=self._bounce_ms), at_ms)

    def _done(self, verdict: Verdict, at_ms: int) -> Verdict:
        """A verdict. After a silent key the next is waited for less long: perhaps the whole pad is out."""
        self.verdicts.append(verdict)
        self._todo.pop(0)
        self._came, self._up, self._since_ms, self._bounce_ms = [], set(), at_ms, 0
        self._patience_ms = SHORT_PATIENCE_MS if verdict.outcome is Outcome.SILENT else PATIENCE_MS
        return verdict


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause of what one pad's keys do: where, and what to look at."""

    pad: int
    words: str


def causes(verdicts: Iterable[Verdict]) -> Iterator[Cause]:
    """What is likely wrong, pad by pad, the most general first. A matrix pad has 2 rows of 4 columns."""
    by_pad: dict[int, dict[int, Verdict]] = {}
    for verdict in verdicts:
        if verdict.pad is not None and verdict.key is not None:
            by_pad.setdefault(verdict.pad, {})[verdict.key] = verdict
    for pad, keys in sorted(by_pad.items()):
        yield from (Cause(pad, words) for words in _silent(keys))
        yield from (Cause(pad, words) for words in _crossed(pad, keys))
        yield from (
            Cause(pad, f"key {key} does not open: look for solder between its two legs")
            for key, verdict in keys.items()
            if verdict.outcome is Outcome.STUCK
        )
        yield from (
            Cause(pad, f"key {key} bounces for {verdict.bounce_ms} ms: a worn key, or a loose wire")
            for key, verdict in keys.items()
            if verdict.outcome is Outcome.BOUNCING
        )


def _silent(keys: dict[int, Verdict]) -> Iterator[str]:
    silent = {key for key, verdict in keys.items() if verdict.outcome is Outcome.SILENT}
    if len(silent) == KEYS:
        yield "no key answers: is it plugged in?"
        return
    for row in (0, 1):
        of_row = {row * COLUMNS_PER_PAD + column for column in range(1, COLUMNS_PER_PAD + 1)}
        if of_row <= silent:
            yield f"keys {_list(of_row)} are silent: the wire of row {row + 1} is open"
            silent -= of_row
    for column in range(1, COLUMNS_PER_PAD + 1):
        of_column = {column, column + COLUMNS_PER_PAD}
        if of_column <= silent:
            yield f"keys {_list(of_column)} are silent: the wire of column {column} is open"
            silent -= of_column
    for key in sorted(silent):
        yield f"key {key} is silent: its diode the wrong way round, or a joint that does not hold"


def _crossed(pad: int, keys: dict[int, Verdict]) -> Iterator[str]:
    said = set[str]()
    for key, verdict in sorted(keys.items()):
        for other_pad, other in verdict.others:
            words = _crossing(pad, key, other_pad, other)
            if words not in said:
                said.add(words)
                yield words


def _crossing(pad: int, key: int, other_pad: int, other: int) -> str:
    if other_pad != pad:
        return (
            f"key {key} gives key {other} of pad {other_pad}: wires of the two cables touch, or are swapped"
        )
    rows = {(key - 1) // COLUMNS_PER_PAD + 1, (other - 1) // COLUMNS_PER_PAD + 1}
    columns = {(key - 1) % COLUMNS_PER_PAD + 1, (other - 1) % COLUMNS_PER_PAD + 1}
    if len(rows) == 2:
        return "rows 1 and 2 touch, or are swapped"
    return f"columns {_list(columns, ' and ')} touch, or are swapped"


def _list(numbers: Iterable[int], between: str = " ") -> str:
    return between.join(str(number) for number in sorted(numbers))
