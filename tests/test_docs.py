"""The pictures of README and docs are what the program draws today."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from device.app.replay import replay
from docs.make import HERE, PICTURES, WIRINGS, machine_svg
from hw.board import Board
from hw.faults import faults
from hw.wiring import DRIVERS, from_values
from hw.wiring_drawing import svg

SHOTS = [
    line.split()[1]
    for line in (HERE / "pictures.script").read_text(encoding="utf-8").splitlines()
    if line.startswith("shot ")
]


def test_the_picture_of_the_machine_is_its_transition_table() -> None:
    assert (HERE / "machine.svg").read_text(encoding="utf-8") == machine_svg(), "run `make docs`"


@pytest.mark.parametrize("name", WIRINGS)
def test_a_drawing_is_that_of_its_wiring_which_can_be_built(name: str) -> None:
    wiring = from_values(WIRINGS[name])
    assert faults(wiring, Board()) == []
    assert (HERE / name).read_text(encoding="utf-8") == svg(wiring), "run `make docs`"


def test_every_driver_that_is_wired_in_another_way_is_drawn() -> None:
    drawn = {value for values in WIRINGS.values() for value in values.values()}
    reference, wired_alike = {"matrix", "ssd1309", "leds"}, {"ssd1306", "sh1106"}
    assert drawn == {name for drivers in DRIVERS.values() for name in drivers} - reference - wired_alike


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shots")
    assert replay([HERE / "pictures.script"], None, folder) == 0
    return folder


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_is_what_the_panel_shows(name: str, drawn: Path) -> None:
    with Image.open(PICTURES / name) as kept, Image.open(drawn / name) as new:
        assert ImageChops.difference(kept.convert("L"), new.convert("L")).getbbox() is None, "run `make docs`"


def test_every_link_of_the_pages_leads_somewhere() -> None:
    for page in (HERE.parent / "README.md", *HERE.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for part in text.split("](")[1:]:
            target = part.split(")")[0].split("#")[0]
            assert "://" in target or (page.parent / target).exists() or not target, f"{page.name}: {target}"
