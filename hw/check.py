"""The solder check, without threads or screens: which key to press next, what came, and what is likely wrong.

Feed it edges and time; it yields a verdict a part. The program shows prompts and verdicts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from hw.cables import CODES
from hw.ports import KEYS, PADS, KeyEdge
from hw.wiring import Wiring, is_matrix

PATIENCE_MS = 10_000
SHORT_PATIENCE_MS = 3_000
STUCK_MS = 5_000
BOUNCY_MS = 8
REST_MS = 40
"""A key that is back down sooner than this has bounced: no finger presses again so soon."""
BURST = 3
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
        self._down = set(down)
        self._todo = [
            (pad, key) for pad in pads for key in range(1, KEYS + 1) if (pad, key) not in self._down
        ]
        self._came: dict[Key, list[int]] = {}
        self._held: set[Key] = set()
        self._bounce_ms = 0
        self._since_ms = at_ms
        self._patience_ms = PATIENCE_MS
        self.verdicts: list[Verdict] = [Verdict(*key, Outcome.STUCK) for key in sorted(self._down)]

    @property
    def asked(self) -> Key | None:
        """The key to press now; None when all have been asked for."""
        return self._todo[0] if self._todo else None

    @property
    def deadline_ms(self) -> int | None:
        """When `pass_time` is next wanted."""
        if not self._todo:
            return None
        if self._has_gone:
            return self._last_ms + REST_MS
        return self._since_ms + (STUCK_MS if self._came else self._patience_ms)

    def feed(self, edge: KeyEdge) -> Verdict | None:
        """A key went down or up. May bring the verdict on what was pressed before."""
        key = (edge.pad, edge.key)
        if not self._todo or key in self._down:
            return None
        is_next = self._has_gone and (key not in self._came or edge.at_ms - self._last_ms >= REST_MS)
        verdict = self._judge(edge.at_ms) if is_next else None
        if edge.is_down or key in self._held:
            self._take(key, edge)
        return verdict

    def pass_time(self, at_ms: int) -> Verdict | None:
        """All that was pressed is up again, or did not come up; or the key asked for did not answer."""
        if self.deadline_ms is None or at_ms < self.deadline_ms:
            return None
        if self._has_gone:
            return self._judge(at_ms)
        if self._came:
            self._down |= self._held
            return self._done(Verdict(*self._todo[0], Outcome.STUCK, self._others()), at_ms)
        return self._done(Verdict(*self._todo[0], Outcome.SILENT), at_ms)

    @property
    def _has_gone(self) -> bool:
        """Everything that was pressed is up again; it may come back, bouncing."""
        return bool(self._came) and not self._held

    @property
    def _last_ms(self) -> int:
        return max(times[-1] for times in self._came.values())

    def _take(self, key: Key, edge: KeyEdge) -> None:
        if not self._came:
            self._since_ms = edge.at_ms
        (self._held.add if edge.is_down else self._held.discard)(key)
        self._came.setdefault(key, []).append(edge.at_ms)
        self._bounce_ms = max(self._bounce_ms, edge.bounce_ms, _unrest_ms(self._came[key]))

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
        self._came, self._held, self._since_ms, self._bounce_ms = {}, set(), at_ms, 0
        self._patience_ms = SHORT_PATIENCE_MS if verdict.outcome is Outcome.SILENT else PATIENCE_MS
        return verdict


def _unrest_ms(times: Sequence[int]) -> int:
    """How long the last burst of a key's edges took: three or more, faster than any finger, are bounces."""
    first = len(times) - 1
    while first and times[first] - times[first - 1] < REST_MS:
        first -= 1
    return times[-1] - times[first] if len(times) - first >= BURST else 0


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause of what one pad's keys do: where, and what to look at."""

    pad: int
    words: str


