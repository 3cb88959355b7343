"""The configuration's keys for the hardware: [pads], [panel], [lights]. hw/wiring.py gives them meaning."""

from typing import Annotated, Any, Literal

import msgspec

from device.app.key import Key
from hw.words import Words

_PIN = r"(?i)^\s*(gp[ab][0-7]|(gpio)?\s*[0-9]{1,3})\s*$"
_Pin = int | Annotated[str, msgspec.Meta(pattern=_PIN)]
_Pins = list[_Pin]
_Word = Annotated[str, msgspec.Meta(max_length=40)]
_Bus = Annotated[int, msgspec.Meta(ge=0, le=40)]
_Address = Annotated[int, msgspec.Meta(ge=0x08, le=0x77)]
_Gpio = Annotated[int, msgspec.Meta(ge=0, le=27)]

PINS_WORDS = Words("a list of pins, such as [5, 6]; an empty list is the driver's own")
ADDRESS_WORDS = Words("an I2C address from 0x08 to 0x77")


def _size(most: int) -> Any:
    return Annotated[int, msgspec.Meta(ge=0, le=most)]


HARDWARE_KEYS: dict[str, Key] = {
    "pads.driver": Key(_Word, "matrix", Words("a driver's name: matrix, mcp23017 or tca9555")),
    "pads.backend": Key(_Word, "auto", Words('"auto", "lgpio" or "rpigpio"')),
    "pads.diodes": Key(bool, True, Words("true, or false where keys have no diodes")),
    "pads.rows": Key(_Pins, [], PINS_WORDS),
    "pads.columns": Key(_Pins, [], PINS_WORDS),
    "pads.bus": Key(_Bus, 1, Words("an I2C bus's number")),
    "pads.addresses": Key(
        list[_Address], [], Words("a list of I2C addresses; an empty list is the driver's own")
    ),
    "pads.interrupt": Key(_Gpio, 4, Words("a GPIO number; 0: none is connected")),
    "panel.driver": Key(_Word, "ssd1309", Words("a driver's name: ssd1309, ssd1306, sh1106 or ssd1322")),
    "panel.link": Key(Literal["", "i2c", "spi"], "", Words('"i2c" or "spi"; "" is the driver\'s own')),
    "panel.width": Key(_size(512), 0, Words("pixels; 0 is the panel's own")),
    "panel.height": Key(_size(256), 0, Words("pixels; 0 is the panel's own")),
    "panel.upside_down": Key(bool, False, Words("true or false")),
    "panel.offset": Key(
        Annotated[int, msgspec.Meta(ge=-1, le=127)], -1, Words("a column; -1 is the driver's own")
    ),
    "panel.bus": Key(_Bus, 1, Words("an I2C bus's number")),
    "panel.address": Key(_Address, 0x3C, ADDRESS_WORDS),
    "panel.device": Key(Annotated[int, msgspec.Meta(ge=0, le=1)], 0, Words("0 or 1: SPI0's chip select")),
    "panel.dc": Key(_Gpio, 18, Words("a GPIO number")),
    "panel.reset": Key(_Gpio, 15, Words("a GPIO number")),
    "lights.driver": Key(_Word, "leds", Words("a driver's name: leds, apa102 or pca9685")),
    "lights.pins": Key(_Pins, [], PINS_WORDS),
    "lights.bus": Key(_Bus, 1, Words("an I2C bus's number")),
    "lights.address": Key(_Address, 0x40, ADDRESS_WORDS),
    "lights.device": Key(Annotated[int, msgspec.Meta(ge=0, le=1)], 0, Words("0 or 1: SPI0's chip select")),
}
