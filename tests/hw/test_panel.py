"""Panels on I2C: what goes over the wire, to the byte, and what people see on the glass."""

import pytest
from luma.oled.device import ssd1306
from PIL import Image, ImageDraw

from hw.panel.device import Unhooked
from hw.panel.oled import Contrasts, open_oled
from hw.panel.serials import Serial
from hw.ports import Glow
from hw.sim.bus import Sent, SimI2c
from hw.sim.oled import Sh1106, Ssd1306
from hw.wiring import Wiring
from tests.hw.panel_bench import SIZE, bench, border, is_data, snow

every_chip = pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "sh1106"])

OPENING = [
    "00 ae d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6",
    "00 81 cf",
    "00 21 00 7f 22 00 07",
    "40" + " 00" * 1024,
    "00 af",
]


def from_hex(lines: list[str]) -> list[bytes]:
    return [bytes.fromhex(line) for line in lines]


def counter(number: int) -> Image.Image:
    """A screen with a number in its upper right corner, as the lock counts down."""
    image = border()
    draw = ImageDraw.Draw(image)
    draw.rectangle((100, 2, 123, 13), fill=0)
    draw.text((104, 2), str(number), fill=1)
    return image


def marks(count: int) -> Image.Image:
    """A screen with that many thick segments in its lowest rows."""
    image = border()
    for place in range(count):
        ImageDraw.Draw(image).rectangle((2 + 9 * place, 61, 9 + 9 * place, 63), fill=1)
    return image


@every_chip
def test_the_glass_shows_the_picture(driver: str) -> None:
    table = bench(driver)
    for picture in (border(), snow(1), snow(2), border()):
        table.show(picture)
        assert table.shown() == picture.tobytes()


@pytest.mark.parametrize(
    ("driver", "offset", "column"),
    [("ssd1306", None, 0), ("ssd1309", None, 0), ("sh1106", None, 2), ("sh1106", 0, 0), ("ssd1306", 0, 0)],
)
def test_the_border_begins_at_the_first_column_of_the_glass(
    driver: str, offset: int | None, column: int
) -> None:
    table = bench(driver, offset=offset)
    table.show(border())
    assert table.chip.leftmost_lit_column() == column


@every_chip
def test_a_panel_mounted_upside_down_reads_right(driver: str) -> None:
    table = bench(driver, is_upside_down=True)
    for seed in (1, 2):
        table.show(snow(seed))
        assert table.chip.picture().rotate(180).tobytes() == snow(seed).tobytes()


@pytest.mark.parametrize(
    ("size", "glass"), [((128, 32), (0, 128, 32)), ((64, 48), (32, 64, 48)), ((64, 32), (32, 64, 32))]
)
def test_smaller_glasses_show_the_whole_picture(size: tuple[int, int], glass: tuple[int, int, int]) -> None:
    table = bench(chip=Ssd1306(glass), width=size[0], height=size[1])
    table.show(snow(1, size))
    assert table.panel.size == size
    assert table.shown() == snow(1, size).tobytes()


def test_an_ssd1306_is_opened_with_these_bytes() -> None:
    table = bench()
    table.show(Image.new("1", SIZE))
    assert table.writes() == [*from_hex(OPENING), bytes.fromhex("00 81 cf")]


def test_an_sh1106_is_opened_with_these_bytes() -> None:
    table = bench("sh1106")
    table.show(Image.new("1", SIZE))
    pages = [line for page in range(8) for line in (f"00 b{page} 00 10", "40" + " 00" * 132)]
    init = "00 ae 20 10 b0 c8 00 10 40 a1 a6 a8 3f a4 d3 00 d5 f0 d9 22 da 12 db 20 8d 14"
    assert table.writes() == from_hex([init, "00 81 7f", *pages, "00 af", "00 81 7f"])


def test_a_whole_picture_is_1034_bytes() -> None:
    table = bench()
    table.show(Image.new("1", SIZE))
    table.bus.sent.clear()
    table.show(Image.new("1", SIZE, 1))
    assert sum(1 + len(data) for data in table.writes()) == 1034
    assert [len(data) for data in table.writes()] == [7, 1025]


@every_chip
def test_an_unchanged_picture_is_not_sent(driver: str) -> None:
    table = bench(driver)
    table.show(snow(1))
    table.bus.sent.clear()
    table.show(snow(1))
    assert table.writes() == []


@every_chip
@pytest.mark.parametrize("screens", [counter, marks])
def test_a_changed_counter_or_mark_takes_less_than_120_bytes(driver: str, screens: object) -> None:
    assert callable(screens)
    table = bench(driver)
    table.show(screens(3))
    for number in (2, 1, 0):
        table.bus.sent.clear()
        table.show(screens(number))
        assert table.shown() == screens(number).tobytes()
        assert table.bus.bytes_sent < 120


def test_a_counter_and_a_mark_together_are_two_windows() -> None:
    table, first, second = bench(), border(), border()
    ImageDraw.Draw(second).rectangle((100, 8, 105, 15), fill=1)
    ImageDraw.Draw(second).rectangle((3, 56, 4, 60), fill=1)
    table.show(first)
    table.bus.sent.clear()
    table.show(second)
    assert table.writes() == from_hex(
        ["00 21 64 69 22 01 01", "40 ff ff ff ff ff ff", "00 21 03 04 22 07 07", "40 9f 9f"]
    )


def test_an_sh1106_takes_the_changed_part_of_each_page() -> None:
    table, first, second = bench("sh1106"), border(), border()
    ImageDraw.Draw(second).rectangle((30, 14, 32, 17), fill=1)
    table.show(first)
    table.bus.sent.clear()
    table.show(second)
    assert table.writes() == from_hex(["00 b1 00 12", "40 c0 c0 c0", "00 b2 00 12", "40 03 03 03"])


