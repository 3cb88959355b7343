"""A simulated Pi with everything on it: real drivers on one side, hands and eyes on the other."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from random import Random

import pytest
from gpiozero import Device
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hw.board import Board
from hw.faults import faults
from hw.opening import open_lights, open_pads, open_panel
from hw.ports import Glow, HardwareError, KeyEdge
from hw.sim.oled import Oled, Sh1106, Ssd1306, Ssd1309
from hw.sim.rig import Rig
from hw.sim.rig_faults import FAULTS, faults_of, lift_fault, make_fault
from hw.sim.rig_glass import picture_of
from hw.sim.wires import KeyMatrix
from hw.wiring import LIGHT_DRIVERS, PAD_DRIVERS, PANEL_DRIVERS, Wiring, from_values
from tests.hw.panel_bench import border, snow

PATIENCE_S = 10
LEVELS = (0.0, 0.25, 0.5, 1.0, 0.0, 0.75, 0.0, 0.1)

WIRINGS = {
    " ".join(names): wiring
    for names in product(PAD_DRIVERS, PANEL_DRIVERS, LIGHT_DRIVERS)
    if not faults(
        wiring := from_values(
            dict(zip(("pads.driver", "panel.driver", "lights.driver"), names, strict=True))
        ),
        Board(),
    )
}
every_wiring = pytest.mark.parametrize("wiring", WIRINGS.values(), ids=WIRINGS.keys())

# luma calls Pillow's getdata, which goes in Pillow 14: below that it is fine.
luma_is_old = pytest.mark.filterwarnings("ignore:.*getdata is deprecated:DeprecationWarning")


class Edges:
    """What a rig's pads report."""

    def __init__(self) -> None:
        self.put: queue.Queue[KeyEdge] = queue.Queue()

    def next(self) -> tuple[int, int, bool]:
        edge = self.put.get(timeout=PATIENCE_S)
        return edge.pad, edge.key, edge.is_down


@contextmanager
def playing(rig: Rig) -> Iterator[Edges]:
    """The real driver of the pads on that rig."""
    edges, pads = Edges(), open_pads(rig.wiring, rig)
    pads.start(edges.put.put)
    yield edges
    pads.close()


def taps(rig: Rig, edges: Edges, pad: int, key: int) -> list[tuple[int, int, bool]]:
    """Press a key and let it go; what is reported."""
    told = []
    for is_down in (True, False):
        rig.press(pad, key, is_down)
        told.append(edges.next())
    return told


def pressed(pad: int, key: int) -> list[tuple[int, int, bool]]:
    return [(pad, key, True), (pad, key, False)]


# All drivers, side by side


@luma_is_old
@every_wiring
def test_keys_panel_and_lights_of_every_wiring_work_through_the_real_drivers(wiring: Wiring) -> None:
    rig = Rig(wiring)
    lights, panel = open_lights(wiring, rig), open_panel(wiring, rig)
    image = snow(3, panel.size)
    with playing(rig) as edges:
        assert taps(rig, edges, 3, 7) + taps(rig, edges, 8, 1) == pressed(3, 7) + pressed(8, 1)
        panel.show(image, Glow.BRIGHT)
        lights.show(LEVELS)
        assert rig.panel_picture().tobytes() == image.tobytes()
        assert rig.panel_brightness() == 1.0
        assert rig.light_levels() == pytest.approx(LEVELS, abs=0.01)
        panel.show(image, Glow.DIM)
        assert 0 < rig.panel_brightness() < 0.5
        panel.close()
        lights.close()
    assert rig.panel_brightness() == 0
    assert rig.light_levels() == (0,) * 8


def test_lamps_that_have_colours_show_the_winners_everywhere() -> None:
    rig = Rig(from_values({"lights.driver": "apa102"}))
    lights = open_lights(rig.wiring, rig)
    for colour in range(1, 9):
        lights.show([0.2] * 8, colour)
        assert rig.light_colour() == colour
        assert rig.light_levels() == pytest.approx([0.2] * 8, abs=0.01)
    lights.show([0.2] * 8)
    assert rig.light_colour() is None


@pytest.mark.parametrize("driver", PANEL_DRIVERS)
@luma_is_old
def test_a_panel_on_spi_mounted_upside_down_shows_its_picture_the_right_way_up(driver: str) -> None:
    values = {
        "panel.driver": driver,
        "panel.link": "spi",
        "panel.upside_down": True,
        "lights.driver": "pca9685",
    }
    rig = Rig(from_values(values))
    panel = open_panel(rig.wiring, rig)
    for seed in (1, 2):
        panel.show(snow(seed, panel.size), Glow.BRIGHT)
        assert rig.panel_picture().tobytes() == snow(seed, panel.size).tobytes()


