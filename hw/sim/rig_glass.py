"""What the glass of a simulated OLED shows, from its memory byte by byte: fast enough for every change."""

from PIL import Image, ImageChops

from hw.sim.oled import PAGES, ROWS, Oled

PAGE_ROWS = ROWS // PAGES


def picture_of(chip: Oled, glass: tuple[int, int, int]) -> Image.Image:
    """The same as `chip.picture()`; `glass` is the first visible column, the width and the height."""
    first, width, height = glass
    registers, lit_rows = chip.registers, min(height, chip.registers.multiplex + 1)
    picture = Image.new("1", (width, height))
    if not chip.is_lit:
        return picture
    if registers.is_all_lit:
        picture.paste(1, (0, 0, width, height))
        return picture
    memory = _memory(chip)
    if not registers.is_remapped:
        memory = memory.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    rows = ImageChops.offset(memory, 0, -(registers.offset + registers.start_line))
    seen = rows.crop((first, 0, first + width, registers.multiplex + 1))
    if not registers.is_reversed:
        seen = seen.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    if registers.is_inverse:
        seen = ImageChops.invert(seen)
    picture.paste(seen.crop((0, 0, width, lit_rows)), (0, 0))
    return picture


def _memory(chip: Oled) -> Image.Image:
    """The memory as a picture: a byte is a column of eight pixels, the uppermost in bit 0."""
    memory = Image.new("1", (chip.COLUMNS, ROWS))
    for number, page in enumerate(chip.ram):
        # A byte as a row of eight pixels has the lowest first, once it is turned a quarter to the left.
        strip = Image.frombytes("1", (PAGE_ROWS, chip.COLUMNS), bytes(page))
        memory.paste(strip.transpose(Image.Transpose.ROTATE_90), (0, number * PAGE_ROWS))
    return memory
