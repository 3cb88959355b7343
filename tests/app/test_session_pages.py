"""Pages are measured in the words that are shown, whatever changes those in the middle of a phase."""

from collections.abc import Callable

import pytest

from device.app.showing import Show
from device.app.texts import ENGLISH
from device.engine.cards import Category
from device.engine.table import House
from device.machine.phases import Offer, Paging, Settings
from tests.talk import Game, card
from tests.ui.tables import choices

TO_GERMAN = (7, 7, 7, 1, 2)
"""The menu's numbers that lead to German."""

SHOW = Show((128, 64), ENGLISH)
LONG = Settings(house=House(has_own_die=False, names=("Anna", "Ben", "Christopher", *[""] * 5)))
LANGUAGES_TOO = Offer((), (), ("en", "de"))


def measured(settings: Settings = LONG) -> Game:
    """Three at a table whose screens are measured as the panel's."""
    cards = [choices(), *(card(category) for category in Category if category is not Category.CHOICES)]
    game = Game(settings, cards, offer=LANGUAGES_TOO, measure=SHOW.measure)
    game.sit("red", "orange", "yellow")
    return game


def in_lobby(game: Game) -> None:
    """Nobody has begun."""


def in_roll(game: Game) -> None:
    game.hold("red", 1)


def in_vote(game: Game) -> None:
    in_roll(game)
    game.roll(1, 2)
    game.wait(2000)


def in_reveal(game: Game) -> None:
    in_vote(game)
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()


def in_pause(game: Game) -> None:
    in_roll(game)
    game.menu("red", 5, 1, 3)
    game.hold("red", 3)


PLACES = [in_lobby, in_roll, in_vote, in_reveal, in_pause]


@pytest.mark.parametrize("get_to", PLACES)
def test_another_language_is_paged_in_its_own_words(get_to: Callable[[Game], None]) -> None:
    game = measured()
    get_to(game)
    phase = game.phase
    game.menu("red", *TO_GERMAN)
    assert (game.phase, game.state.settings.language) == (phase, "de")
    assert game.state.pager.paging == SHOW.measure(game.state)


def test_a_name_typed_in_mid_vote_is_in_the_pages() -> None:
    game = measured()
    in_vote(game)
    before = game.state.pager.paging
    game.menu("red", 7, 1, 2, 2)
    for _ in range(24):
        game.press("red", 8)
        game.wait(1600)
    game.hold("red", 5)
    game.press("red", 8)
    assert game.table.house.names[1] == "W" + "w" * 23
    assert game.state.pager.paging == SHOW.measure(game.state) != before


def test_the_page_that_is_shown_stays_and_turns_when_it_would_have() -> None:
    game = measured()
    in_vote(game)
    game.press("red", 8)
    shown = game.state.pager
    assert shown.page == 1
    game.menu("red", *TO_GERMAN)
    pager = game.state.pager
    assert (pager.page, pager.until_ms) == (1, (shown.until_ms or 0) + pager.since_ms - shown.since_ms)


def test_where_the_page_is_no_more_the_last_one_is_shown() -> None:
    pages = {"en": (4000, 4000, 4000), "de": (4000, 5000)}
    cards = [card(category) for category in Category]
    game = Game(
        LONG,
        cards,
        offer=LANGUAGES_TOO,
        measure=lambda state: Paging(pages[state.settings.language], first_ms=4000),
    )
    game.sit("red", "orange", "yellow")
    in_vote(game)
    game.press("red", 7)
    assert game.state.pager.page == 2
    game.menu("red", *TO_GERMAN)
    assert game.state.pager.page == 1
    game.wait(30_000)
    assert game.state.pager.until_ms is not None