def test_two_rigs_know_nothing_of_each_other_and_gpiozero_nothing_of_either() -> None:
    before = Device.pin_factory
    one, other = Rig(Wiring()), Rig(Wiring())
    lights = [open_lights(rig.wiring, rig) for rig in (one, other)]
    with playing(one) as first, playing(other) as second:
        assert taps(one, first, 1, 1) == pressed(1, 1)
        assert taps(other, second, 2, 2) == pressed(2, 2)
        assert first.put.empty()
        lights[0].show([1] * 8)
        assert (one.light_levels(), other.light_levels()) == ((1,) * 8, (0,) * 8)
    assert Device.pin_factory is before


def test_who_looks_is_told_when_there_is_something_new_to_see_and_only_then() -> None:
    rig = Rig(Wiring())
    lights, panel = open_lights(rig.wiring, rig), open_panel(rig.wiring, rig)
    seen: list[tuple[float, ...]] = []
    pictures: list[bytes] = []
    rig.when_lights_changed.append(lambda: seen.append(rig.light_levels()))
    rig.when_panel_changed.append(lambda: pictures.append(rig.panel_picture().tobytes()))
    for _ in range(2):
        lights.show([1] + [0] * 7)
        panel.show(border(), Glow.BRIGHT)
    assert seen == [(1,) + (0,) * 7]
    assert pictures[-1] == border().tobytes()
    before = len(pictures)
    panel.show(border(), Glow.BRIGHT)
    assert len(pictures) == before


# The glass


CHIPS = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}
GLASSES = [(0, 128, 64), (2, 128, 64), (0, 128, 32), (32, 64, 48), (0, 96, 16)]


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(CHIPS)),
    glass=st.sampled_from(GLASSES),
    commands=st.lists(
        st.sampled_from([b"\xa0", b"\xa1", b"\xa4", b"\xa5", b"\xa6", b"\xa7", b"\xae", b"\xc0", b"\xc8"])
        | st.integers(0x40, 0x7F).map(lambda code: bytes([code]))
        | st.integers(15, 63).map(lambda rows: bytes([0xA8, rows]))
        | st.integers(0, 63).map(lambda rows: bytes([0xD3, rows])),
        max_size=6,
    ),
)
def test_what_the_glass_shows_is_what_the_chips_model_says_pixel_by_pixel(
    name: str, glass: tuple[int, int, int], commands: list[bytes]
) -> None:
    if name != "sh1106" and glass[0] + glass[1] > 128:
        return
    chip: Oled = CHIPS[name](glass)
    for command in (b"\xaf", b"\x8d\x14" if name == "ssd1306" else b"\xe3", *commands):
        chip.command(command)
    assert picture_of(chip, glass).tobytes() == chip.picture().tobytes()


@luma_is_old
def test_a_wide_panel_draws_every_change_where_it_belongs() -> None:
    rig = Rig(from_values({"panel.driver": "ssd1322", "lights.driver": "pca9685"}))
    panel = open_panel(rig.wiring, rig)
    chance, image = Random(1), Image.new("1", (256, 64))
    for _ in range(20):
        image.putpixel((chance.randrange(256), chance.randrange(64)), 1)
        panel.show(image.copy(), Glow.BRIGHT)
        assert rig.panel_picture().tobytes() == image.tobytes()


def test_a_panel_that_is_unplugged_is_dark_and_shows_all_again_once_it_is_back() -> None:
    for values in ({}, {"panel.link": "spi", "lights.driver": "pca9685"}):
        rig = Rig(from_values(values))
        panel = open_panel(rig.wiring, rig)
        panel.show(border(), Glow.BRIGHT)
        rig.plug_panel(False)
        assert not rig.panel_picture().getbbox()
        if not values:
            with pytest.raises(HardwareError, match="No display answers at 0x3C"):
                panel.show(snow(1), Glow.BRIGHT)
            rig.plug_panel(True)
            panel.show(snow(1), Glow.BRIGHT)
            assert rig.panel_picture().tobytes() == snow(1).tobytes()


# Faults, in words


@pytest.mark.parametrize(
    ("words", "silent", "neighbour"),
    [
        ("reversed red 5", (1, 5), (1, 6)),
        ("reversed 1 5", (1, 5), (1, 6)),
        ("open yellow row 2", (3, 6), (3, 2)),
        ("open 3 column 1", (3, 5), (3, 6)),
        ("unplugged cyan", (5, 1), (6, 1)),
    ],
)
def test_a_key_behind_a_fault_is_silent_and_its_neighbours_answer(
    words: str, silent: tuple[int, int], neighbour: tuple[int, int]
) -> None:
    rig = Rig(Wiring())
    make_fault(rig, words)
    with playing(rig) as edges:
        rig.press(*silent, True)
        assert taps(rig, edges, *neighbour) == pressed(*neighbour)
        rig.press(*silent, False)
        assert taps(rig, edges, *neighbour) == pressed(*neighbour)
        lift_fault(rig, words)
        assert taps(rig, edges, *silent) == pressed(*silent)
    assert rig.is_sound


