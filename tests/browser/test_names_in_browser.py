"""A name is typed on a pad of the virtual table, and the next question has it."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from device.app.journal import Journal
from device.app.showing import Show
from device.app.texts import ENGLISH
from device.machine.phases import State, Vote
from tests.browser.table_in_browser import READ_PANEL, SIZE
from tests.browser.test_whole_game import Hands, Program

pytestmark = pytest.mark.browser

SETTINGS = """
[game]
faces = ["red 2"]
[table]
port = 8171
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(tmp_path, SETTINGS)
    yield running
    running.stop(signal.SIGKILL)


@pytest.fixture
def page(chromium: Browser, program: Program) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(program.url)
    page.wait_for_selector("[data-link=open] .pad")
    yield page
    context.close()


def test_a_name_typed_on_a_pad_is_in_the_next_question(program: Program, page: Page) -> None:
    hands = Hands(page, is_keyboard=False)
    for pad in (1, 2, 3):
        hands.press(pad, pad)
        program.says("imaginiff: Joined")
    open_menu(page)
    program.begins("menu")
    for number in (7, 1, 2):  # settings, names, one number's
        hands.press(1, number)
    hands.press(1, 2)  # orange's: the first subject is name space 2
    for number in (8, 2, 2):  # W, e: the name is "We"
        hands.press(1, number)
    hands.press(1, 5, seconds=1.2)
    hands.press(1, 8)
    program.begins("lobby")
    hands.press(1, 1, seconds=1.2)
    program.begins("roll")
    hands.press(1, 4)
    program.begins("vote")
    page.wait_for_timeout(1900)  # the die is the first picture
    lit = page.evaluate(READ_PANEL)
    assert program.stop() == 0

    journal = Journal(program.folder / "imaginiff" / "games.sqlite")
    table = journal.table
    journal.close()
    assert table is not None
    assert table.house.names[1] == "We"
    assert table.turn is not None
    assert table.turn.subject == 2
    question = Show(SIZE, ENGLISH).panel(State(table, Vote(0))).image
    assert lit == [int(level > 0) for level in question.convert("L").tobytes()]


def open_menu(page: Page) -> None:
    """Keys 1 and 8 of the red pad, held together, by keyboard."""
    page.keyboard.press("KeyQ")
    for number in (1, 8):
        page.keyboard.down(f"Digit{number}")
    page.wait_for_timeout(1200)
    for number in (1, 8):
        page.keyboard.up(f"Digit{number}")
