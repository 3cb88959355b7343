"""The transition table: every arrow is walked by some game, and nothing goes where no arrow leads."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from device.engine.cards import Category
from device.engine.table import Face, House, Pad, Table
from device.machine import inputs, machine
from device.machine.machine import (
    MENU,
    PHASES,
    TIMED,
    TRANSITIONS,
    IllegalTransitionError,
    Row,
    advance,
    edges,
)
from device.machine.menus import A_PAGE, NEXT_PAGE
from device.machine.options import ITEMS, PRACTICE
from device.machine.phases import Finale, Lobby, Lock, Paused, Resume, Reveal, Roll, Settings, State, Vote
from device.machine.step import Step
from tests.talk import BOX, Game, card


def test_every_phase_has_its_rows() -> None:
    assert {row.phase for row in TRANSITIONS} == set(PHASES)
    assert {phase for phase, _, _ in TIMED} <= set(PHASES)
    assert {to for _, leads_to in MENU for to in leads_to} <= set(PHASES)


def test_no_two_rows_take_the_same_input_in_the_same_phase() -> None:
    assert len({(row.phase, row.input) for row in TRANSITIONS}) == len(TRANSITIONS)


def test_the_arrows_are_those_of_the_rows_and_of_time() -> None:
    arrows = list(edges())
    assert (Roll, "roll", Vote) in arrows
    assert (Lock, "countdown over", Reveal) in arrows
    assert len(arrows) == sum(len(row.to) for row in TRANSITIONS) + sum(len(to) for _, _, to in TIMED)


# Every arrow is walked


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> set[tuple[type, type, type]]:
    """Every step since that a row of the table has taken: from which phase, by what, to which phase."""
    steps: set[tuple[type, type, type]] = set()

    def watched(row: Row) -> Row:
        def handler(step: Step, given: inputs.Input) -> None:
            row.handler(step, given)
            steps.add((row.phase, row.input, type(step.state.phase)))

        return replace(row, handler=handler)

    monkeypatch.setattr(machine, "_ROWS", {key: watched(row) for key, row in machine._ROWS.items()})
    return steps


def test_every_row_is_taken_and_every_arrow_walked(walked: set[tuple[type, type, type]]) -> None:
    for scene in SCENES:
        scene()
    assert {(phase, given) for phase, given, _ in walked} == {(row.phase, row.input) for row in TRANSITIONS}
    assert walked >= {(row.phase, row.input, to) for row in TRANSITIONS for to in row.to}


SHORT = Settings(track=2, house=BOX)
OWN_CARDS = Settings(house=House(has_own_die=False))


def voting(settings: Settings | None = None, **more: object) -> Game:
    """Red, orange and yellow vote on an Everybody card worth 2; white has joined since."""
    game = Game(settings, **more)  # type: ignore[arg-type]
    game.start("red", "orange", "yellow")
    game.roll(2, 2)
    game.hold("white", 8)
    return game


def without_cards(game: Game) -> Game:
    """The last card is gone from every pile."""
    for pile in game.session._piles._piles.values():
        pile.cards.clear()
    return game


def again(game: Game) -> Game:
    """The power failed, came back, and red pressed 1."""
    game = Game(journal=game.journal, at_ms=game.at_ms)
    game.press("red", 1)
    return game


def dice_and_absent_readers() -> None:
    """The box's die with a wrong face, a hold for an absent reader, and the device's die."""
    game = Game()
    game.start("red", "orange", "yellow")
    game.press("red", 8)
    game.hold("orange", 1)
    game.hold("orange", 4)
    game = Game(Settings(house=House(has_own_cards=False)))
    game.start("red", "orange", "yellow")
    game.hold("orange", 1)


def votes_of_every_kind() -> None:
    """Wrong numbers, pages and withdrawals in vote and lock; late joiners; the reveal goes on by a hold."""
    game = Game()
    game.start("red", "orange", "yellow")
    game.roll(3, 2)
    for _ in range(2):
        game.press("red", 5, 8)
        game.down("red", 1)
        game.down("red", 2)
        game.up("red", 1)
        game.up("red", 2)
        game.vote(red=1, orange=1, yellow=2)
        game.press("red", 8, 5, 1)
    game.hold("white", 8)
    game.wait(4500 + 1000)
    game.hold("yellow", 1)


def cards_that_are_not_there() -> None:
    """No card for the roll, and no other card: in the vote, the lock, and when a vote was withdrawn since."""
    game = Game(OWN_CARDS, cards=[])
    game.start("red", "orange", "yellow")
    game.roll(2, 2)
    for behind in ({}, {"orange": 1, "yellow": 1}):
        game = without_cards(voting(OWN_CARDS))
        game.press("red", 1)
        game.menu("white", 3)
        game.vote(**behind)
        game.hold("white", 3)
    for withdraws in (False, True):
        game = without_cards(voting(OWN_CARDS))
        game.vote(red=1, orange=1, yellow=1)
        game.menu("white", 3)
        if withdraws:
            game.down("red", 1)
            game.down("red", 2)
        game.hold("white", 3)


def other_cards() -> None:
    """Another card, in the vote and in the lock."""
    for votes in ({}, {"red": 1, "orange": 1, "yellow": 1}):
        game = voting(OWN_CARDS)
        game.vote(**votes)
        game.menu("white", 3)
        game.hold("white", 3)


def winning() -> None:
    """The finale, by a press and by another's hold; its figures, and a new lobby."""
    game = Game(SHORT)
    game.start("red", "orange", "yellow")
    game.roll(2, 2)
    game.win()
    game.press("red", 7)
    game.hold("red", 7)
    game.hold("red", 7)
    game = Game(SHORT)
    game.start("red", "orange", "yellow")
    game.menu("red", 6, 1, 1, 3, 8)
    game.roll(2, 1)
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    game.wait(1000)
    game.hold("yellow", 7)


