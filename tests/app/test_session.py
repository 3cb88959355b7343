"""A session: journal first, then show; resume, undo, power cuts; keys and deadlines in the order of time."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from device.app.journal import Journal, open_journal
from device.engine import events as ev
from device.engine.cards import Card, Category
from device.engine.table import House, Pad, Table
from device.machine import effects as fx
from device.machine.phases import Settings
from tests.disk import quick_folder, set_full, without_power
from tests.talk import BOX, Game, card, to_setting

OWN_CARDS = Settings(house=House(has_own_die=False))
DECK = [card(Category.EVERYBODY, name) for name in "abcdef"]


@pytest.fixture
def path() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder / "games.sqlite"


def playing(journal: Journal | None = None, seed: int = 0) -> Game:
    """Red, orange and yellow play with the device's cards; red rolls."""
    game = Game(OWN_CARDS, DECK, journal, seed=seed)
    game.start("red", "orange", "yellow")
    return game


def a_round(game: Game) -> None:
    """A round of Everybody in which two move."""
    red, orange, yellow = game.table.present
    game.roll(2, 2)
    game.vote(**{red: 1, orange: 1, yellow: 2})
    game.reveal()


def started_again(game: Game, seed: int = 7) -> Game:
    """The power failed, came back, and somebody pressed 1 where the game asks."""
    game = Game(OWN_CARDS, DECK, game.journal, at_ms=game.at_ms, seed=seed)
    if game.phase == "resume":
        game.press("red", 1)
    return game


def open_card(game: Game) -> str:
    """Which card is open."""
    assert game.table.turn is not None
    assert game.table.turn.card is not None
    return game.table.turn.card.id


# Journal first


def test_every_event_is_on_the_disk_before_anybody_is_told_of_it(path: Path) -> None:
    told: list[bool] = []

    class Watchful(Game):
        def effect(self, effect: fx.Effect, table: Table) -> None:
            super().effect(effect, table)
            if isinstance(effect, fx.Happened):
                on_disk = Journal(without_power(path, path.parent))
                told.append(effect.event in list(on_disk.games())[-1][1])
                on_disk.close()

    game = Watchful(OWN_CARDS, DECK, Journal(path))
    game.start("red", "orange", "yellow")
    a_round(game)
    assert told == [True] * len(game.events())
    game.journal.close()


def test_votes_and_refusals_write_nothing(path: Path) -> None:
    game = playing(Journal(path))
    game.roll(2, 2)
    before = path.with_name("games.sqlite-wal").stat().st_size
    game.press("red", 1, 2, 2)
    game.down("red", 3)
    game.down("red", 4)
    game.press("white", 1)
    assert path.with_name("games.sqlite-wal").stat().st_size == before
    game.journal.close()


def test_the_table_is_the_fold_of_the_journal() -> None:
    game = playing()
    a_round(game)
    game.go_on()
    assert game.journal.table == game.table


# Power cuts and restarts


def test_after_a_cut_the_same_card_is_voted_on_again() -> None:
    game = playing()
    game.roll(2, 2)
    before = open_card(game)
    for seed in range(10):
        again = started_again(game, seed)
        assert (again.phase, open_card(again)) == ("vote", before)


def test_cards_used_before_a_cut_do_not_come_again() -> None:
    game = playing()
    seen = []
    for _ in range(6):
        a_round(game)
        seen.append(open_card(game))
        game.go_on()
        game = started_again(game, seed=len(seen))
    assert sorted(seen) == sorted(one.id for one in DECK)


def test_a_new_game_goes_on_with_the_cards_that_were_not_used() -> None:
    game = playing()
    a_round(game)
    first = open_card(game)
    game.menu("red", 8, 1)
    game.hold("red", 1)
    game.hold("red", 1)
    for _ in range(5):
        a_round(game)
        assert open_card(game) != first
        game.go_on()


def test_two_fresh_starts_deal_other_cards_and_a_seed_repeats() -> None:
    def first_cards(seed: int) -> list[str]:
        game = playing(seed=seed)
        cards = []
        for _ in range(5):
            a_round(game)
            cards.append(open_card(game))
            game.go_on()
        return cards

    assert first_cards(1) == first_cards(1)
    assert len({tuple(first_cards(seed)) for seed in range(8)}) > 4


def test_undo_goes_on_after_a_restart_back_to_the_first_roll() -> None:
    game = playing()
    for _ in range(2):
        a_round(game)
        game.go_on()
    game = started_again(game)
    for reader, position in (("orange", 2), ("red", 0)):
        game.menu("yellow", 2)
        game.hold("yellow", 2)
        assert (game.table.reader, game.table.positions[Pad.RED]) == (reader, position)
    game.menu("yellow", 2)
    assert game.refusals() == [("yellow", "not_now")]


def test_undo_gives_back_everything_and_deals_the_same_cards_again() -> None:
    """Positions, card, reader, token and pile order equal the earlier state."""
    game = playing()
    a_round(game)
    game.go_on()
    before = game.table
    a_round(game)
    second = open_card(game)
    game.menu("orange", 2)
    game.hold("orange", 2)
    assert game.table == before
    game = started_again(game, seed=99)
    game.roll(2, 2)
    assert open_card(game) == second
    assert [event for event in game.journal.games().__next__()[1] if isinstance(event, ev.Undone)] != []


