"""Pads as a matrix on the Pi's pins: electricity, ghosts, and what wakes the scanner."""

import pytest

from hw.backend import Pins, SwitchedDrain
from hw.ports import KEYS, PADS, HardwareError
from hw.sim.wires import GROUND, Diode
from hw.wiring import PadsWiring
from tests.at_length import at_length
from tests.hw.pads_bench import Box, matrix_box


def hold(box: Box, *keys: tuple[int, int], ms: int = 100) -> None:
    """Press keys, one after the other, and keep them down."""
    for key in keys:
        box.keys.move(*key, True)
        box.scanning.run_ms(ms)


@pytest.mark.parametrize("has_diodes", [True, False])
def test_any_keys_of_any_players_at_once_never_short_two_pins(has_diodes: bool) -> None:
    """Rows are low or let go: the simulated wires raise when a high row meets a low one."""
    box = matrix_box(has_diodes)
    box.begin()
    hold(box, *((pad, key) for pad in range(1, PADS + 1) for key in (1, 5)), ms=20)
    for pad in range(1, PADS + 1):
        box.keys.move(pad, 1, False)
        box.scanning.run_ms(20)
    assert box.scanning.errors == []


def test_three_players_in_a_rectangle_are_three_players() -> None:
    box = matrix_box()
    box.begin()
    hold(box, (1, 1), (1, 2), (2, 1))
    assert box.told == [(1, 1, True), (1, 2, True), (2, 1, True)]


def test_without_diodes_the_key_that_makes_a_rectangle_waits_until_it_breaks_up() -> None:
    box = matrix_box(has_diodes=False)
    box.begin()
    hold(box, (1, 1), (1, 2), (2, 1))
    assert box.told == [(1, 1, True), (1, 2, True)]
    box.keys.move(1, 1, False)
    box.scanning.run_ms(100)
    assert box.told[2:] in (
        [(1, 1, False), (2, 1, True)],
        [(2, 1, True), (1, 1, False)],
    )
    assert not [edge for edge in box.told if edge[:2] == (2, 2)]


def test_without_diodes_a_phantom_is_never_a_press_however_the_three_come_and_go() -> None:
    corners = ((1, 1), (1, 2), (2, 1))
    for shift in range(3):
        box = matrix_box(has_diodes=False)
        box.begin()
        order = corners[shift:] + corners[:shift]
        hold(box, *order, ms=40)
        for key in order:
            box.keys.move(*key, False)
            box.scanning.run_ms(40)
        assert {edge[:2] for edge in box.told} <= set(corners)


def test_a_reversed_diode_silences_its_key_alone() -> None:
    box = matrix_box()
    box.matrix.solder(5, 5, Diode.REVERSED)
    box.begin()
    box.tap(5, 5)
    box.tap(5, 6)
    assert box.told == [(5, 6, True), (5, 6, False)]


def test_a_column_on_ground_is_eight_stuck_keys_and_the_others_play_on() -> None:
    box = matrix_box()
    box.matrix.short("C8", GROUND)
    down = box.begin()
    assert down == {(pad, key) for pad in range(5, PADS + 1) for key in (4, 8)}
    box.scanning.run_ms(1000)
    box.tap(5, 3)
    box.tap(1, 4)
    assert box.told == [(5, 3, True), (5, 3, False), (1, 4, True), (1, 4, False)]


def test_once_an_edge_has_been_seen_an_idle_box_sleeps_for_good() -> None:
    box = matrix_box()
    box.begin()
    box.tap(1, 1)
    before = box.scanning.looks
    box.scanning.run_ms(3_600_000)
    assert box.scanning.looks == before
    box.tap(8, 8)
    assert box.told[2:] == [(8, 8, True), (8, 8, False)]


def test_before_any_edge_was_seen_it_does_not_rely_on_them() -> None:
    box = matrix_box()
    box.begin()
    before = box.scanning.looks
    box.scanning.run_ms(1000)
    assert 24 <= box.scanning.looks - before <= 26


def test_a_kernel_that_promises_edges_in_vain_is_found_out_with_the_first_press_and_said_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    box = matrix_box(sends_edges=False)
    box.begin()
    assert "woken by the kernel" in box.wires.words
    for pad in range(1, PADS + 1):
        box.tap(pad, 1)
    assert box.told == [(pad, 1, is_down) for pad in range(1, PADS + 1) for is_down in (True, False)]
    assert "read every 10 ms: this kernel promises edges, but sends none" in box.wires.words
    assert [record.getMessage() for record in caplog.records] == [box.wires.words]


def test_a_press_in_a_column_that_is_held_already_is_seen_though_it_makes_no_edge() -> None:
    box = matrix_box()
    box.begin()
    hold(box, (1, 1), (2, 1), (1, 5))
    assert box.told == [(1, 1, True), (2, 1, True), (1, 5, True)]


@pytest.mark.parametrize("from_us", [0, *at_length(50, 100)])
def test_a_press_while_it_falls_asleep_is_not_lost(from_us: int) -> None:
    """Whenever it comes: before, while and after the rows are made low and old edges are forgotten."""
    for shift_us in range(from_us, 12_000, 150):
        box = matrix_box()
        box.begin()
        box.tap(3, 3, held_ms=50, then_ms=20)
        base_us = box.clock.now_us
        box.keys.move(3, 3, True)
        box.scanning.run_ms(50)
        box.keys.move(3, 3, False)
        box.clock.plan(base_us + 50_000 + shift_us, lambda box=box: box.keys.move(4, 4, True))  # type: ignore[misc]
        box.scanning.run_ms(80)
        assert (4, 4, True) in box.told


def test_a_row_is_pulled_low_or_let_go_and_never_driven_high() -> None:
    class Pin:
        class info:  # noqa: N801 - gpiozero's name
            pull = ""

        def __init__(self) -> None:
            self.done: list[object] = []

        def output_with_state(self, state: bool) -> None:
            self.done.append(state)

        def input_with_pull(self, pull: str) -> None:
            self.done.append(pull)

    pin = Pin()
    drain = SwitchedDrain(pin)
    drain.pull()
    drain.let_go()
    assert pin.done == ["floating", False, "floating"]


def test_the_words_tell_the_library_and_what_wakes() -> None:
    box = matrix_box(has_edges=False)
    box.begin()
    expected = "pads: matrix, pins through simulated wires (wanted: auto), read every 10 ms: simulated so"
    assert box.wires.words == expected


def test_keys_of_a_pad_are_where_its_cable_says() -> None:
    box = matrix_box()
    box.matrix.cut(7, "column 2")
    box.begin()
    for key in range(1, KEYS + 1):
        box.tap(7, key)
    assert {edge[1] for edge in box.told} == {1, 3, 4, 5, 7, 8}


@pytest.mark.parametrize("has_edges", [True, False])
def test_a_pin_that_is_taken_is_named_and_none_of_the_others_stays_claimed(has_edges: bool) -> None:
    box = matrix_box(has_edges=has_edges)
    other = Pins(box.pins.factory, "auto", "simulated wires")
    other.claim(21)
    with pytest.raises(HardwareError, match="GPIO 21 is wired twice"):
        box.wires.open()
    assert box.pins.edges is None or box.pins.edges.is_closed
    for gpio in (*PadsWiring().rows[:-1], *PadsWiring().columns):
        other.claim(gpio)
    other.free()
    box.begin()
    box.tap(4, 8)
    assert box.told == [(4, 8, True), (4, 8, False)]
