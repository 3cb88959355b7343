"""Any text on any panel: nothing raises, nothing is cut, nothing stands outside."""

import dataclasses
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from device.app.texts import LANGUAGES
from device.engine.cards import question
from device.ui.draw import draw, marks_of
from device.ui.glyphs import TIGHT_SPACE
from device.ui.marks import Box, Mark, Text
from device.ui.pages import layout_size, leaves, paging
from device.ui.screens import screen_of
from device.ui.views import (
    Answers,
    Ballot,
    Ballots,
    Band,
    Countdown,
    Die,
    Flow,
    Grid,
    Head,
    Item,
    Lobby,
    Missing,
    Names,
    Notice,
    Para,
    Part,
    Person,
    Question,
    Rival,
    Row,
    Screen,
    Sign,
    Size,
    Steps,
    Strip,
    Tagged,
    Tags,
    Title,
    Versus,
    Winner,
)
from tests.at_length import thinned

from .gallery import AWAY, GALLERY, MANY
from .tables import NAMES, SHORT_NAMES, SIZES, TEXTS

DRUMROLL = "And the answer is …"

HARD = {
    "24 W's": "W" * 24,
    "emoji": "👩‍👩‍👧‍👦 family 🎲🎲🎲",
    "right to left": "שלום עולם מרחבא",
    "combining": "Z̷̧̛a̶l̴g̵o̸ " * 3,
    "empty": "",
    "spaces": " \u2028\u00a0 ",
    "400 letters": "All work and no play makes Jack a dull boy. " * 9,
    "400 in a word": "x" * 400,
    "no-break": "a\u00a0" * 60,
    "cjk": "你画我猜的聚会游戏",
    "control": "a\x00b\x1b[31mc\x7f",
}
ON_A_PANEL = thinned(
    [(text, size) for size, text in product(SIZES, HARD.values())],
    [f"{name} on {width}x{height}" for (width, height), name in product(SIZES, HARD)],
)
"""Each text on each panel; each on one of them where it is not tried at length."""

PARTS: dict[str, Callable[[str], Part]] = {
    "question": lambda text: Question(text, Head(Sign.CHOICES, text, "+2")),
    "answers": lambda text: Answers((text, text, "three", text, "five", text)),
    "names": lambda text: Names((text, "Anna", text, "Zoë", text, "Bo", text, text)),
    "versus": lambda text: Versus((Rival(1, text, "RED", text), Rival(8, text))),
    "die": lambda text: Die(3, text, text, text, text, text),
    "ballots": lambda text: Ballots(tuple(Ballot(n, text, "RED", "+2", n > 3) for n in range(1, 9))),
    "winner": lambda text: Winner(text, text, "WHT", text, (text, text)),
    "lobby": lambda text: Lobby("Press your number", ("RED",) * 8, (text, text)),
    "grid": lambda text: Grid(Title("Menu", "RED"), tuple(Item(n, text) for n in range(1, 9))),
    "steps": lambda text: Steps(Title(text, "RED"), 25, tuple(Item(n, text) for n in (2, 3, 4, 5, 8))),
    "flow": lambda text: Flow(
        (
            Para(text, Size.FIT),
            Item(3, text, text, Size.LARGE),
            Row(text, "12"),
            Tagged("RED", text, Size.LARGE),
            Tags(("RED", "BLU") * 8),
            Band(text, text),
        ),
        Title(text, "BLU", is_warning=True),
        Item(8, "Got it"),
    ),
}


def screens(text: str) -> Iterator[Screen]:
    """Each part with that text, alone and in a spread, without and with what lies over it."""
    strip = Strip(3, 8)
    for name, make in PARTS.items():
        part = make(text)
        yield Screen(name, ((part,),))
        yield Screen(name, ((Question(text), part),), strip=strip)
        missing = Missing(("Waiting for", "No vote:"), (Person(text, "RED"), Person(text)))
        yield Screen(name, ((part,),), top=missing, strip=strip)
        yield Screen(name, ((part,),), top=Countdown(text, 3), strip=strip)
        yield Screen(name, ((part,),), notice=Notice(text[:60], text[:60], is_warning=True))
        yield Screen(name, ((part,),), hints=(text, text[:20]))


def is_inside(mark: Text | Box, width: int, height: int) -> bool:
    if isinstance(mark, Box):
        return mark.x >= 0 and mark.y >= 0 and mark.x + mark.width <= width and mark.y + mark.height <= height
    return mark.x >= 0 and mark.y >= 0 and mark.x + mark.width <= width and mark.y + mark.font.cap <= height


def assert_is_inside(screen: Screen, size: tuple[int, int]) -> None:
    """Every page can be drawn, and no text or box of it is cut."""
    for page in range(len(leaves(screen, size))):
        for mark in marks_of(screen, page, size):
            if isinstance(mark, Text | Box):
                assert is_inside(mark, *layout_size(size)), (screen.title, page, mark)
        assert draw(screen, page, size).size == size


