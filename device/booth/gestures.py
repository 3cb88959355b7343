"""Gestures of one pad: press, hold, chord, two keys, fresh and stuck keys (controls.md, Keys)."""

from dataclasses import dataclass, field
from enum import Enum

HOLD_MS = 1000
CHORD_MS = 1000
STUCK_MS = 30_000
CHORD_KEYS = frozenset((1, 8))

Serial = tuple[int, int]


class Sign(Enum):
    """What a pad's keys have just done."""

    SINGLE = "a key went down with all others up"
    SECOND = "another key went down beside it"
    PRESS = "the only key since all were up came up"
    HOLD = "the only key since all were up has been down for a second"
    CHORD = "keys 1 and 8 and no other have been down for a second"
    STUCK = "a key has been down for too long and counts as up"
    FREED = "no key is stuck any more"
    OVER = "all keys are up"


@dataclass(slots=True)
class _Down:
    """A key that is down: since when, under which question, and whether it counts as down."""

    at_ms: int
    serial: Serial | None
    counts: bool = True
    is_stuck: bool = False


@dataclass(frozen=True, slots=True)
class Gesture:
    """A sign, the key it is of, when that key went down, and under which question (None: not fresh)."""

    sign: Sign
    key: int = field(repr=False)
    down_ms: int
    serial: Serial | None


class PadKeys:
    """The eight keys of one pad. Times are monotonic milliseconds; nothing here knows the game."""

    __slots__ = ("_chord_ms", "_down", "_hold_ms", "_only")

    def __init__(self) -> None:
        self._down: dict[int, _Down] = {}
        self._only: int | None = None
        self._hold_ms: int | None = None
        self._chord_ms: int | None = None

    def hold_over(self, key: int, at_ms: int) -> None:
        """A key that is down as the program starts: no press, no hold; it counts for two keys and chord."""
        self._down[key] = _Down(at_ms, None)

    @property
    def is_any_down(self) -> bool:
        """Whether any key is down, also one that does not count."""
        return bool(self._down)

    def next_deadline(self) -> int | None:
        """When `pass_time` is next wanted."""
        times = [down.at_ms + STUCK_MS for down in self._down.values() if not down.is_stuck]
        times += [time for time in (self._hold_ms, self._chord_ms) if time is not None]
        return min(times, default=None)

    def press(self, key: int, at_ms: int, serial: Serial, is_waking: bool) -> list[Gesture]:
        """A key goes down. A waking one only wakes: it counts as up until it has been up."""
        if key in self._down:
            return []
        others = self._counting()
        self._down[key] = _Down(at_ms, serial, counts=not is_waking)
        if is_waking:
            return []
        is_single = not others
        self._only = key if is_single else None
        self._hold_ms = at_ms + HOLD_MS if is_single else None
        self._chord_ms = at_ms + CHORD_MS if {key, *others} == CHORD_KEYS else None
        return [Gesture(Sign.SINGLE if is_single else Sign.SECOND, key, at_ms, serial)]

    def release(self, key: int) -> list[Gesture]:
        """A key comes up."""
        down = self._down.pop(key, None)
        if down is None:
            return []
        if down.is_stuck:
            return [] if self._is_any_stuck() else [Gesture(Sign.FREED, key, down.at_ms, None)]
        if not down.counts:
            return []
        self._chord_ms = None
        pressed = [Gesture(Sign.PRESS, key, down.at_ms, down.serial)] if self._only == key else []
        return pressed + self._end_when_up(key, down)

    def pass_time(self, at_ms: int) -> list[Gesture]:
        """What is due by now. A hold that acts ends the gesture's press: say so with `has_acted`."""
        return self._find_stuck(at_ms) + self._find_hold(at_ms) + self._find_chord(at_ms)

    def has_acted(self) -> None:
        """A hold has acted: its key coming up is no press any more."""
        self._only = None

    def _find_stuck(self, at_ms: int) -> list[Gesture]:
        signs = []
        for key, down in self._down.items():
            if not down.is_stuck and at_ms >= down.at_ms + STUCK_MS:
                down.is_stuck, down.counts = True, False
                self._chord_ms = self._chord_ms if key not in CHORD_KEYS else None
                signs.append(Gesture(Sign.STUCK, key, down.at_ms, None))
                signs += self._end_when_up(key, down)
        return signs

    def _find_hold(self, at_ms: int) -> list[Gesture]:
        if self._hold_ms is None or at_ms < self._hold_ms:
            return []
        self._hold_ms = None
        key = self._only
        return [] if key is None else [Gesture(Sign.HOLD, key, self._down[key].at_ms, self._down[key].serial)]

    def _find_chord(self, at_ms: int) -> list[Gesture]:
        if self._chord_ms is None or at_ms < self._chord_ms:
            return []
        self._chord_ms = None
        return [Gesture(Sign.CHORD, 1, at_ms, None)]

    def _end_when_up(self, key: int, down: _Down) -> list[Gesture]:
        if self._counting():
            return []
        self._only = self._hold_ms = None
        return [Gesture(Sign.OVER, key, down.at_ms, None)]

    def _counting(self) -> list[int]:
        return [key for key, down in self._down.items() if down.counts]

    def _is_any_stuck(self) -> bool:
        return any(down.is_stuck for down in self._down.values())

    def __repr__(self) -> str:
        return "<PadKeys>"
