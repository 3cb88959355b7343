"""The small pictures beside words, drawn as text like the letters."""

from functools import cache

from PIL import Image

from device.ui.glyphs import mask
from device.ui.views import Sign

_ROWS = {
    Sign.CHOICES: (
        "##.######",
        "##.######",
        ".........",
        "##.######",
        "##.######",
        ".........",
        "##.######",
        "##.######",
    ),
    Sign.EVERYBODY: (
        ".#...#...#.",
        "###.###.###",
        ".#...#...#.",
        "...........",
        "###.###.###",
        "###.###.###",
        "###.###.###",
        "#.#.#.#.#.#",
    ),
    Sign.VERSUS: (
        "...#.....",
        "..##.....",
        ".#######.",
        "..##.....",
        "...#.#...",
        ".....##..",
        ".#######.",
        ".....##..",
        ".....#...",
    ),
    Sign.WARNING: (
        "....#....",
        "...###...",
        "...#.#...",
        "..##.##..",
        "..##.##..",
        ".###.###.",
        ".#######.",
        "####.####",
        "#########",
    ),
    Sign.CUP: (
        "..#########..",
        "#############",
        "#.#########.#",
        "#.#########.#",
        ".##.#####.##.",
        "...#######...",
        "....#####....",
        ".....###.....",
        "......#......",
        "......#......",
        "....#####....",
        "..#########..",
    ),
}


@cache
def sign_ink(sign: Sign, scale: int = 1) -> Image.Image:
    """The sign as a 1-bit mask, every pixel `scale` times as large."""
    return mask(_ROWS[sign], scale)
