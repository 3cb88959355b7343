"""What is alike for all pads: presses arrive, whichever driver reads them and whatever its wires do."""

from collections.abc import Callable
from itertools import cycle

import pytest
from hypothesis import given, settings

from hw.check import KeyCheck, Outcome
from hw.ports import KEYS, PADS
from hw.scan import STUCK_MS
from hw.sim.rig import BOUNCES_MS
from tests.at_length import thinned
from tests.hw.pads_bench import Box, matrix_box, mcp_box, tca_box
from tests.hw.traces import Trace, traces, typed

BOXES: dict[str, Callable[[], Box]] = {
    "matrix, woken": matrix_box,
    "matrix, read every 10 ms": lambda: matrix_box(has_edges=False),
    "matrix, edges promised in vain": lambda: matrix_box(sends_edges=False),
    "mcp23017, woken": mcp_box,
    "mcp23017, no interrupt wired": lambda: mcp_box(has_interrupt=False),
    "tca9555, woken": tca_box,
    "tca9555, no interrupt wired": lambda: tca_box(has_interrupt=False),
}
every_box = pytest.mark.parametrize("make", BOXES.values(), ids=BOXES.keys())
WOKEN = ("matrix, woken", "tca9555, woken")
QUICK_BOXES = [
    pytest.param(make, id=name, marks=[] if name in WOKEN else [pytest.mark.at_length])
    for name, make in BOXES.items()
    if name != "mcp23017, no interrupt wired"
]
SURE_BOXES = {name: make for name, make in BOXES.items() if "vain" not in name}


@every_box
def test_every_key_of_every_pad_is_itself(make: Callable[[], Box]) -> None:
    box = make()
    box.begin()
    every = [(pad, key) for pad in range(1, PADS + 1) for key in range(1, KEYS + 1)]
    for key in every:
        box.tap(*key)
    assert box.told == [(*key, is_down) for key in every for is_down in (True, False)]


@pytest.mark.parametrize("make", SURE_BOXES.values(), ids=SURE_BOXES.keys())
@settings(max_examples=8)
@given(trace=traces())
def test_eight_players_at_once_lose_nothing_and_nothing_is_invented(
    make: Callable[[], Box], trace: Trace
) -> None:
    box = make()
    box.begin()
    trace.plan(box.clock.plan, box.keys.move)
    box.scanning.run_until(trace.end_us)
    # A scan over I2C at 400 kHz takes 2 ms, one over the pins 1 ms.
    trace.check(box.scanning.edges, slack_us=3000)


@pytest.mark.parametrize("phase_us", thinned(range(0, 13_000, 1_300)))
@pytest.mark.parametrize(
    "make",
    [matrix_box, lambda: mcp_box(is_beside_panel=True), lambda: tca_box(is_beside_panel=True)],
    ids=["matrix", "mcp23017 on the panel's bus", "tca9555 on the panel's bus"],
)
def test_while_the_panel_takes_100_ms_a_frame_eight_pads_pressing_5_ms_apart_all_count_in_time(
    make: Callable[[], Box], phase_us: int
) -> None:
    box = make()
    box.begin()
    began_us = [500_000 + phase_us + 5_000 * n for n in range(PADS)]
    for pad, at_us in enumerate(began_us, 1):
        box.clock.plan(at_us, lambda pad=pad: box.keys.move(pad, pad, True))  # type: ignore[misc]
        box.clock.plan(at_us + 80_000, lambda pad=pad: box.keys.move(pad, pad, False))  # type: ignore[misc]
    box.scanning.run_ms(1000)
    for is_down, held_ms in ((True, 0), (False, 80)):
        told = {edge.pad: edge for edge in box.scanning.edges if edge.is_down is is_down}
        assert [told[pad].key for pad in range(1, PADS + 1)] == list(range(1, PADS + 1))
        for pad, at_us in enumerate(began_us, 1):
            assert abs(told[pad].at_ms - held_ms - at_us / 1000) <= 20
    assert len(box.scanning.edges) == 2 * PADS


def move_at(box: Box, at_us: int, is_closed: bool) -> None:
    """Plan what the contact of red 1 does."""
    box.clock.plan(at_us, lambda: box.keys.move(1, 1, is_closed))