@pytest.mark.parametrize("case", ON_A_PANEL)
def test_any_text_is_drawn_inside_the_panel(case: tuple[str, tuple[int, int]]) -> None:
    text, size = case
    for screen in screens(text):
        assert_is_inside(screen, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_is_cut_in_any_language(language: str, size: tuple[int, int]) -> None:
    """Only names, titles of decks and cards put away are shortened: they stand in full elsewhere."""
    titles = (deck.title for deck in MANY.decks)
    cards = (question(card, "___", "___") for card in AWAY.put_away)
    whole = (*NAMES, *SHORT_NAMES, *titles, *cards, LANGUAGES[language].gettext(DRUMROLL))
    for name, shown in GALLERY.items():
        screen = screen_of(shown, LANGUAGES[language])
        assert_is_inside(screen, size)
        texts = {mark.text for mark in all_marks(screen, size) if isinstance(mark, Text)}
        shortened = {text.rstrip("…,") for text in texts if text.endswith("…")}
        assert all(any(text.startswith(start) for text in whole) for start in shortened), (name, shortened)


def all_marks(screen: Screen, size: tuple[int, int]) -> list[Mark]:
    return [mark for page in range(len(leaves(screen, size))) for mark in marks_of(screen, page, size)]


@pytest.mark.parametrize("case", ON_A_PANEL)
def test_any_name_is_drawn_inside_the_panel_at_every_moment(case: tuple[str, tuple[int, int]]) -> None:
    name, size = case
    for shown in GALLERY.values():
        table = dataclasses.replace(
            shown.table, house=dataclasses.replace(shown.table.house, names=(name,) * 8)
        )
        assert_is_inside(screen_of(replace(shown, table=table), TEXTS), size)


LETTERS = st.text("abcdefgWMiłé ", min_size=0, max_size=400)


def shown(part: Part, size: tuple[int, int]) -> str:
    """All letters on all pages of a part."""
    screen = Screen("any", ((part,),))
    marks = [mark for page in range(len(leaves(screen, size))) for mark in marks_of(screen, page, size)]
    return "".join(mark.text for mark in marks if isinstance(mark, Text))


def letters(text: str) -> str:
    return "".join(sorted(text.replace(TIGHT_SPACE, "").replace(" ", "").replace("-", "")))


@given(LETTERS, st.sampled_from(SIZES))
@settings(deadline=None, max_examples=40)
def test_a_question_of_any_length_is_shown_in_full(text: str, size: tuple[int, int]) -> None:
    assert letters(shown(Question(text), size)) == letters(text)


@given(st.lists(LETTERS, min_size=2, max_size=6), st.sampled_from(SIZES))
@settings(deadline=None, max_examples=40)
def test_answers_of_any_length_are_shown_in_full(texts: list[str], size: tuple[int, int]) -> None:
    numbers = "".join(str(number) for number in range(1, len(texts) + 1))
    assert letters(shown(Answers(tuple(texts)), size)) == letters("".join(texts) + numbers)


@given(st.lists(st.text("abcWMi ", max_size=60), min_size=8, max_size=8), st.sampled_from(SIZES))
@settings(deadline=None, max_examples=40)
def test_names_of_any_length_are_shown_in_full(names: list[str], size: tuple[int, int]) -> None:
    assert letters(shown(Names(tuple(names)), size)) == letters("".join(names) + "12345678")


@given(LETTERS, st.sampled_from(SIZES))
@settings(deadline=None, max_examples=40)
def test_who_voted_for_what_is_shown_in_full(name: str, size: tuple[int, int]) -> None:
    ballots = Ballots((Ballot(3, name, "", "", True), Ballot(4, "Bo", "")))
    assert letters(shown(ballots, size)).replace("3", "").replace("4", "") == letters(name + "Bo")


@given(LETTERS, st.booleans(), st.sampled_from(SIZES))
@settings(deadline=None, max_examples=60)
def test_a_top_line_never_changes_how_many_pages_a_card_has(
    text: str, is_long: bool, size: tuple[int, int]
) -> None:
    answers = Answers((text[:60], "two", text[60:120] if is_long else "three", text[120:180]))
    for options in (answers, Names((text[:30], *"abcdefg")), Versus((Rival(1, text[:40]), Rival(2, "Bo")))):
        card = ((Question(text, Head(Sign.CHOICES, "Anna reads", "+2")), options),)
        plain, locked = Screen("a", card), Screen("b", card, top=Countdown("All in", 3))
        assert len(leaves(plain, size)) == len(leaves(locked, size))
        assert paging(plain, size) == paging(locked, size)


def test_no_answer_is_split_between_pages() -> None:
    answers = Answers(tuple("one two three four five six seven eight nine ten" for _ in range(6)))
    screen = Screen("any", ((answers,),))
    for page in range(len(leaves(screen, (128, 64)))):
        text = "".join(mark.text for mark in marks_of(screen, page, (128, 64)) if isinstance(mark, Text))
        assert text.count("one") == text.count("ten")


@pytest.mark.parametrize("size", [(64, 32), (96, 64), (128, 32), (160, 80), (256, 128), (512, 256)], ids=str)
def test_a_panel_of_another_size_gets_a_picture_of_its_size(size: tuple[int, int]) -> None:
    screen = Screen("any", ((one_line("Press your board number"),),))
    image = draw(screen, 0, size)
    assert image.size == size
    assert image.mode == "1"
    assert image.getbbox() is not None


def one_line(text: str) -> Flow:
    return Flow((Para(text, Size.LARGE),))


def test_a_large_panel_shows_the_same_picture_enlarged() -> None:
    screen = Screen("any", ((Question("Who is it?"), Answers(("me", "you"))),))
    small, large = draw(screen, 1, (128, 64)), draw(screen, 1, (256, 128))
    assert small.resize((256, 128), 0).tobytes() == large.tobytes()


def test_no_letter_of_a_name_is_cut_on_the_page_of_names() -> None:
    """Tails too: two lines with tails do not go into a quarter of the panel."""
    for name in ("Sherlock gypjq", "Peggy", "Ägypten Öffnung", "Grumpy Piggy Jay"):
        for plain in ("Anna", name):
            page = Screen("names", ((Names((plain, plain, plain, name) * 2),),))
            for number in range(len(leaves(page, (128, 64)))):
                for mark in marks_of(page, number, (128, 64)):
                    if isinstance(mark, Text):
                        assert mark.y + mark.font.cap + mark.font.descent(mark.text) <= 64, (name, mark)
