"""Simulated OLED controllers: SSD1306, SSD1309 and SH1106, by their data sheets.

A chip takes in the command stream that drivers send, keeps its own memory (noise after power-on) and
tells what people see on its glass. Left out: scrolling, the timing registers, the wiring of the COM pins.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from PIL import Image

ROWS = 64
PAGES = ROWS // 8

# The I2C control byte (SSD1306 data sheet, 8.1.5.2): more control bytes follow; what follows is data.
CONTINUATION = 0x80
IS_DATA = 0x40

STATUS_OFF = 0x40
"""The bit of the status byte that is set while the display is off (SSD1306, 9.2; SH1106, "Read Status")."""


@dataclass(slots=True)
class Registers:
    """What commands set, as it is after a reset (SSD1306 data sheet, 9)."""

    is_on: bool = False
    contrast: int = 0x7F
    is_inverse: bool = False
    is_all_lit: bool = False
    is_remapped: bool = False
    is_reversed: bool = False
    start_line: int = 0
    offset: int = 0
    multiplex: int = ROWS - 1
    is_pumping: bool = False
    addressing: int = 2
    first_column: int = 0
    last_column: int = 127
    first_page: int = 0
    last_page: int = PAGES - 1
    column: int = 0
    page: int = 0


class Oled:
    """What the controllers have in common. `glass` is the first visible column, the width and the height.

    `seed` decides the noise. `unknown` lists the commands that the chip does not have: it ignored them.
    """

    COLUMNS: ClassVar[int]
    IDENTITY: ClassVar[int]
    ARGUMENTS: ClassVar[Mapping[int, int]]

    def __init__(self, glass: tuple[int, int, int], seed: int = 1) -> None:
        self._glass = glass
        self._noise = Random(seed)
        self.unknown: list[int] = []
        self.power_on()

    def power_on(self) -> None:
        """Registers as after a reset, noise in the memory."""
        self.registers = self._reset()
        self.ram = [bytearray(self._noise.randbytes(self.COLUMNS)) for _ in range(PAGES)]
        self._command: list[int] = []
        self._is_data = False

    def write(self, data: bytes) -> None:
        """Take in one I2C transfer: control bytes, commands and data."""
        while data:
            control, data = data[0], data[1:]
            self._is_data = bool(control & IS_DATA)
            take = 1 if control & CONTINUATION else len(data)
            (self.data if self._is_data else self.command)(data[:take])
            data = data[take:]

    def read(self, count: int) -> bytes:
        """The status byte, as often as asked; after a control byte for data, it would be the memory's."""
        if self._is_data:
            return bytes(self.ram[self.registers.page][:count])
        return bytes([self.IDENTITY | (0 if self.registers.is_on else STATUS_OFF)]) * count

    def command(self, data: bytes) -> None:
        """Take in commands; a command's arguments may come in a later transfer."""
        for byte in data:
            self._command.append(byte)
            code, *arguments = self._command
            if len(arguments) == self.ARGUMENTS.get(code, 0):
                self._command = []
                self._do(code, arguments)

    def data(self, data: bytes) -> None:
        """Write bytes into the memory, each eight pixels of one column, the uppermost in bit 0."""
        registers = self.registers
        for byte in data:
            if registers.column < self.COLUMNS:
                self.ram[registers.page][registers.column] = byte
            self._advance()

    @property
    def is_lit(self) -> bool:
        """The glass has its voltage: display on, and where the chip makes the voltage, the pump too."""
        return self.registers.is_on

    def picture(self) -> Image.Image:
        """What people see, mode "1". The glass is mounted for a mirrored chip (A1, C8), as on all modules."""
        _, width, height = self._glass
        picture = Image.new("1", (width, height))
        if self.is_lit:
            picture.putdata([self._is_pixel_lit(x, y) for y in range(height) for x in range(width)])
        return picture

    def leftmost_lit_column(self) -> int | None:
        """The first column of the memory, counted from 0, that has a pixel set."""
        return next((x for x in range(self.COLUMNS) if any(page[x] for page in self.ram)), None)

    def _is_pixel_lit(self, x: int, y: int) -> bool:
        registers = self.registers
        com = y if registers.is_reversed else registers.multiplex - y
        if registers.is_all_lit or not 0 <= com <= registers.multiplex:
            return registers.is_all_lit
        first = self._glass[0]
        column = first + x if registers.is_remapped else self.COLUMNS - 1 - first - x
        row = (com + registers.offset + registers.start_line) % ROWS
        return bool(self.ram[row // 8][column] >> row % 8 & 1) != registers.is_inverse

    def _reset(self) -> Registers:
        return Registers()

    def _advance(self) -> None:
        """Move to where the next data byte goes."""
        raise NotImplementedError

    def _do(self, code: int, arguments: list[int]) -> None:
        """Carry out a command that all these chips have."""
        registers = self.registers
        match code:
            case _ if code <= 0x0F:
                registers.column = registers.column & 0xF0 | code
            case _ if code <= 0x1F:
                registers.column = registers.column & 0x0F | (code & 0x0F) << 4
            case _ if 0x40 <= code <= 0x7F:
                registers.start_line = code & 0x3F
            case 0x81:
                registers.contrast = arguments[0]
            case 0xA0 | 0xA1:
                registers.is_remapped = code == 0xA1
            case 0xA4 | 0xA5:
                registers.is_all_lit = code == 0xA5
            case 0xA6 | 0xA7:
                registers.is_inverse = code == 0xA7
            case 0xA8:
                registers.multiplex = arguments[0] & 0x3F
            case 0xAE | 0xAF:
                registers.is_on = code == 0xAF
            case _ if 0xB0 <= code <= 0xB7:
                registers.page = code & 0x07
            case _ if 0xC0 <= code <= 0xCF:
                registers.is_reversed = bool(code & 0x08)
            case 0xD3:
                registers.offset = arguments[0] & 0x3F
            case 0xD5 | 0xD9 | 0xDA | 0xDB | 0xE3:
                pass  # clock, pre-charge, COM pins, VCOMH, no operation: nothing that shows here
            case _:
                self.unknown.append(code)


class Ssd1306(Oled):
    """128 x 64, three ways of addressing, a charge pump that is off after a reset."""

    COLUMNS = 128
    IDENTITY = 0x06
    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
        **dict.fromkeys((0x21, 0x22), 2),
    }

    def __init__(self, glass: tuple[int, int, int] = (0, 128, 64), seed: int = 1) -> None:
        super().__init__(glass, seed)

    @property
    def is_lit(self) -> bool:
        """On, and the charge pump too."""
        return self.registers.is_on and self.registers.is_pumping

    def _do(self, code: int, arguments: list[int]) -> None:
        registers = self.registers
        match code:
            case 0x20:
                registers.addressing = arguments[0] & 0x03
            case 0x21:
                registers.first_column, registers.last_column = (value & 0x7F for value in arguments)
                registers.column = registers.first_column
            case 0x22:
                registers.first_page, registers.last_page = (value & 0x07 for value in arguments)
                registers.page = registers.first_page
            case 0x8D:
                registers.is_pumping = bool(arguments[0] & 0x04)
            case _:
                super()._do(code, arguments)

    def _advance(self) -> None:
        match self.registers.addressing:
            case 0:
                if self._step_column():
                    self._step_page()
            case 1:
                if self._step_page():
                    self._step_column()
            case _:
                self._step_column()

    def _step_column(self) -> bool:
        """To the next column of the window; whether that was a wrap."""
        registers = self.registers
        is_wrap = registers.column == registers.last_column
        registers.column = registers.first_column if is_wrap else (registers.column + 1) % self.COLUMNS
        return is_wrap

    def _step_page(self) -> bool:
        """To the next page of the window; whether that was a wrap."""
        registers = self.registers
        is_wrap = registers.page == registers.last_page
        registers.page = registers.first_page if is_wrap else (registers.page + 1) % PAGES
        return is_wrap


class Ssd1309(Ssd1306):
    """As the SSD1306; the module supplies the voltage, and the pump's command does nothing."""

    IDENTITY = 0x01

    @property
    def is_lit(self) -> bool:
        """On is enough."""
        return self.registers.is_on


class Sh1106(Oled):
    """132 x 64, addressed by pages alone. The glass of a 128 wide module begins at column 2."""

    COLUMNS = 132
    IDENTITY = 0x08
    ARGUMENTS = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)

    def __init__(self, glass: tuple[int, int, int] = (2, 128, 64), seed: int = 1) -> None:
        super().__init__(glass, seed)

    @property
    def is_lit(self) -> bool:
        """On, and the converter too, which is on unless switched off."""
        return self.registers.is_on and self.registers.is_pumping

    def _reset(self) -> Registers:
        return Registers(contrast=0x80, is_pumping=True)

    def _do(self, code: int, arguments: list[int]) -> None:
        match code:
            case 0xAD:
                self.registers.is_pumping = bool(arguments[0] & 0x01)
            case _ if 0x30 <= code <= 0x33:
                pass  # the pump's voltage
            case _:
                super()._do(code, arguments)

    def _advance(self) -> None:
        """To the next column; it stops behind the last one, the page stays."""
        self.registers.column = min(self.registers.column + 1, self.COLUMNS)
