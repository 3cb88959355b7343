"""The wiring: what each configuration connects, what is refused by name, and what the builder is told."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hw.board import Board, read_board
from hw.cables import CODES, cable
from hw.debounce import bit_of
from hw.faults import faults
from hw.header import HEADER, pin_of
from hw.opening import open_lights, open_pads, open_panel
from hw.pads.matrix import mask_of
from hw.ports import KEYS, PADS, HardwareError
from hw.sim.wires import nets_of
from hw.uses import key_at, uses
from hw.wiring import DRIVERS, Link, from_values, links
from hw.wiring_drawing import svg
from hw.wiring_table import table

WIRINGS: dict[str, dict[str, Any]] = {
    "the reference build": {},
    "all on I2C": {"pads.driver": "mcp23017", "lights.driver": "pca9685"},
    "an input a key, a chain of lights": {"pads.driver": "tca9555", "lights.driver": "apa102"},
    "a wide panel on SPI": {"panel.driver": "ssd1322", "lights.driver": "pca9685"},
    "no diodes": {"pads.diodes": False},
}
every_wiring = pytest.mark.parametrize("values", WIRINGS.values(), ids=WIRINGS.keys())

# (configuration, what the kernel has on, a part that cannot be used, what is said)
REFUSED: list[tuple[dict[str, Any], Board, str, str]] = [
    ({"lights.pins": [4, 14, 15, 7, 8, 9, 10, 11]}, Board(), "pads", "GPIO 4 (pin 7) is wired twice"),
    ({"lights.pins": [4, 14, 15, 7, 8, 9, 10, 11]}, Board(), "lights", "column 1 and as lights red"),
    ({"lights.pins": [2, 14, 15, 7, 8, 9, 10, 11]}, Board(), "lights", "as panel I2C SDA and as lights red"),
    ({"pads.rows": [3, 6, 12, 13, 16, 19, 20, 21]}, Board(), "pads", "GPIO 3 (pin 5) is wired twice"),
    ({}, Board(is_spi_on=True), "lights", "GPIO 7 (pin 26), wired as lights green, is the kernel's for SPI"),
    ({}, Board(is_spi_on=True), "lights", "write dtparam=spi=off in config.txt"),
    (
        {},
        Board(is_uart_on=True),
        "lights",
        "GPIO 14 (pin 8), wired as lights orange, is the kernel's for UART",
    ),
    (
        {"panel.driver": "ssd1322", "lights.driver": "pca9685", "pads.rows": [2, 6, 12, 13, 16, 19, 20, 21]},
        Board(is_i2c_on=True),
        "pads",
        "GPIO 2 (pin 3)",
    ),
    ({"panel.driver": "ssd1322"}, Board(), "lights", "as panel SPI MOSI and as lights purple"),
    ({"panel.driver": "ssd1322", "lights.driver": "apa102"}, Board(), "lights", "shows garbage"),
    ({"pads.driver": "mcp23017", "pads.columns": ["GPA7", 1, 2, 3, 8, 9, 10, 11]}, Board(), "pads", "GPA7"),
    ({"pads.driver": "mcp23017", "pads.columns": [0, 1, 2, 3, "GPB7", 9, 10, 11]}, Board(), "pads", "GPB7"),
    (
        {"pads.driver": "mcp23017", "pads.columns": [0, 1, 2, 3, 8, 9, 10, 16]},
        Board(),
        "pads",
        "16 is no pin",
    ),
    ({"pads.driver": "mcp23017", "pads.columns": [0, 1, 2, 4, 8, 9, 10, 11]}, Board(), "pads", "GPA4 of "),
    ({"pads.driver": "mcp23017", "pads.diodes": False}, Board(), "pads", "pads.diodes = false cannot be"),
    ({"pads.driver": "mcp23017", "pads.addresses": [0x3C]}, Board(), "pads", "can be at 0x3C"),
    (
        {"pads.driver": "tca9555", "pads.addresses": [0x20]},
        Board(),
        "pads",
        "needs 4 in pads.addresses, not 1",
    ),
    (
        {"pads.driver": "tca9555", "pads.addresses": [32, 33, 34, 34]},
        Board(),
        "pads",
        "pads.addresses has 0x22 twice",
    ),
    ({"panel.address": 0x20}, Board(), "panel", "no ssd1309 can be at 0x20: its pins set 0x3C to 0x3D"),
    ({"pads.rows": [5, 6, 12, 13]}, Board(), "pads", "pads.rows has 4 pins"),
    ({"pads.columns": [4]}, Board(), "pads", "pads.columns has 1 pins"),
    ({"lights.pins": [18]}, Board(), "lights", "lights.pins has 1 pins"),
    ({"pads.rows": [0, 6, 12, 13, 16, 19, 20, 21]}, Board(), "pads", "belongs to the EEPROM"),
    ({"pads.rows": [40, 6, 12, 13, 16, 19, 20, 21]}, Board(), "pads", "GPIO 40 is not on the header"),
    ({"pads.driver": "ttp229"}, Board(), "pads", "choose one of matrix, mcp23017, tca9555"),
    ({"panel.driver": "hd44780"}, Board(), "panel", "choose one of ssd1309, ssd1306, sh1106, ssd1322"),
    ({"lights.driver": "candles"}, Board(), "lights", "choose one of leds, apa102, pca9685"),
    ({"pads.backend": "pigpio"}, Board(), "pads", "choose one of auto, lgpio, rpigpio"),
    ({"panel.driver": "ssd1322", "panel.link": "i2c"}, Board(), "panel", "panel.link can be spi"),
    ({"panel.driver": "ssd1322", "panel.device": 2}, Board(), "panel", "SPI 0 has only 0 and 1"),
]


@every_wiring
def test_what_is_offered_has_no_fault_with_its_buses_on(values: dict[str, Any]) -> None:
    wiring = from_values(values)
    is_spi_on = Link.SPI in links(wiring).values()
    assert faults(wiring, Board(is_i2c_on=True, is_spi_on=is_spi_on)) == []


@pytest.mark.parametrize(("values", "board", "part", "said"), REFUSED)
def test_a_wiring_that_cannot_work_is_refused_by_name(
    values: dict[str, Any], board: Board, part: str, said: str
) -> None:
    found = [fault.text for fault in faults(from_values(values), board) if part in fault.parts]
    assert any(said in text for text in found), found
    assert all("\n" not in text and len(text) < 200 for text in found)


def test_a_fault_of_one_part_leaves_the_others_alone() -> None:
    (fault,) = faults(from_values({"panel.driver": "hd44780"}), Board())
    assert fault.parts == {"panel"}


def test_eight_lights_on_the_pins_of_spi_are_one_fault_not_eight() -> None:
    assert len(faults(from_values({}), Board(is_spi_on=True))) == 1


@pytest.mark.parametrize(
    ("opened", "values"),
    [
        (open_pads, {"pads.driver": "ttp229"}),
        (open_panel, {"panel.driver": "hd44780"}),
        (open_lights, {"lights.driver": "candles"}),
    ],
)
def test_an_unknown_driver_is_refused_before_anything_is_opened(opened: Any, values: dict[str, Any]) -> None:
    with pytest.raises(HardwareError, match="is not known: choose one of"):
        opened(from_values(values))


def test_a_word_that_is_no_pin_is_refused_by_that_word() -> None:
    with pytest.raises(HardwareError, match='"GPC1" is no pin'):
        from_values({"pads.rows": ["GPC1"]})


def test_pins_can_be_named_as_people_name_them() -> None:
    assert from_values({"pads.rows": ["GPIO17", "gpio 5", "GPA4", "gpb0", 21]}).pads.rows == (17, 5, 4, 8, 21)


def test_the_default_wiring_is_that_of_the_reference_build() -> None:
    """Key k of pad p: row 2((p-1) mod 4) + (k-1) div 4, column 4((p-1) div 4) + (k-1) mod 4."""
    pads = from_values({}).pads
    assert pads.rows == (5, 6, 12, 13, 16, 19, 20, 21)
    assert pads.columns == (4, 17, 27, 22, 23, 24, 25, 26)
    for pad in range(1, PADS + 1):
        for key in range(1, KEYS + 1):
            row = 2 * ((pad - 1) % 4) + (key - 1) // 4
            column = 4 * ((pad - 1) // 4) + (key - 1) % 4
            assert key_at(row, column) == (pad, key)
            assert nets_of(pad, key) == (f"R{row + 1}", f"C{column + 1}")
            rows = [0] * KEYS
            rows[row] = 1 << column
            assert mask_of(rows) == bit_of(pad, key)


def test_the_reference_build_uses_every_pin_but_the_eeproms_once() -> None:
    assert sorted(use.gpio for use in uses(from_values({}))) == list(range(2, 28))


def test_the_header_is_the_one_of_every_pi() -> None:
    assert len(HEADER) == 40
    assert [pin_of(gpio) for gpio in (2, 14, 17, 10, 26, 21, 28)] == [3, 8, 11, 19, 37, 40, None]


@every_wiring
def test_the_table_fits_a_page_and_names_every_pin_in_use(values: dict[str, Any]) -> None:
    wiring = from_values(values)
    lines = table(wiring)
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
    header = "\n".join(line for line in lines if "GPIO" in line)
    for use in uses(wiring):
        assert f"GPIO {use.gpio}" in header
        assert use.what in header


@every_wiring
def test_the_drawing_is_well_formed_and_names_every_pad_and_every_end_of_a_wire(
    values: dict[str, Any],
) -> None:
    wiring = from_values(values)
    tree = ElementTree.fromstring(svg(wiring))
    words = " ".join("".join(node.itertext()) for node in tree.iter("{http://www.w3.org/2000/svg}text"))
    for pad, code in enumerate(CODES, 1):
        assert code in words
        for wire in cable(wiring, pad):
            assert wire.to.removeprefix("GPIO ") in words
            assert wire.what in words
    for number in range(1, 41):
        assert f" {number} " in f" {words} "


@every_wiring
def test_nothing_that_is_said_besides_runs_out_of_its_frame(values: dict[str, Any]) -> None:
    drawn = svg(from_values(values))
    besides = drawn[drawn.index(">Besides<") :]
    assert max(float(y) for y in re.findall(r' y="([\d.]+)"', besides)) <= 860 + 242


@every_wiring
def test_every_key_of_a_pad_has_its_wires_in_the_cable(values: dict[str, Any]) -> None:
    wiring = from_values(values)
    for pad in range(1, PADS + 1):
        ends = [wire.to for wire in cable(wiring, pad) if "light" not in wire.what]
        assert len(ends) == len(set(ends))
        assert len(ends) == (9 if wiring.pads.driver == "tca9555" else 6)


@pytest.mark.parametrize(("values", "board", "part", "said"), REFUSED)
def test_a_wiring_at_fault_can_still_be_looked_at(
    values: dict[str, Any], board: Board, part: str, said: str
) -> None:
    wiring = from_values(values)
    assert table(wiring)
    ElementTree.fromstring(svg(wiring))


def test_the_pi_tells_which_buses_it_has_switched_on(tmp_path: Path) -> None:
    assert read_board(tmp_path) == Board()
    dev = tmp_path / "dev"
    dev.mkdir()
    for name in ("i2c-1", "spidev0.1", "ttyAMA0", "ttyAMA10"):
        (dev / name).touch()
    (dev / "serial0").symlink_to("ttyAMA0")
    assert read_board(tmp_path) == Board(is_i2c_on=True, is_spi_on=True, is_uart_on=True)
    (dev / "serial0").unlink()
    (dev / "serial0").symlink_to("ttyAMA10")
    assert not read_board(tmp_path).is_uart_on


def test_no_hardware_library_is_imported_before_a_driver_that_needs_it_is_opened() -> None:
    modules = [driver.module for part in DRIVERS.values() for driver in part.values()]
    pads = [module for module in modules if ".pads." in module]
    names = ["hw.wiring", "hw.wiring_table", "hw.wiring_drawing", "hw.faults", "hw.backend", *pads]
    code = (
        f"import sys, importlib\nfor name in {names!r}: importlib.import_module(name)\n"
        "found = {'gpiozero', 'lgpio', 'RPi', 'RPi.GPIO', 'smbus2', 'spidev', 'gpiod', 'luma', 'fake_rpi'}\n"
        "print(sorted(found & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