def test_an_sh1106_takes_two_marks_of_a_page_one_by_one() -> None:
    table, first, second = bench("sh1106"), border(), border()
    ImageDraw.Draw(second).rectangle((3, 56, 4, 60), fill=1)
    ImageDraw.Draw(second).rectangle((40, 56, 40, 60), fill=1)
    table.show(first)
    table.bus.sent.clear()
    table.show(second)
    assert table.writes() == from_hex(["00 b7 05 10", "40 9f 9f", "00 b7 0a 12", "40 9f"])


@pytest.mark.filterwarnings("ignore:.*getdata is deprecated:DeprecationWarning")
def test_a_chip_that_knows_only_whole_pictures_is_not_sent_the_same_one_twice() -> None:
    class Plain(ssd1306, Unhooked):  # type: ignore[misc]  # luma has no types
        def __init__(self, serial: Serial, first_column: int | None, **size: int) -> None:
            super().__init__(serial, **size)

    table = bench()
    panel = open_oled(Wiring(), Plain, Contrasts(0xCF, 0), table.buses)
    panel.show(snow(1), Glow.BRIGHT)
    table.bus.sent.clear()
    panel.show(snow(1), Glow.BRIGHT)
    assert not table.writes()
    panel.show(snow(2), Glow.BRIGHT)
    assert table.shown() == snow(2).tobytes()


@every_chip
def test_no_snow_is_seen_at_power_on(driver: str) -> None:
    table = bench(driver)
    seen: list[int] = []

    def look(_: Sent) -> None:
        if table.chip.is_lit:
            seen.append(int.from_bytes(table.shown()))

    table.bus.fault = look
    table.show(border())
    assert seen
    assert not any(pixels & ~int.from_bytes(border().tobytes()) for pixels in seen)


def test_no_noise_is_left_beside_the_glass_of_an_sh1106() -> None:
    table = bench("sh1106", chip=Sh1106((0, 132, 64)))
    table.show(Image.new("1", SIZE))
    assert table.chip.picture().getbbox() is None


@every_chip
def test_no_blank_is_seen_between_pictures(driver: str) -> None:
    table = bench(driver)
    table.show(snow(1))
    seen: list[bytes] = []
    table.bus.fault = lambda _: seen.append(table.shown())
    table.show(snow(2))
    assert seen
    assert bytes(1024) not in seen
    assert table.chip.is_lit


@every_chip
def test_a_dim_panel_shows_the_same_at_less_contrast(driver: str) -> None:
    table = bench(driver)
    table.show(border())
    bright = table.chip.registers.contrast
    table.show(border(), Glow.MIDDLE)
    middle = table.chip.registers.contrast
    table.show(border(), Glow.DIM)
    assert table.chip.registers.contrast < middle < bright
    assert table.shown() == border().tobytes()
    table.show(border())
    assert table.chip.registers.contrast == bright


@every_chip
def test_a_panel_that_is_off_is_dark_and_wakes_to_the_new_picture(driver: str) -> None:
    table = bench(driver)
    table.show(snow(1))
    table.show(Image.new("1", SIZE), Glow.OFF)
    assert not table.chip.is_lit
    assert table.bus.open_count == 0
    table.bus.sent.clear()
    table.show(Image.new("1", SIZE), Glow.OFF)
    assert not table.bus.sent
    table.show(snow(2), Glow.DIM)
    assert table.shown() == snow(2).tobytes()


def test_a_panel_that_lost_its_power_asleep_wakes_all_the_same() -> None:
    table = bench()
    table.show(snow(1))
    table.show(Image.new("1", SIZE), Glow.OFF)
    table.plug_anew()
    table.show(snow(1))
    assert table.shown() == snow(1).tobytes()


def test_a_panel_left_on_by_the_last_run_goes_off_when_off_comes_first() -> None:
    table = bench()
    table.show(snow(1))
    again = bench(chip=table.chip)
    again.chip.registers.is_on = again.chip.registers.is_pumping = True
    again.show(Image.new("1", SIZE), Glow.OFF)
    assert not table.chip.is_lit


def test_beside_expanders_no_transfer_is_longer_than_a_page() -> None:
    table = bench(pads="mcp23017")
    table.show(snow(1))
    table.show(snow(2))
    assert table.shown() == snow(2).tobytes()
    assert max(len(sent.data) for sent in table.bus.sent) == 1 + 128


def test_an_adapter_that_takes_only_small_blocks_shows_the_same() -> None:
    table = bench(bus=SimI2c(is_plain=False))
    table.show(snow(1))
    assert table.shown() == snow(1).tobytes()
    assert max(len(sent.data) for sent in table.bus.sent) == 1 + 32


def test_a_slow_bus_takes_as_long_as_its_bytes() -> None:
    spent: list[float] = []
    table = bench(bus=SimI2c(hertz=100_000, wait=spent.append))
    table.show(Image.new("1", SIZE))
    spent.clear()
    table.show(Image.new("1", SIZE, 1))
    assert 0.093 < sum(spent) < 0.094


def test_a_picture_of_another_size_or_kind_is_a_mistake_of_the_caller() -> None:
    table = bench()
    for image in (Image.new("1", (64, 64)), Image.new("L", SIZE)):
        with pytest.raises(ValueError, match="128, 64"):
            table.show(image)


def test_only_pieces_of_pictures_follow_the_opening() -> None:
    table = bench()
    table.show(snow(1))
    table.bus.sent.clear()
    table.show(snow(2))
    assert [is_data(sent) for sent in table.bus.sent if len(sent.data) > 1] == [False, True]
