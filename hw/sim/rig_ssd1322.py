"""A simulated SSD1322: 480 x 128 pixels of 16 greys, as a model of its memory (Solomon Systech data sheet).

Left out: scrolling, start line and offset, partial display, the grey table and all timing.
"""

from random import Random

from PIL import Image, ImageChops

COLUMNS, ROWS = 480, 128
PIXELS_AN_ADDRESS = 4
BYTES_AN_ADDRESS = 2
ROW_BYTES = COLUMNS // 2
BRIGHT = 8
"""A pixel of this grey, of 0-15, or more is shown as lit."""

WRITE, ALL_OFF, ALL_ON, NORMAL, INVERSE, SLEEP, WAKE = 0x5C, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF

_PIXELS = [bytes(255 if grey >= BRIGHT else 0 for grey in divmod(byte, 16)) for byte in range(256)]


class Ssd1322:
    """The chip. `glass` is the first visible column, the width and the height."""

    def __init__(self, glass: tuple[int, int, int] = (112, 256, 64), seed: int = 1) -> None:
        self._glass = glass
        self._noise = Random(seed)
        self.power_on()

    def power_on(self) -> None:
        """As after a reset, noise in the memory."""
        self.ram = bytearray(self._noise.randbytes(ROW_BYTES * ROWS))
        self.is_awake, self.mode, self.contrast = False, NORMAL, 0x7F
        self._columns, self._rows = (0, COLUMNS // PIXELS_AN_ADDRESS - 1), (0, ROWS - 1)
        self._at, self._row = 0, 0
        self._code = 0
        self._arguments: list[int] = []

    def command(self, data: bytes) -> None:
        """Take in commands. Their arguments come as data."""
        for code in data:
            self._code, self._arguments = code, []
            if code in (SLEEP, WAKE):
                self.is_awake = code == WAKE
            elif ALL_OFF <= code <= INVERSE:
                self.mode = code
            elif code == WRITE:
                self._at, self._row = self._columns[0] * BYTES_AN_ADDRESS, self._rows[0]

    def data(self, data: bytes) -> None:
        """Take in the arguments of a command, or pixels: two a byte, the left one in the upper half."""
        if self._code == WRITE:
            for byte in data:
                self._write(byte)
            return
        self._arguments += data
        match self._code, self._arguments:
            case 0x15, [first, last]:
                self._columns = (first & 0x7F, last & 0x7F)
            case 0x75, [first, last]:
                self._rows = (first & 0x7F, last & 0x7F)
            case 0xC1, [contrast]:
                self.contrast = contrast

    @property
    def is_lit(self) -> bool:
        """Something can be seen."""
        return self.is_awake and self.mode != ALL_OFF

    def picture(self) -> Image.Image:
        """What people see, mode "1". The glass is mounted for luma's way of scanning."""
        first, width, height = self._glass
        if not self.is_lit or self.mode == ALL_ON:
            return Image.new("1", (width, height), int(self.is_lit))
        rows = (self.ram[row * ROW_BYTES : (row + 1) * ROW_BYTES] for row in range(height))
        pixels = b"".join(_PIXELS[byte] for row in rows for byte in row)
        seen = Image.frombytes("L", (COLUMNS, height), pixels).crop((first, 0, first + width, height))
        return (ImageChops.invert(seen) if self.mode == INVERSE else seen).convert("1")

    def _write(self, byte: int) -> None:
        """One byte of pixels, then on to the next: along the window's row, then to its next row."""
        if self._at < ROW_BYTES and self._row < ROWS:
            self.ram[self._row * ROW_BYTES + self._at] = byte
        self._at += 1
        if self._at >= (self._columns[1] + 1) * BYTES_AN_ADDRESS:
            self._at = self._columns[0] * BYTES_AN_ADDRESS
            self._row = self._rows[0] if self._row >= self._rows[1] else self._row + 1