def causes(verdicts: Iterable[Verdict], wiring: Wiring) -> Iterator[Cause]:
    """What is likely wrong, pad by pad, the most general first. A matrix pad has 2 rows of 4 columns."""
    by_pad: dict[int, dict[int, Verdict]] = {}
    for verdict in verdicts:
        if verdict.pad is not None and verdict.key is not None:
            by_pad.setdefault(verdict.pad, {})[verdict.key] = verdict
    pad_words = _MatrixWords(wiring.pads.diodes) if is_matrix(wiring) else _InputWords()
    for pad, keys in sorted(by_pad.items()):
        yield from (Cause(pad, words) for words in _silent(keys, pad_words))
        yield from (Cause(pad, words) for words in _crossed(pad, keys, pad_words))
        yield from (
            Cause(pad, f"key {key} does not open: {pad_words.stuck}")
            for key, verdict in keys.items()
            if verdict.outcome is Outcome.STUCK
        )
        yield from (
            Cause(pad, f"key {key} bounces for {verdict.bounce_ms} ms: a worn key, or a loose wire")
            for key, verdict in keys.items()
            if verdict.outcome is Outcome.BOUNCING
        )


class _MatrixWords:
    """What goes wrong in a pad of 2 rows and 4 columns, with diodes or without."""

    stuck = "look for solder between its two legs, or between its row and its column"

    def __init__(self, has_diodes: bool) -> None:
        bands = ", its diodes' bands to the rows" if has_diodes else ""
        self.all_silent = f"is it plugged in, its cable straight{bands}?"
        self.silent = (
            f"{'its diode the wrong way round, or ' if has_diodes else ''}a joint that does not hold"
        )

    def wires(self) -> Iterator[tuple[str, set[int]]]:
        """Each wire, and the keys that are silent without it."""
        for row in (0, 1):
            yield (
                f"row {row + 1}",
                {row * COLUMNS_PER_PAD + column for column in range(1, COLUMNS_PER_PAD + 1)},
            )
        for column in range(1, COLUMNS_PER_PAD + 1):
            yield f"column {column}", {column, column + COLUMNS_PER_PAD}

    def crossing(self, key: int, other: int) -> str:
        """What touches when one key of a pad gives another."""
        if (key - 1) // COLUMNS_PER_PAD != (other - 1) // COLUMNS_PER_PAD:
            return "rows 1 and 2"
        columns = {(key - 1) % COLUMNS_PER_PAD + 1, (other - 1) % COLUMNS_PER_PAD + 1}
        return f"columns {_list(columns, ' and ')}"


class _InputWords:
    """What goes wrong in a pad with a wire for each key."""

    stuck = "look for solder between its two legs, or from its wire to ground"
    all_silent = "is it plugged in, its ground connected?"
    silent = "a joint or a wire that does not hold"

    def wires(self) -> Iterator[tuple[str, set[int]]]:
        """None carries more than one key."""
        return iter(())

    def crossing(self, key: int, other: int) -> str:
        """What touches when one key of a pad gives another."""
        return f"the wires of keys {_list({key, other}, ' and ')}"


def _silent(keys: dict[int, Verdict], pad_words: _MatrixWords | _InputWords) -> Iterator[str]:
    silent = {key for key, verdict in keys.items() if verdict.outcome is Outcome.SILENT}
    if len(silent) == KEYS:
        yield f"no key answers: {pad_words.all_silent}"
        return
    for wire, of_wire in pad_words.wires():
        if of_wire <= silent:
            yield f"keys {_list(of_wire)} are silent: the wire of {wire} is open"
            silent -= of_wire
    for key in sorted(silent):
        yield f"key {key} is silent: {pad_words.silent}"


def _crossed(pad: int, keys: dict[int, Verdict], pad_words: _MatrixWords | _InputWords) -> Iterator[str]:
    within = dict[str, None]()
    with_other = dict[int, set[int]]()
    for key, verdict in sorted(keys.items()):
        for other_pad, other in verdict.others:
            if other_pad == pad:
                within[pad_words.crossing(key, other)] = None
            else:
                with_other.setdefault(other_pad, set()).add(key)
    for wires in within:
        yield f"{wires} touch, or are swapped"
    for other_pad, of_pad in sorted(with_other.items()):
        which = f"key {_list(of_pad)} gives" if len(of_pad) == 1 else f"keys {_list(of_pad)} give"
        yield f"{which} keys of {CODES[other_pad - 1]}: wires of the two cables touch, or are swapped"


def _list(numbers: Iterable[int], between: str = " ") -> str:
    return between.join(str(number) for number in sorted(numbers))
