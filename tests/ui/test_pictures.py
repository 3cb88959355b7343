"""Every kind of screen, in every language, on panels of three sizes: the pictures kept here, pixel by pixel.

`WRITE_PICTURES=1 pytest tests/ui/test_pictures.py` writes them anew; look at them before you keep them. A
picture holds all pages of a screen, one below the other.
"""

import os
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from device.app.texts import LANGUAGES
from device.ui.draw import draw
from device.ui.pages import leaves
from device.ui.screens import screen_of

from .gallery import GALLERY
from .tables import SIZES

PICTURES = Path(__file__).parent / "pictures"
IS_WRITING = os.environ.get("WRITE_PICTURES") == "1"


def all_pages(name: str, size: tuple[int, int], language: str) -> Image.Image:
    screen = screen_of(GALLERY[name], LANGUAGES[language])
    count = len(leaves(screen, size))
    picture = Image.new("1", (size[0], size[1] * count))
    for page in range(count):
        picture.paste(draw(screen, page, size), (0, page * size[1]))
    return picture


def path_of(name: str, size: tuple[int, int], language: str) -> Path:
    return PICTURES / language / f"{size[0]}x{size[1]}" / f"{name}.png"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", GALLERY)
def test_the_screen_looks_as_it_was_approved(name: str, size: tuple[int, int], language: str) -> None:
    picture, path = all_pages(name, size, language), path_of(name, size, language)
    if IS_WRITING:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, optimize=True)
    with Image.open(path) as kept:
        assert picture.size == kept.size
        assert ImageChops.logical_xor(picture, kept.convert("1")).getbbox() is None, f"differs: {path.name}"


def test_no_picture_is_left_of_a_screen_that_is_gone() -> None:
    wanted = {path_of(*screen) for screen in product(GALLERY, SIZES, LANGUAGES)}
    assert set(PICTURES.rglob("*.png")) == wanted
