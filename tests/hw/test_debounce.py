"""Debounce by itself: generated bounce traces, looked at as a scanner looks, jitter and all."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hw.debounce import SETTLE_MS, Debouncer, bit_of, keys_in
from hw.ports import KEYS, PADS, KeyEdge
from hw.scan import SCAN_MS
from tests.hw.traces import Flank, Trace, traces, typed

LATE_US = 1500


def looked_at(trace: Trace, late_us: Iterator[int] | None = None, phase_us: int = 0) -> list[KeyEdge]:
    """What a debouncer makes of a trace, by looks 5 ms apart, 3 while something is changing, or later."""
    debouncer, edges, closed = Debouncer(), [], 0
    moves, now_us = iter(trace.moves()), phase_us
    move = next(moves, None)
    while now_us < trace.end_us:
        while move and move[0] <= now_us:
            bit = bit_of(move[1], move[2])
            closed = closed | bit if move[3] else closed & ~bit
            move = next(moves, None)
        edges += debouncer.feed(closed, now_us // 1000)
        now_us += 1000 * (SCAN_MS if debouncer.is_settled else SETTLE_MS)
        now_us += next(late_us) if late_us else 0
    return edges


@settings(max_examples=60)
@given(trace=traces(), phase_us=st.integers(0, 4999))
def test_no_press_of_15_ms_is_lost_none_is_invented_and_order_and_times_are_right(
    trace: Trace, phase_us: int
) -> None:
    trace.check(looked_at(trace, phase_us=phase_us))


@settings(max_examples=40)
@given(trace=traces(), lateness=st.lists(st.integers(0, LATE_US), min_size=1))
def test_a_busy_machine_that_looks_late_loses_nothing_either(trace: Trace, lateness: list[int]) -> None:
    def late() -> Iterator[int]:
        while True:
            yield from lateness

    trace.check(looked_at(trace, late()), LATE_US)


def test_two_players_whose_keys_bounce_at_once_each_press_once_and_in_order() -> None:
    flanks = [
        Flank(pad, key, is_down, tuple((at + shift) * 1000 for at in changes))
        for shift, pad, key in ((0, 3, 5), (2, 6, 2))
        for is_down, changes in ((True, (0, 1, 2, 4, 7)), (False, (120, 122, 123, 125, 126)))
    ]
    edges = looked_at(Trace(tuple(flanks)))
    assert [(edge.pad, edge.key, edge.is_down) for edge in edges] == [
        (3, 5, True),
        (6, 2, True),
        (3, 5, False),
        (6, 2, False),
    ]


def test_the_time_of_a_press_is_that_of_its_first_contact_bounces_and_all() -> None:
    debouncer, edges = Debouncer(), []
    for at_ms, is_closed in ((0, True), (3, False), (6, False), (9, True), (12, True)):
        edges += debouncer.feed(bit_of(1, 1) if is_closed else 0, at_ms)
    assert [edge.at_ms for edge in edges] == [0]


@pytest.mark.parametrize("phase_us", range(0, 5000, 250))
def test_a_spike_of_a_millisecond_is_nothing_whenever_it_comes(phase_us: int) -> None:
    assert looked_at(Trace((), ((4, 4, 20_000),)), phase_us=phase_us) == []


def test_fifty_quick_taps_are_fifty_presses() -> None:
    taps = [flank for tap in range(50) for flank in typed(3, 5, tap * 200, 25)]
    edges = looked_at(Trace(tuple(taps)))
    assert [edge.is_down for edge in edges] == [True, False] * 50


def test_a_contact_that_never_comes_to_rest_does_not_hold_up_the_other_players() -> None:
    debouncer, edges = Debouncer(), []
    for at_ms in range(0, 90, 3):
        shaking = bit_of(1, 1) if at_ms % 2 else 0
        edges += debouncer.feed(shaking | (bit_of(2, 2) if at_ms >= 30 else 0), at_ms)
    assert [(edge.pad, edge.key, edge.at_ms) for edge in edges] == [(2, 2, 30)]


def test_a_key_of_which_nothing_can_be_told_stays_as_it_was() -> None:
    debouncer = Debouncer(down=bit_of(1, 1))
    unsure = bit_of(1, 1) | bit_of(5, 5)
    for at_ms in (0, 5, 10, 30):
        assert debouncer.feed(bit_of(5, 5), at_ms, unsure) == []
    assert debouncer.feed(bit_of(5, 5), 35) == []
    edges = debouncer.feed(bit_of(5, 5), 40)
    assert [(edge.pad, edge.key, edge.is_down, edge.at_ms) for edge in edges] == [
        (1, 1, False, 35),
        (5, 5, True, 35),
    ]


def test_masks_name_every_key_once() -> None:
    every = [(pad, key) for pad in range(1, PADS + 1) for key in range(1, KEYS + 1)]
    assert list(keys_in((1 << 64) - 1)) == every
    assert sum(bit_of(*key) for key in every) == (1 << 64) - 1


def test_what_is_down_is_in_no_repr() -> None:
    debouncer, other = Debouncer(bit_of(1, 1)), Debouncer(bit_of(8, 8))
    debouncer.feed(bit_of(2, 2), 0)
    assert repr(debouncer).split(" at 0x")[0] == repr(other).split(" at 0x")[0]


def test_how_long_a_contact_took_to_come_to_rest_is_told_with_its_edges() -> None:
    debouncer = Debouncer()
    key = bit_of(3, 5)
    looks = ((0, 1), (2, 0), (4, 1), (7, 1))
    down = [edge for at_ms, closed in looks for edge in debouncer.feed(key * closed, at_ms)]
    assert [(edge.is_down, edge.at_ms, edge.bounce_ms) for edge in down] == [(True, 0, 4)]


def test_what_bounces_on_after_two_looks_have_agreed_by_chance_is_told_as_the_key_goes_up() -> None:
    debouncer = Debouncer()
    key = bit_of(3, 5)
    looks = ((0, 1), (4, 1), (9, 0), (12, 1), (20, 1), (500, 0), (503, 1), (520, 1), (600, 0), (603, 0))
    edges = [edge for at_ms, closed in looks for edge in debouncer.feed(key * closed, at_ms)]
    assert [(edge.is_down, edge.at_ms, edge.bounce_ms) for edge in edges] == [(True, 0, 0), (False, 600, 12)]


def test_nothing_is_kept_of_the_keys_that_were_down() -> None:
    def after(*keys: int) -> list[object]:
        debouncer = Debouncer()
        for start_ms, number in enumerate(keys):
            for at_ms, closed in ((0, 1), (3, 1), (50, 0), (53, 0), (70, 0)):
                debouncer.feed(bit_of(1, number) * closed, start_ms * 100 + at_ms)
        return [getattr(debouncer, name) for name in ("_down", "_changes", "_done")] + [vars(debouncer)]

    assert after(1, 4) == after(2, 6)
