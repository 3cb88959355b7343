"""The transition table: every arrow is walked by some game, and nothing goes where no arrow leads."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

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
from tests.talk import Game, card


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


# Every row is taken


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> set[tuple[type, type]]:
    """The rows that were taken since, and where each led."""
    rows: set[tuple[type, type]] = set()

    def watched(row: Row) -> Row:
        def handler(step: Step, given: inputs.Input) -> None:
            row.handler(step, given)
            rows.add((row.phase, row.input))

        return replace(row, handler=handler)

    monkeypatch.setattr(machine, "_ROWS", {key: watched(row) for key, row in machine._ROWS.items()})
    return rows


def test_every_row_is_taken_by_an_evening_in_which_everything_happens(taken: set[tuple[type, type]]) -> None:
    for _ in evening():
        pass
    assert taken == {(row.phase, row.input) for row in TRANSITIONS}


def practise(game: Game) -> None:
    """Red asks for a practice card in the menu's settings."""
    page, place = divmod(ITEMS.index(PRACTICE), A_PAGE)
    game.menu("red", 7, *[NEXT_PAGE] * page, place + 1)


def evening() -> Iterator[Game]:
    """Games that together take every row."""
    game = Game(Settings(), cards=[card(Category.CHOICES)])
    game.sit("red", "orange", "yellow")
    practise(game)
    game = Game(Settings(), cards=[])
    game.sit("red", "orange", "yellow")
    practise(game)
    yield game

    own = Settings(track=2, house=House(has_own_die=True, faces=(Face(Category.EVERYBODY, 2),)))
    game = Game(own, cards=[card(Category.EVERYBODY, "a"), card(Category.EVERYBODY, "b")])
    game.start("red", "orange", "yellow")
    game.hold("orange", 1)
    game.hold("white", 8)
    game.menu("red", 3)
    game.hold("red", 3)
    game.vote(red=1, orange=2, yellow=3)
    game.down("orange", 1)
    game.down("orange", 2)
    yield game

    game = Game(own, cards=[card(Category.EVERYBODY)])
    game.start("red", "orange", "yellow")
    game.session._piles._lay_out()
    cards = game.session._piles._piles[Category.EVERYBODY].cards
    kept = dict(cards)
    cards.clear()
    game.press("red", 1)
    cards.update(kept)
    game.press("red", 1)
    for votes in ({}, {"red": 1, "orange": 2, "yellow": 3}):
        cards.clear()
        game.vote(**votes)
        game.hold("white", 8)
        game.menu("white", 3)
        game.hold("white", 3)
    cards.update(kept)
    game.menu("white", 3)
    game.hold("white", 3)
    yield game

    game = Game(Settings(track=2, house=House(has_own_die=False, has_own_cards=False)))
    game.start("red", "orange", "yellow")
    game.press("red", 8)
    game.roll(3, 2)
    game.press("red", 8, 5)
    game.down("red", 1)
    game.down("red", 2)
    game.up("red", 1)
    game.up("red", 2)
    game.vote(red=1, orange=1, yellow=2)
    game.press("red", 8, 5, 1)
    game.hold("white", 8)
    game.down("yellow", 1)
    game.down("yellow", 2)
    game.up("yellow", 1)
    game.up("yellow", 2)
    game.press("yellow", 1)
    game.wait(4500 + 1000)
    game.hold("yellow", 1)
    yield game

    resumed = Game(journal=game.journal, at_ms=game.at_ms)
    resumed.press("red", 2)
    resumed.hold("red", 2)
    yield resumed

    game = Game(Settings(track=2, house=House(has_own_die=False, has_own_cards=False)))
    game.start("red", "orange", "yellow")
    game = Game(journal=game.journal, at_ms=game.at_ms, settings=Settings(track=2))
    game.press("red", 1)
    game.leave("red", 3)
    game.hold("yellow", 3)
    game.roll(2, 2)
    game.win()
    game.press("red", 7)
    game.hold("red", 7)
    yield game


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
