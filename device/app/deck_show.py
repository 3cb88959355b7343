"""A card as the panel will show it: as a picture, or in the letters of a terminal."""

from collections.abc import Iterator, Sequence

from PIL import Image

from device.engine.cards import Card, Category, question
from device.ui.draw import draw
from device.ui.pages import leaves
from device.ui.views import Answers, Head, Names, Part, Question, Rival, Screen, Sign, Versus

TABLE = ("Anna", "Grandma Rosie", "Christopher", "Björn", "Zoë", "Łukasz", "Uncle Mehmet", "Sherlock Holmes")
"""Who sits at the table of a preview."""

_HALVES = " ▀▄█"
_BRAILLE = 0x2800
_BRAILLE_BITS = (
    (0, 0, 0x01),
    (0, 1, 0x02),
    (0, 2, 0x04),
    (1, 0, 0x08),
    (1, 1, 0x10),
    (1, 2, 0x20),
    (0, 3, 0x40),
    (1, 3, 0x80),
)
_GAP = 8


def card_screen(card: Card, subject: str = TABLE[2], reader: str = TABLE[0]) -> Screen:
    """The screen of a card while it is voted on."""
    text = question(card, subject, reader)
    head = Head(Sign(card.category), f"{reader} reads", "+2")
    return Screen("question", ((Question(text, head), _options(card, subject, reader)),))


def card_pages(screen: Screen, size: tuple[int, int]) -> list[Image.Image]:
    """All pages of a screen as 1-bit images of `size`."""
    return [draw(screen, page, size) for page in range(len(leaves(screen, size)))]


def contact_sheet(cards: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """One picture of many cards, enlarged: a row a card, its pages side by side."""
    scale = 4 if len(cards) <= 50 else 2
    width, height = (length * scale for length in cards[0][0].size)
    step_x, step_y = width + _GAP, height + _GAP
    sheet = Image.new("L", (max(map(len, cards)) * step_x + _GAP, len(cards) * step_y + _GAP), 96)
    for row, pages in enumerate(cards):
        for column, page in enumerate(pages):
            big = page.convert("L").resize((width, height), Image.Resampling.NEAREST)
            sheet.paste(big, (_GAP + column * step_x, _GAP + row * step_y))
    return sheet


def terminal_picture(image: Image.Image, columns: int) -> str:
    """The image in letters: half blocks where the terminal has the columns, else braille, half as wide."""
    lines = list(_half_blocks(image) if columns >= image.width + 2 else _braille(image))
    edge = "─" * len(lines[0])
    return "\n".join([f"┌{edge}┐", *(f"│{line}│" for line in lines), f"└{edge}┘"])


def _options(card: Card, subject: str, reader: str) -> Part:
    match card.category:
        case Category.CHOICES:
            return Answers(card.answers)
        case Category.EVERYBODY:
            return Names(TABLE)
        case Category.VERSUS:
            return Versus((Rival(3, subject, "BLU"), Rival(1, reader, "YEL", "the reader")))


def _half_blocks(image: Image.Image) -> Iterator[str]:
    """Two rows of pixels a line."""
    for y in range(0, image.height, 2):
        yield "".join(_HALVES[_ink(image, x, y) + 2 * _ink(image, x, y + 1)] for x in range(image.width))


def _braille(image: Image.Image) -> Iterator[str]:
    """Four rows of pixels a line, two columns a letter."""
    for y in range(0, image.height, 4):
        yield "".join(
            chr(_BRAILLE + sum(bit for dx, dy, bit in _BRAILLE_BITS if _ink(image, x + dx, y + dy)))
            for x in range(0, image.width, 2)
        )


def _ink(image: Image.Image, x: int, y: int) -> bool:
    return x < image.width and y < image.height and bool(image.getpixel((x, y)))