def test_a_stuck_key_is_down_from_the_start_and_an_unplugged_pad_is_silent_also_without_a_matrix() -> None:
    for driver in PAD_DRIVERS:
        rig = Rig(from_values({"pads.driver": driver}))
        make_fault(rig, "stuck red 8")
        make_fault(rig, "unplugged white")
        rig.press(8, 8, True)
        pads = open_pads(rig.wiring, rig)
        assert pads.start(lambda edge: None) == {(1, 8)}
        pads.close()


def test_a_key_that_comes_free_after_a_while_goes_up() -> None:
    rig = Rig(Wiring())
    with playing(rig) as edges:
        make_fault(rig, "stuck red 8")
        assert edges.next() == (1, 8, True)
        lift_fault(rig, "stuck red 8")
        assert edges.next() == (1, 8, False)
        assert taps(rig, edges, 1, 8) == pressed(1, 8)


def test_a_contact_that_bounces_makes_one_press_and_once_mended_bounces_no_more() -> None:
    pauses: list[int] = []
    rig = Rig(Wiring(), pause_ms=pauses.append)
    make_fault(rig, "bouncing 2 3 6")
    with playing(rig) as edges:
        assert taps(rig, edges, 2, 3) == pressed(2, 3)
        assert taps(rig, edges, 4, 4) == pressed(4, 4)
        assert pauses == [1, 2, 1, 1, 1] * 2
        lift_fault(rig, "bouncing 2 3 6")
        assert taps(rig, edges, 2, 3) == pressed(2, 3)
        assert pauses == [1, 2, 1, 1, 1] * 2


def test_a_contact_that_is_mended_while_it_bounces_comes_to_rest_at_once() -> None:
    def pause(_: int) -> None:
        pauses.append(rig.faults.copy())
        if len(pauses) == 3:
            lift_fault(rig, "bouncing 2 3 1000")

    pauses: list[list[str]] = []
    rig = Rig(Wiring(), pause_ms=pause)
    make_fault(rig, "bouncing 2 3 1000")
    with playing(rig) as edges:
        rig.press(2, 3, True)
        assert edges.next() == (2, 3, True)
    assert len(pauses) == 3


def test_rows_that_touch_cross_their_keys_until_they_part() -> None:
    rig = Rig(Wiring())
    make_fault(rig, "touching R1 R2")
    with playing(rig) as edges:
        rig.press(1, 1, True)
        assert {edges.next(), edges.next()} == {(1, 1, True), (1, 5, True)}
        rig.press(1, 1, False)
        assert {edges.next(), edges.next()} == {(1, 1, False), (1, 5, False)}
        lift_fault(rig, "touching R1 R2")
        assert taps(rig, edges, 1, 1) == pressed(1, 1)
        assert edges.put.empty()


def test_a_wire_in_place_of_a_diode_lets_three_keys_make_a_fourth_until_it_is_mended() -> None:
    rig = Rig(Wiring())
    corner, ghost = ((1, 2), (2, 1), (1, 1)), (2, 2)
    make_fault(rig, "missing red 1")
    with playing(rig) as edges:
        for key in corner[:-1]:
            rig.press(*key, True)
            assert edges.next() == (*key, True)
        # A look that has begun already may come upon either of them first.
        rig.press(*corner[-1], True)
        assert {edges.next(), edges.next()} == {(*corner[-1], True), (*ghost, True)}
        lift_fault(rig, "missing red 1")
        assert edges.next() == (*ghost, False)


def test_pins_of_a_chip_that_wrong_wires_let_fight_are_read_low_and_the_other_keys_play_on() -> None:
    rig = Rig(from_values({"pads.driver": "mcp23017"}))
    make_fault(rig, "touching R1 R2")
    make_fault(rig, "missing red 1")
    with playing(rig) as edges:
        assert taps(rig, edges, 8, 8) == pressed(8, 8)
        rig.press(1, 1, True)
        assert {edges.next(), edges.next()} == {(1, 1, True), (1, 5, True)}


def test_what_is_wrong_in_two_ways_is_still_wrong_when_one_of_them_is_mended() -> None:
    rig = Rig(Wiring())
    make_fault(rig, "reversed red 1")
    make_fault(rig, "missing red 1")
    make_fault(rig, "bouncing red 1 9")
    lift_fault(rig, "missing red 1")
    with playing(rig) as edges:
        rig.press(1, 1, True)
        assert taps(rig, edges, 2, 2) == pressed(2, 2)
        assert not rig.is_sound


