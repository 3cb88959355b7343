"""Generated bounce traces: what contacts do when people press keys, and what must come of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from hw.ports import KEYS, PADS, KeyEdge

SHORTEST_US = 15_000
BOUNCE_US = 7_000
SPIKE_US = 1_000
ACCURACY_US = 5_000


@dataclass(frozen=True, slots=True)
class Flank:
    """A contact closes or opens: the times at which it changes, first to last, one of them if it is clean."""

    pad: int
    key: int
    is_down: bool
    changes_us: tuple[int, ...]

    @property
    def first_us(self) -> int:
        """When it began."""
        return self.changes_us[0]

    @property
    def last_us(self) -> int:
        """When it was over."""
        return self.changes_us[-1]


@dataclass(frozen=True, slots=True)
class Trace:
    """What all contacts do: presses and releases with their bounces, and spikes (pad, key, when)."""

    flanks: tuple[Flank, ...]
    spikes: tuple[tuple[int, int, int], ...] = ()

    @property
    def end_us(self) -> int:
        """When all is quiet again."""
        times = [flank.last_us for flank in self.flanks] + [at_us for _, _, at_us in self.spikes]
        return max(times, default=0) + 60_000

    def moves(self) -> list[tuple[int, int, int, bool]]:
        """(when, pad, key, is closed) of every single change of a contact, in order."""
        found = [
            (at_us, flank.pad, flank.key, flank.is_down == (place % 2 == 0))
            for flank in self.flanks
            for place, at_us in enumerate(flank.changes_us)
        ]
        for pad, key, at_us in self.spikes:
            found += [(at_us, pad, key, True), (at_us + SPIKE_US, pad, key, False)]
        return sorted(found)

    def plan(self, plan: Callable[[int, Callable[[], None]], None], move: Callable[..., None]) -> None:
        """Plan every change of a contact on a simulated clock."""
        for at_us, pad, key, is_closed in self.moves():
            plan(at_us, lambda pad=pad, key=key, is_closed=is_closed: move(pad, key, is_closed))  # type: ignore[misc]

    def check(self, edges: Sequence[KeyEdge], slack_us: int = 0) -> None:
        """Nothing lost, nothing invented, order kept, times right, but for the time that a look takes."""
        for pad in range(1, PADS + 1):
            for key in range(1, KEYS + 1):
                self._check_key(pad, key, edges, slack_us)
        times = [edge.at_ms for edge in edges]
        assert times == sorted(times)
        self._check_order([(edge.pad, edge.key, edge.is_down) for edge in edges])

    def _check_key(self, pad: int, key: int, all_edges: Sequence[KeyEdge], slack_us: int) -> None:
        edges = [edge for edge in all_edges if (edge.pad, edge.key) == (pad, key)]
        wanted = [flank for flank in self.flanks if (flank.pad, flank.key) == (pad, key)]
        wanted.sort(key=lambda flank: flank.first_us)
        assert [edge.is_down for edge in edges] == [flank.is_down for flank in wanted]
        for edge, flank in zip(edges, wanted, strict=True):
            at_us = edge.at_ms * 1000
            # An edge has whole milliseconds: what happened at 20.9 may be said to be at 20.
            assert at_us >= flank.first_us - ACCURACY_US - slack_us - 999
            assert at_us <= flank.last_us + ACCURACY_US + slack_us

    def _check_order(self, reported: Sequence[tuple[int, int, bool]]) -> None:
        """What was over before something else began comes before it, if it can be told apart at all."""
        places: dict[tuple[int, int, bool], list[int]] = {}
        for place, what in enumerate(reported):
            places.setdefault(what, []).append(place)
        ordered = sorted(self.flanks, key=lambda flank: flank.first_us)
        place_of = {flank: places[flank.pad, flank.key, flank.is_down].pop(0) for flank in ordered}
        for one in ordered:
            for other in ordered:
                if one.last_us + 2 * ACCURACY_US < other.first_us:
                    assert place_of[one] < place_of[other]


@st.composite
def flanks_of_a_key(draw: st.DrawFn, pad: int, key: int) -> list[Flank]:
    """Some presses of one key, each at rest for 15 ms or more, and as long up in between."""
    at_us = draw(st.integers(0, 120_000))
    flanks = []
    for _ in range(draw(st.integers(0, 4))):
        for is_down in (True, False):
            bounces = draw(st.lists(st.integers(50, BOUNCE_US), max_size=3, unique=True).map(sorted))
            # An odd number of changes: in the end the contact is where it was going.
            bounces = bounces[: len(bounces) // 2 * 2]
            flanks.append(Flank(pad, key, is_down, (at_us, *(at_us + bounce for bounce in bounces))))
            at_us = flanks[-1].last_us + draw(st.integers(SHORTEST_US, 150_000))
    return flanks


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    """One key on each of eight pads, played at once, and spikes on a key that nobody touches."""
    keys = [draw(st.integers(1, KEYS - 1)) for _ in range(PADS)]
    flanks = [flank for pad, key in enumerate(keys, 1) for flank in draw(flanks_of_a_key(pad, key))]
    gaps = draw(st.lists(st.tuples(st.integers(1, PADS), st.integers(20_000, 90_000)), max_size=4))
    spikes, at_us = [], 0
    for pad, gap_us in gaps:
        at_us += gap_us
        spikes.append((pad, KEYS, at_us))
    return Trace(tuple(flanks), tuple(spikes))


def typed(pad: int, key: int, at_ms: float, held_ms: float) -> tuple[Flank, Flank]:
    """A clean press."""
    down_us, up_us = round(at_ms * 1000), round((at_ms + held_ms) * 1000)
    return Flank(pad, key, True, (down_us,)), Flank(pad, key, False, (up_us,))