@pytest.mark.parametrize("bounce_ms", [12, 25])
@pytest.mark.parametrize("make", [BOXES[name] for name in SURE_BOXES if "woken" in name])
def test_a_worn_key_is_told_by_how_long_it_bounces_wherever_the_looks_fall(
    make: Callable[[], Box], bounce_ms: int
) -> None:
    box = make()
    box.begin()
    for phase_us in range(0, 5_000, 700):
        del box.scanning.edges[:]
        down_us = (box.clock.now_us // 100_000 + 1) * 100_000 + phase_us
        for at_us, is_down in ((down_us, True), (down_us + 150_000, False)):
            at_ms, is_closed = 0, is_down
            for rest_ms in cycle(BOUNCES_MS):
                if at_ms >= bounce_ms:
                    break
                move_at(box, at_us + 1000 * at_ms, is_closed)
                at_ms, is_closed = at_ms + rest_ms, not is_closed
            move_at(box, at_us + 1000 * bounce_ms, is_down)
        box.scanning.run_ms(400)
        check = KeyCheck([], 0)
        for edge in box.scanning.edges:
            check.feed(edge)
        verdict = check.pass_time(10**9)
        assert verdict is not None
        assert (verdict.key, verdict.outcome) == (1, Outcome.BOUNCING)
        assert bounce_ms - 5 <= verdict.bounce_ms <= bounce_ms + 5


@every_box
def test_a_key_held_at_power_on_is_told_of_but_does_nothing_until_it_has_been_up(
    make: Callable[[], Box],
) -> None:
    box = make()
    box.keys.move(2, 8, True)
    assert box.begin() == {(2, 8)}
    box.scanning.run_ms(2_000)
    assert box.told == []
    box.tap(3, 1)
    box.keys.move(2, 8, False)
    box.scanning.run_ms(50)
    box.tap(2, 8)
    assert box.told == [(3, 1, True), (3, 1, False), (2, 8, False), (2, 8, True), (2, 8, False)]


# Half a minute of simulated I2C takes seconds: one such box is enough.
@pytest.mark.parametrize("make", QUICK_BOXES)
def test_a_stuck_key_takes_no_other_key_with_it(make: Callable[[], Box]) -> None:
    box = make()
    box.begin()
    box.keys.move(2, 8, True)
    box.scanning.run_ms(STUCK_MS + 1000)
    before = box.scanning.looks
    box.scanning.run_ms(1000)
    assert 35 <= box.scanning.looks - before <= 50
    for pad, key in ((2, 7), (1, 8), (6, 8), (8, 1)):
        box.tap(pad, key)
    assert box.told[1:] == [
        (pad, key, is_down) for pad, key in ((2, 7), (1, 8), (6, 8), (8, 1)) for is_down in (True, False)
    ]


@every_box
def test_while_a_key_is_down_it_looks_every_5_ms_and_again_seldom_when_all_are_up(
    make: Callable[[], Box],
) -> None:
    box = make()
    box.begin()
    box.tap(1, 1)
    idle = box.scanning.looks
    box.scanning.run_ms(1000)
    assert box.scanning.looks - idle <= 126
    box.keys.move(1, 1, True)
    box.scanning.run_ms(100)
    held = box.scanning.looks
    box.scanning.run_ms(1000)
    assert 120 <= box.scanning.looks - held <= 201


@every_box
def test_a_pad_that_is_unplugged_never_answers_and_disturbs_nobody(make: Callable[[], Box]) -> None:
    box = make()
    box.keys.unplug(4)
    box.begin()
    box.tap(4, 3)
    box.tap(5, 3)
    assert box.told == [(5, 3, True), (5, 3, False)]


@every_box
def test_closing_gives_everything_back_and_it_can_start_anew(make: Callable[[], Box]) -> None:
    box = make()
    for _ in range(2):
        box.begin()
        box.tap(1, 1)
        box.wires.close()
        box.wires.close()
        assert box.pins.edges is None or box.pins.edges.is_closed
        assert box.bus.open_count == 0
        assert not box.pins._devices
    assert box.told == [(1, 1, True), (1, 1, False)] * 2


@pytest.mark.parametrize("make", SURE_BOXES.values(), ids=SURE_BOXES.keys())
@pytest.mark.parametrize("phase_us", thinned(range(0, 10_000, 700)))
def test_a_tap_of_15_ms_counts_whenever_it_comes_and_its_time_is_right(
    make: Callable[[], Box], phase_us: int
) -> None:
    trace = Trace(typed(6, 2, 500 + phase_us / 1000, 15))
    box = make()
    box.begin()
    trace.plan(box.clock.plan, box.keys.move)
    box.scanning.run_until(trace.end_us)
    trace.check(box.scanning.edges, slack_us=2000)
