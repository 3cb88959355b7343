"""Pads on port expanders: disturbed buses, interrupts that lie, chips that go away and come back."""

import errno
from collections.abc import Callable

import pytest

from hw.ports import HardwareError
from hw.sim.bus import SimBuses, no_fault
from hw.sim.expanders import Mcp23017
from hw.wiring import from_values
from tests.hw.pads_bench import Box, mcp_box, tca_box

BOXES: dict[str, Callable[[], Box]] = {"mcp23017": mcp_box, "tca9555": tca_box}
both = pytest.mark.parametrize("make", BOXES.values(), ids=BOXES.keys())
GARBLES: dict[str, Callable[[bytes], bytes]] = {
    "all zero": lambda data: bytes(len(data)),
    "all one": lambda data: b"\xff" * len(data),
    "a flipped bit": lambda data: bytes([data[0] ^ 0x04, *data[1:]]),
    "another flipped bit": lambda data: bytes([*data[:-1], data[-1] ^ 0x20]),
}


@both
@pytest.mark.parametrize("garble", GARBLES.values(), ids=GARBLES.keys())
@pytest.mark.parametrize("is_held", [False, True])
def test_one_corrupt_read_is_no_event(
    make: Callable[[], Box], garble: Callable[[bytes], bytes], is_held: bool
) -> None:
    box = make()
    box.begin()
    if is_held:
        box.keys.move(3, 3, True)
        box.scanning.run_ms(100)
    before = box.told
    for chip in box.chips:
        for _ in range(5):
            chip.garble.append(garble)
            box.scanning.run_ms(100)
            assert not chip.garble
    assert box.told == before
    box.tap(8, 1)
    assert box.told[-2:] == [(8, 1, True), (8, 1, False)]


@both
@pytest.mark.parametrize("is_low", [True, False])
@pytest.mark.parametrize("phase_ms", range(0, 120, 7))
def test_with_the_interrupt_line_stuck_a_press_is_seen_within_50_ms(
    make: Callable[[], Box], is_low: bool, phase_ms: int
) -> None:
    box = make()
    box.line.stick(is_low)
    box.begin()
    box.scanning.run_ms(200 + phase_ms)
    box.keys.move(5, 5, True)
    box.scanning.run_ms(50)
    assert box.told == [(5, 5, True)]


@both
def test_with_every_edge_of_the_interrupt_lost_presses_are_seen_within_50_ms(make: Callable[[], Box]) -> None:
    box = make()
    box.line.loses_edges = True
    box.begin()
    for pad in range(1, 9):
        box.keys.move(pad, pad, True)
        box.scanning.run_ms(50)
        assert box.told[-1] == (pad, pad, True)
        box.keys.move(pad, pad, False)
        box.scanning.run_ms(150)


@both
def test_two_pads_that_change_between_two_reads_are_both_seen(make: Callable[[], Box]) -> None:
    for pads in ((1, 2), (1, 8), (3, 6), (4, 5)):
        box = make()
        box.begin()
        for pad in pads:
            box.keys.move(pad, 7, True)
        box.scanning.run_ms(30)
        assert sorted(box.told) == [(pad, 7, True) for pad in pads]


@both
def test_a_woken_box_sees_a_press_at_once_and_an_idle_one_leaves_the_bus_mostly_alone(
    make: Callable[[], Box],
) -> None:
    box = make()
    box.begin()
    box.scanning.run_ms(200)
    box.keys.move(1, 1, True)
    box.scanning.run_ms(8)
    assert box.told == [(1, 1, True)]
    box.keys.move(1, 1, False)
    box.scanning.run_ms(200)
    before = box.scanning.looks
    box.scanning.run_ms(1000)
    assert box.scanning.looks - before <= 30


@both
def test_a_chip_that_lost_its_power_for_a_moment_is_set_up_again(make: Callable[[], Box]) -> None:
    box = make()
    box.begin()
    box.scanning.run_ms(100)
    for chip in box.chips:
        chip.power_on()
    box.scanning.run_ms(100)
    box.tap(2, 6)
    assert box.told == [(2, 6, True), (2, 6, False)]


@both
@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ENXIO, errno.ETIMEDOUT, errno.EIO])
def test_a_bus_that_fails_for_a_while_invents_nothing_and_comes_back(
    make: Callable[[], Box], number: int
) -> None:
    box = make()
    box.begin()
    box.keys.move(4, 4, True)
    box.scanning.run_ms(60)
    box.bus.fault = lambda _: number
    box.scanning.run_ms(2000)
    box.bus.fault = no_fault
    box.scanning.run_ms(300)
    assert box.told == [(4, 4, True)]
    box.keys.move(4, 4, False)
    box.scanning.run_ms(100)
    box.tap(1, 8)
    assert box.told == [(4, 4, True), (4, 4, False), (1, 8, True), (1, 8, False)]
    assert {error.errno for error in box.scanning.errors} == {number}


@both
def test_a_chip_that_is_not_there_is_named_with_its_address_and_nothing_stays_claimed(
    make: Callable[[], Box],
) -> None:
    box = make()
    address = 0x20 if len(box.chips) == 1 else 0x22
    box.bus.unplug(address)
    with pytest.raises(HardwareError, match=rf"answers at 0x{address:02X} on i2c-1: check the wiring"):
        box.wires.open()
    assert box.bus.open_count == 0
    assert box.pins.edges is not None
    assert box.pins.edges.is_closed


@pytest.mark.parametrize("driver", ["mcp23017", "tca9555"])
def test_a_bus_that_is_not_there_is_named(driver: str) -> None:
    from hw.pads import mcp23017, tca9555

    wiring = from_values({"pads.driver": driver, "pads.interrupt": 0})
    module = {"mcp23017": mcp23017, "tca9555": tca9555}[driver]
    with pytest.raises(HardwareError, match="No bus i2c-1"):
        module.open_driver(wiring, SimBuses()).start(lambda _: None)


def test_the_matrix_on_a_chip_never_drives_the_columns_and_never_asks_an_output_only_pin() -> None:
    """GPA7 and GPB7 are rows: what they drive shows, what they read would not."""
    box = mcp_box()
    box.begin()
    for pad in (2, 4, 6, 8):
        box.tap(pad, 5)
    assert [edge[0] for edge in box.told] == [2, 2, 4, 4, 6, 6, 8, 8]
    (chip,) = box.chips
    assert isinstance(chip, Mcp23017)
    for inputs_or_pulled_up in (b"\x00", b"\x0c"):
        chip.write(inputs_or_pulled_up)
        assert chip.read(2) == b"\x0f\x0f"


def test_a_chip_left_in_the_other_register_layout_is_set_right() -> None:
    box = mcp_box()
    (chip,) = box.chips
    chip.write(b"\x0a\x80")
    box.begin()
    box.tap(1, 1)
    assert box.told == [(1, 1, True), (1, 1, False)]


@both
def test_the_words_tell_chip_address_bus_and_interrupt(make: Callable[[], Box]) -> None:
    box = make()
    box.begin()
    assert "at 0x20" in box.wires.words
    assert "on i2c-1, woken by GPIO 4" in box.wires.words