@pytest.mark.parametrize(
    ("made", "mended"),
    [
        (["stuck red 1", "stuck 1 1"], "stuck red 1"),
        (["stuck red 1", "stuck 1 1"], "stuck 1 1"),
        (["touching R1 C1", "touching C1 R1"], "touching R1 C1"),
        (["stuck red 1", "touching R1 C1"], "stuck red 1"),
    ],
)
def test_a_key_that_is_closed_in_two_ways_does_not_open_for_an_instant_when_one_is_mended(
    made: list[str], mended: str
) -> None:
    rig = Rig(Wiring())
    matrix = rig.keys
    assert isinstance(matrix, KeyMatrix)
    matrix.drive("R1", False)
    for words in made:
        make_fault(rig, words)
    low: list[bool] = []
    matrix.when_changed.append(lambda: low.append(matrix.is_low("C1")))
    lift_fault(rig, mended)
    assert matrix.is_low("C1")
    assert False not in low


def test_a_bus_that_fails_and_hangs_still_fails_when_it_hangs_no_more() -> None:
    rig = Rig(Wiring())
    make_fault(rig, "failing bus")
    make_fault(rig, "hanging bus")
    lift_fault(rig, "hanging bus")
    with pytest.raises(HardwareError, match="No display answers"):
        open_panel(rig.wiring, rig).show(border(), Glow.BRIGHT)


@pytest.mark.parametrize("fault", ["unplugged panel", "failing bus"])
def test_a_panel_that_cannot_be_reached_is_whole_again_once_that_is_mended(fault: str) -> None:
    rig = Rig(Wiring())
    panel = open_panel(rig.wiring, rig)
    make_fault(rig, fault)
    with pytest.raises(HardwareError, match="No display answers"):
        panel.show(border(), Glow.BRIGHT)
    lift_fault(rig, fault)
    panel.show(border(), Glow.BRIGHT)
    assert rig.panel_picture().tobytes() == border().tobytes()


def test_a_slow_bus_takes_its_time_and_a_mended_one_none() -> None:
    rig = Rig(Wiring())
    bus = rig.by_number[1]
    taken: list[float] = []
    make_fault(rig, "slow bus")
    bus._wait = taken.append  # no test sleeps
    open_panel(rig.wiring, rig).show(border(), Glow.BRIGHT)
    assert sum(taken) > 1
    lift_fault(rig, "slow bus")
    before = len(taken)
    open_panel(rig.wiring, rig).show(border(), Glow.BRIGHT)
    assert len(taken) == before


def filled_in(words: str) -> str:
    """A fault with something said at every place."""
    places = {"PAD": "red", "KEY": "1", "MS": "5", "1-2": "1", "1-4": "1"}
    return " ".join(places.get(word, word) for word in words.replace("NET NET", "R1 C2").split())


@luma_is_old
@every_wiring
def test_every_fault_that_a_wiring_can_have_is_offered_and_can_be_made_and_mended(wiring: Wiring) -> None:
    rig = Rig(wiring)
    offered = faults_of(rig)
    assert ("slow bus" in offered) is bool(rig.by_number)
    assert ("touching NET NET" in offered) is (wiring.pads.driver != "tca9555")
    for words in FAULTS:
        if words in offered:
            make_fault(rig, filled_in(words))
        else:
            with pytest.raises(HardwareError, match="cannot be made"):
                make_fault(rig, filled_in(words))
    assert rig.faults == [filled_in(words) for words in offered]
    for words in offered:
        lift_fault(rig, filled_in(words))
    lights, panel = open_lights(wiring, rig), open_panel(wiring, rig)
    with playing(rig) as edges:
        assert taps(rig, edges, 1, 1) == pressed(1, 1)
        panel.show(Image.new("1", panel.size, 1), Glow.BRIGHT)
        lights.show([1] * 8)
    assert rig.panel_picture().tobytes() == Image.new("1", panel.size, 1).tobytes()
    assert rig.light_levels() == (1,) * 8


@pytest.mark.parametrize(
    "words",
    [
        "",
        "stuck",
        "stuck red 9",
        "stuck red one",
        "stuck mauve 1",
        "touching R1 R9",
        "touching R1 R1",
        "open red row 3",
    ],
)
def test_a_fault_that_there_is_not_is_refused_with_those_that_there_are(words: str) -> None:
    with pytest.raises(HardwareError) as refused:
        make_fault(Rig(Wiring()), words)
    assert all(fault in str(refused.value) for fault in FAULTS)
    with pytest.raises(HardwareError, match="tca9555 has no matrix"):
        make_fault(Rig(from_values({"pads.driver": "tca9555"})), "reversed red 1")