def test_the_journal_keeps_what_was_undone() -> None:
    game = playing()
    a_round(game)
    game.menu("orange", 2)
    game.hold("orange", 2)
    [(_, events)] = game.journal.games()
    kinds = [type(event) for event in events]
    assert kinds[-4:] == [ev.Rolled, ev.CardDrawn, ev.Opened, ev.Undone]


def test_keys_held_at_power_on_do_not_act() -> None:
    game = Game(down=[("orange", 8)])
    game.wait(10_000)
    game.press("orange", 3)
    game.up("orange", 8)
    assert not game.table.seats
    game.press("orange", 8)
    assert game.table.present == (Pad.ORANGE,)


# A pile of one card, or none


def test_a_single_card_repeats_with_a_note() -> None:
    game = Game(OWN_CARDS, DECK[:1])
    game.start("red", "orange", "yellow")
    a_round(game)
    assert not game.state.notes
    game.go_on()
    game.roll(2, 2)
    assert open_card(game) == DECK[0].id
    assert [note.title for note in game.state.notes] == ["The same card again"]


def test_a_category_without_a_card_is_told_and_rolled_again() -> None:
    game = playing()
    game.roll(3, 1)
    assert (game.refusals(), game.phase) == ([("red", "no_card")], "roll")


# Full disks


def test_on_a_full_disk_the_game_goes_on_and_is_saved_when_there_is_room(path: Path) -> None:
    game = Game(replace(OWN_CARDS, track=99), DECK, Journal(path))
    game.start("red", "orange", "yellow")
    set_full(game.journal, is_full=True)
    for _ in range(30):
        a_round(game)
        game.go_on()
    assert game.journal.is_failing
    set_full(game.journal, is_full=False)
    a_round(game)
    assert not game.journal.is_failing
    game.journal.close()
    journal, aside = open_journal(path)
    assert (journal.table, aside) == (game.table, None)
    journal.close()


# Time


def test_an_edge_with_an_old_time_does_not_turn_the_clock_back() -> None:
    game = playing()
    now_ms = game.state.at_ms
    game.at_ms = 100
    game.press("red", 2)
    assert game.state.at_ms == now_ms


def test_what_was_due_happens_before_a_key_that_comes_late() -> None:
    game = playing()
    game.roll(2, 2)
    game.vote(red=1, orange=1, yellow=2)
    game.at_ms += 10_000
    game.down("red", 5)
    assert game.result().votes[Pad.RED] == 1


def test_at_one_instant_deadlines_come_before_keys() -> None:
    game = Game()
    game.sit("red", "orange", "yellow")
    game.down("red", 1)
    game.at_ms += 1000
    game.up("red", 1)
    assert game.phase == "roll"


def test_deadlines_of_pads_come_before_those_of_the_game() -> None:
    """A hold that is over as the vote closes still joins; the other way round it would come too late."""
    game = Game(Settings(house=BOX, vote_ms=5000))
    game.start("red", "orange", "yellow")
    game.roll(2, 2)
    game.wait(5000 - 1000 - 20)
    game.down("white", 8)
    game.wait(1000)
    assert game.phases()[-1] == "reveal"
    assert [type(event) for event in game.events()][-1] is ev.Joined


def test_where_switching_off_is_refused_play_goes_on() -> None:
    game = Game()
    game.may_switch_off = False
    game.start("red", "green", "blue")
    game.menu("red", 8, 2)
    game.hold("red", 2)
    assert game.switched == ["off"]
    game.roll(2, 2)
    assert game.phase == "vote"


def test_once_it_is_switched_off_nothing_happens_any_more() -> None:
    game = playing()
    game.roll(2, 2)
    game.menu("red", 8, 2)
    game.hold("red", 2)
    assert game.switched == ["off"]
    before = game.state
    game.vote(red=1, orange=1, yellow=1)
    game.wait(60_000)
    assert game.state == before


def test_chance_is_drawn_only_for_cards_and_the_devices_die() -> None:
    class Counting(Random):
        count = 0

        def choice(self, seq):  # type: ignore[no-untyped-def]
            self.count += 1
            return super().choice(seq)

    game = playing()
    chance = Counting(0)
    game.session._chance = game.session._piles._chance = chance
    a_round(game)
    assert chance.count == 1


def test_the_cards_are_looked_through_again_only_after_a_setting_that_says_which_are_in_play() -> None:
    looks: list[None] = []

    class Watched(list[Card]):
        def __iter__(self) -> Iterator[Card]:
            looks.append(None)
            return super().__iter__()

    game = Game(OWN_CARDS, Watched(DECK))
    game.start("red", "orange", "yellow")
    a_round(game)
    game.go_on()
    game.hold("orange", 8)
    assert "panel.turned_pads" in game.kept
    a_round(game)
    assert len(looks) == 1
    game.go_on()
    game.menu("yellow", *to_setting("game.audience"), 2)
    assert "game.audience" in game.kept
    a_round(game)
    assert len(looks) == 2
