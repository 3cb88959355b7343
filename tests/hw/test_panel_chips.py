"""The simulated panels behave as their data sheets say."""

import pytest

from hw.sim.oled import Sh1106, Ssd1306, Ssd1309

PUMP_AND_ON = bytes((0x00, 0x8D, 0x14, 0xAF))
MOUNTED = bytes((0x00, 0xA1, 0xC8))


def chip_on() -> Ssd1306:
    """An SSD1306 that is lit, mounted as on its modules, its memory clear."""
    chip = Ssd1306()
    chip.write(PUMP_AND_ON)
    chip.write(MOUNTED)
    chip.ram = [bytearray(128) for _ in range(8)]
    return chip


def commands(*codes: int) -> bytes:
    return bytes((0x00, *codes))


def lit_pixels(chip: Ssd1306) -> set[tuple[int, int]]:
    picture = chip.picture()
    return {(x, y) for x in range(128) for y in range(64) if picture.getpixel((x, y))}


def test_the_memory_is_noise_at_power_on_and_other_noise_the_next_time() -> None:
    chip = Ssd1306()
    first = [bytes(page) for page in chip.ram]
    chip.power_on()
    assert 0.4 < sum(byte.bit_count() for page in first for byte in page) / (128 * 64) < 0.6
    assert [bytes(page) for page in chip.ram] != first


def test_an_ssd1306_is_dark_until_its_pump_runs_and_an_ssd1309_is_not() -> None:
    for chip, is_lit in ((Ssd1306(), False), (Ssd1309(), True), (Sh1106(), True)):
        chip.write(commands(0xAF))
        assert chip.is_lit is is_lit
    chip.write(commands(0xAD, 0x8A))
    assert not chip.is_lit


def test_power_loss_turns_it_off_and_forgets_the_contrast() -> None:
    chip = chip_on()
    chip.write(commands(0x81, 0x01))
    chip.power_on()
    assert not chip.is_lit
    assert chip.registers.contrast == 0x7F


def test_page_mode_stays_in_its_page() -> None:
    chip = chip_on()
    chip.write(commands(0xB3, 0x0E, 0x17))
    chip.write(b"\x40\x01\x02\x03")
    assert chip.ram[3][0x7E:] == b"\x01\x02"
    assert chip.ram[3][0] == 0x03


def test_horizontal_mode_fills_a_window_row_by_row_and_begins_again() -> None:
    chip = chip_on()
    chip.write(commands(0x20, 0x00, 0x21, 10, 11, 0x22, 2, 3))
    chip.write(b"\x40\x01\x02\x03\x04\x05")
    assert (bytes(chip.ram[2][10:12]), bytes(chip.ram[3][10:12])) == (b"\x05\x02", b"\x03\x04")


def test_vertical_mode_fills_a_window_column_by_column() -> None:
    chip = chip_on()
    chip.write(commands(0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3))
    chip.write(b"\x40\x01\x02\x03\x04")
    assert (bytes(chip.ram[2][10:12]), bytes(chip.ram[3][10:12])) == (b"\x01\x03", b"\x02\x04")


def test_arguments_may_come_in_a_later_transfer() -> None:
    chip = chip_on()
    chip.write(commands(0x81))
    chip.write(commands(0xAE))
    assert chip.registers.contrast == 0xAE
    assert chip.is_lit


def test_commands_and_data_may_be_mixed_in_one_transfer() -> None:
    chip = chip_on()
    chip.write(bytes((0x80, 0xB1, 0x80, 0x05, 0x80, 0x10, 0xC0, 0x11, 0x40, 0x22, 0x33)))
    assert bytes(chip.ram[1][5:8]) == b"\x11\x22\x33"


@pytest.mark.parametrize(
    ("codes", "pixel"),
    [
        ((), (3, 10)),
        ((0x42,), (3, 8)),
        ((0xD3, 0x02), (3, 8)),
        ((0xA0,), (124, 10)),
        ((0xC0,), (3, 53)),
    ],
)
def test_start_line_offset_and_directions_move_the_picture(
    codes: tuple[int, ...], pixel: tuple[int, int]
) -> None:
    chip = chip_on()
    chip.ram[1][3] = 0x04
    chip.write(commands(*codes))
    assert lit_pixels(chip) == {pixel}


def test_inverse_and_all_lit_do_not_touch_the_memory() -> None:
    chip = chip_on()
    chip.ram[0][0] = 0x01
    chip.write(commands(0xA7))
    assert len(lit_pixels(chip)) == 128 * 64 - 1
    chip.write(commands(0xA5))
    assert len(lit_pixels(chip)) == 128 * 64
    chip.write(commands(0xA4, 0xA6))
    assert lit_pixels(chip) == {(0, 0)}


def test_an_sh1106_has_132_columns_and_stops_behind_the_last() -> None:
    chip = Sh1106()
    chip.write(commands(0xB2, 0x02, 0x18))
    chip.write(b"\x40\x01\x02\x03")
    assert chip.ram[2][130:] == b"\x01\x02"
    assert len(chip.ram[2]) == 132


def test_commands_that_a_chip_has_not_are_counted_and_ignored() -> None:
    chip = Sh1106()
    chip.write(commands(0x21, 0xAF))
    assert chip.unknown == [0x21]
    assert chip.registers.is_on


def test_the_status_byte_tells_whether_the_display_is_on() -> None:
    chip = Ssd1306()
    assert chip.read(1)[0] & 0x40
    chip.write(commands(0xAF))
    assert not chip.read(1)[0] & 0x40