def pauses() -> None:
    """Too few in roll, vote, lock and reveal, and back."""
    for votes, wait_ms in ((None, 0), ({}, 0), ({"red": 1, "orange": 1}, 0), ({"red": 1, "orange": 1}, 4500)):
        game = Game()
        game.start("red", "orange", "yellow")
        if votes is not None:
            game.roll(2, 2)
            game.vote(**votes, **({"yellow": 1} if wait_ms else {}))
        game.wait(wait_ms)
        game.leave("red", 3)
        game.hold("yellow", 3)


def power_cuts() -> None:
    """Gone on after a cut in roll, vote, reveal and pause; a new game instead."""
    game = Game()
    game.start("red", "orange", "yellow")
    again(game)
    game.roll(2, 2)
    again(game)
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    again(game)
    game.leave("red", 3)
    again(game)
    game = Game(journal=game.journal)
    game.press("red", 2)
    game.hold("red", 2)


def practice() -> None:
    """A practice card, gone on from by the reader and by another; and none to practise with."""
    page, place = divmod(ITEMS.index(PRACTICE), A_PAGE)
    for cards in ([card(Category.CHOICES)], []):
        game = Game(Settings(), cards=cards)
        game.sit("red", "orange", "yellow")
        for is_absent in (False, True):
            game.menu("red", 7, *[NEXT_PAGE] * page, place + 1)
            if cards:
                game.vote(red=1, orange=1, yellow=2)
                game.wait(4500 + 1000)
                game.hold("yellow", 1) if is_absent else game.press("red", 1)


SCENES: tuple[Callable[[], None], ...] = (
    dice_and_absent_readers,
    votes_of_every_kind,
    cards_that_are_not_there,
    other_cards,
    winning,
    pauses,
    power_cuts,
    practice,
)


# What may not happen


def planted(monkeypatch: pytest.MonkeyPatch, to: object) -> None:
    """A handler of the lobby's presses that goes astray."""
    row = Row(Lobby, inputs.Pressed, "planted", lambda step, press: step.set(phase=to))
    monkeypatch.setattr(machine, "_ROWS", {(Lobby, inputs.Pressed): row})


@pytest.mark.parametrize("to", [Vote(0), Reveal(), Finale(), Resume()])
def test_a_handler_that_goes_where_no_arrow_leads_is_stopped(
    monkeypatch: pytest.MonkeyPatch, to: Vote | Reveal | Finale | Resume
) -> None:
    planted(monkeypatch, to)
    state = State(Table(), Lobby())
    with pytest.raises(IllegalTransitionError, match=f"Pressed in lobby led to {to.name}"):
        advance(state, inputs.Pressed(Pad.RED, 1, 0, 80))
    assert state == State(Table(), Lobby())


def test_the_pause_is_reached_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, Paused(Roll(), 0))
    state, _ = advance(State(Table(), Lobby()), inputs.Pressed(Pad.RED, 1, 0, 80))
    assert state.phase == Paused(Roll(), 0)


@pytest.mark.parametrize(
    "answer",
    [
        inputs.DieRolled(Face(Category.VERSUS, 1), 5),
        inputs.CardFound(card(Category.VERSUS), 5),
        inputs.EffectFailed(5),
        inputs.BallotsOpened({}, 5),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_an_answer_that_nobody_asked_for_is_a_programmers_mistake(answer: inputs.Input) -> None:
    with pytest.raises(IllegalTransitionError, match=f"{type(answer).__name__} in finale"):
        advance(State(Table(), Finale()), answer)


@pytest.mark.parametrize("given", [inputs.VoteCast(Pad.RED, 5), inputs.NotAnOption(Pad.RED, 5)])
def test_what_a_phase_has_no_row_for_means_nothing_in_it(given: inputs.Input) -> None:
    state, effects = advance(State(Table(), Lobby()), given)
    assert (state, effects) == (State(Table(), Lobby(), at_ms=5), ())


@pytest.mark.parametrize("phase", [Lobby(), Roll(), Finale(), Resume()])
def test_phases_without_a_clock_are_not_moved_by_time(phase: Lobby | Roll | Finale | Resume) -> None:
    assert phase.shifted(500) == phase


def test_the_clocks_of_the_other_phases_move_all_together() -> None:
    assert Vote(1, 2, 3).shifted(10) == Vote(11, 12, 13)
    assert Vote(1).shifted(10) == Vote(11)
    assert Lock(Vote(1), 5, 3).shifted(10) == Lock(Vote(11), 15, 3)
    assert Reveal(1, 2, 3, 2).shifted(10) == Reveal(11, 12, 13, 2)
    assert Reveal().shifted(10) == Reveal()
    assert Paused(Vote(1), 2).shifted(10) == Paused(Vote(11), 12)
