"""What the worked games do not show: seats given up, undo after leaving, the board set by hand, refusals."""

from dataclasses import replace

import pytest

from device.engine import events as ev
from device.engine.cards import Card, Category
from device.engine.game import IllegalEventError, apply
from device.engine.table import House, Pad, Stage, Table
from tests.talk import card

RED, ORANGE, YELLOW, GREEN, BLUE = Pad.RED, Pad.ORANGE, Pad.YELLOW, Pad.GREEN, Pad.BLUE


def played(*events: ev.Event, track: int = 10) -> Table:
    """A game of red, orange, yellow and green on spaces 1-4, and what happened in it."""
    table = Table()
    for space, pad in enumerate((RED, ORANGE, YELLOW, GREEN), 1):
        table = apply(table, ev.Joined(pad, space))
    table = apply(table, ev.GameStarted(track, House()))
    for event in events:
        table = apply(table, event)
    return table


def round_of(spaces: int = 2, **votes: int) -> list[ev.Event]:
    """A finished round of Everybody."""
    return [*card_of(spaces), ev.Opened({Pad(pad): number for pad, number in votes.items()})]


def card_of(spaces: int = 2, category: Category = Category.EVERYBODY) -> list[ev.Event]:
    """A roll and its card."""
    return [ev.Rolled(category, spaces), ev.CardDrawn(card(category))]


PASS = ev.TurnPassed()


def test_before_the_first_roll_leaving_keeps_nothing() -> None:
    table = played(ev.Left(ORANGE))
    assert table.present == (RED, YELLOW, GREEN)
    assert table.seat_of(ORANGE) is None
    assert apply(table, ev.Joined(ORANGE, 2)).present == (RED, YELLOW, GREEN, ORANGE)


def test_in_the_lobby_moving_keeps_the_turn_order() -> None:
    table = Table()
    for pad, space in ((RED, 1), (ORANGE, 2), (RED, 5)):
        table = apply(table, ev.Joined(pad, space))
    assert [(seat.pad, seat.space) for seat in table.seats] == [(RED, 5), (ORANGE, 2)]


def test_a_leaver_comes_back_to_position_and_place() -> None:
    table = played(*round_of(red=1, orange=1), PASS, ev.Left(RED), ev.Joined(RED, 1))
    assert table.present == (RED, ORANGE, YELLOW, GREEN)
    assert table.positions[RED] == 2


def test_another_pad_takes_over_a_leavers_place_and_gives_up_its_own() -> None:
    table = played(*round_of(red=1, orange=1), PASS, ev.Left(RED), ev.Left(GREEN), ev.Joined(GREEN, 1))
    assert [(seat.pad, seat.space, seat.position) for seat in table.seats] == [
        (GREEN, 1, 2),
        (ORANGE, 2, 2),
        (YELLOW, 3, 0),
    ]


def test_a_late_joiner_starts_on_start_sits_last_and_does_not_vote_on_the_open_card() -> None:
    table = played(*card_of(), ev.Joined(BLUE, 8))
    assert table.present[-1] == BLUE
    assert table.positions[BLUE] == 0
    assert table.turn is not None
    assert BLUE not in table.turn.voters
    table = apply(table, ev.CardDrawn(card(Category.EVERYBODY, "b")))
    assert table.turn is not None
    assert BLUE in table.turn.voters


def test_when_the_reader_leaves_the_next_player_reads_and_the_numbers_stay() -> None:
    table = played(*card_of(category=Category.VERSUS), ev.Left(RED))
    assert table.reader == ORANGE
    assert table.turn is not None
    assert table.turn.options == (1, 2)


def test_after_the_reveal_the_turn_passes_on_as_ever_from_a_readers_empty_place() -> None:
    table = played(*round_of(red=1, orange=1), ev.Left(RED))
    assert table.reader == RED
    assert apply(table, PASS).reader == ORANGE


def test_a_reader_who_gives_up_the_place_after_the_reveal_passes_the_turn_to_the_next_one() -> None:
    table = played(*round_of(), PASS, *round_of(), ev.Left(ORANGE), ev.Joined(ORANGE, 8))
    assert apply(table, PASS).reader == YELLOW


def test_when_everybody_has_left_whoever_joins_first_reads() -> None:
    table = played(*round_of(red=1, orange=1), PASS, *(ev.Left(pad) for pad in (RED, ORANGE, YELLOW, GREEN)))
    assert apply(table, ev.Joined(GREEN, 4)).reader == GREEN
    assert apply(table, ev.Joined(BLUE, 7)).reader == BLUE


def test_when_everybody_has_left_before_the_first_roll_whoever_joins_reads() -> None:
    table = played(*(ev.Left(pad) for pad in (RED, ORANGE, YELLOW, GREEN)))
    assert table.reader is None
    assert apply(table, ev.Joined(GREEN, 4)).reader == GREEN


def test_undo_gives_back_the_board_by_seat_and_the_roll_to_whoever_rolled() -> None:
    before = played(ev.PositionSet(YELLOW, 7), ev.TokenSet(5))
    after = before
    for event in (*round_of(red=1, orange=1), ev.PositionSet(GREEN, 9), ev.TokenSet(2), PASS, ev.Undone()):
        after = apply(after, event)
    assert after == before


def test_undo_leaves_alone_who_is_at_the_table_their_order_and_the_track() -> None:
    table = played(
        ev.PositionSet(YELLOW, 7),
        *round_of(red=1, orange=1),
        PASS,
        ev.Joined(BLUE, 8),
        ev.PositionSet(BLUE, 3),
        ev.Left(RED),
        ev.Ordered((GREEN, BLUE, YELLOW, ORANGE)),
        ev.TrackSet(5),
        ev.Undone(),
    )
    assert table.positions == {GREEN: 0, BLUE: 0, YELLOW: 5, ORANGE: 0, RED: 0}
    assert table.track == 5
    assert table.reader == GREEN  # red rolled and is away: the next clockwise


def test_undo_finds_a_roller_who_sits_elsewhere_now() -> None:
    table = played(*card_of(), ev.Left(RED), ev.Joined(RED, 8), ev.Undone())
    assert table.reader == RED


def test_undo_with_nobody_at_the_table_waits_for_whoever_joins() -> None:
    everybody = [ev.Left(pad) for pad in (RED, ORANGE, YELLOW, GREEN)]
    table = played(*round_of(red=1, orange=1), PASS, *everybody, ev.Undone())
    assert apply(table, ev.Joined(YELLOW, 3)).reader == YELLOW


def test_undo_when_the_rollers_place_is_no_more_keeps_the_turn_where_it_is() -> None:
    table = played(*round_of(), PASS, ev.Left(RED), ev.Left(GREEN), ev.Joined(GREEN, 8), ev.Joined(BLUE, 1))
    table = apply(table, ev.Left(BLUE))
    table = apply(table, ev.Joined(BLUE, 7))
    assert table.seat_on(1) is None
    assert apply(table, ev.Undone()).reader == ORANGE


def test_a_win_by_leaving_puts_the_open_card_away_and_undo_takes_that_roll_back() -> None:
    both_arrive = round_of(4, red=1, orange=1)
    table = played(*both_arrive, PASS, *card_of(), ev.Left(ORANGE), track=4)
    assert table.winner == RED
    assert not table.has_open_card
    assert apply(table, ev.Finished()).stage is Stage.FINISHED
    undone = apply(table, ev.Undone())
    assert (undone.winner, undone.stage, undone.contenders) == (None, Stage.ROLL, (RED,))


def test_a_contender_who_leaves_after_the_reveal_ends_a_tie_break_of_two() -> None:
    table = played(*round_of(4, red=1, orange=1), ev.Left(RED), track=4)
    assert table.winner == ORANGE


def test_a_tie_break_of_three_goes_on_without_a_leaver() -> None:
    table = played(*round_of(4, red=1, orange=1, yellow=1), ev.Left(RED), track=4)
    assert table.winner is None
    assert table.contenders == (ORANGE, YELLOW)


def test_setting_by_hand_never_wins_but_the_next_round_is_judged() -> None:
    table = played(ev.PositionSet(GREEN, 10))
    assert table.winner is None
    for event in round_of(red=1, orange=2):
        table = apply(table, event)
    assert table.winner == GREEN


def test_a_shorter_track_pulls_movers_back() -> None:
    table = played(ev.PositionSet(GREEN, 9), ev.TrackSet(6))
    assert table.positions[GREEN] == 6
    assert table.winner is None


def test_a_new_game_keeps_only_the_seats() -> None:
    table = apply(played(*round_of(red=1, orange=1)), ev.LobbyOpened())
    assert table == Table()


def test_house_rules_can_change_in_the_game() -> None:
    house = House(has_own_die=False)
    assert apply(played(), ev.HouseChanged(house)).house == house


ILLEGAL = [
    (played(), ev.Joined(BLUE, 1), "a space that is someone's"),
    (played(), ev.Joined(RED, 8), "moving once the game has started"),
    (played(), ev.Left(BLUE), "a leaver who is not there"),
    (played(), ev.Ordered((RED, ORANGE)), "an order without everybody"),
    (played(*card_of()), ev.Ordered((ORANGE, RED, YELLOW, GREEN)), "an order with a card open"),
    (played(), ev.GameStarted(25, House()), "starting twice"),
    (played(*card_of()), ev.Rolled(Category.VERSUS, 1), "rolling with a card open"),
    (played(), ev.CardDrawn(None), "a card without a roll"),
    (played(ev.Rolled(Category.VERSUS, 1)), ev.CardDrawn(card(Category.CHOICES)), "a card of another kind"),
    (played(), ev.Opened({}), "votes without a card"),
    (played(*card_of()), ev.Opened({BLUE: 1}), "a vote of somebody who does not play"),
    (played(*card_of()), ev.Opened({RED: 9}), "a vote that is no option"),
    (played(*round_of(red=1)), ev.Opened({RED: 1}), "revealing twice"),
    (played(), PASS, "passing a turn that was not played"),
    (played(), ev.Finished(), "finishing without a winner"),
    (played(), ev.Undone(), "undoing nothing"),
    (played(), ev.PositionSet(RED, 11), "a position beyond the track"),
    (played(), ev.PositionSet(BLUE, 1), "the position of nobody"),
    (played(), ev.TokenSet(9), "a token beside the board"),
    (played(), ev.TrackSet(0), "no track at all"),
]


@pytest.mark.parametrize(("table", "event", "why"), ILLEGAL, ids=[why for _, _, why in ILLEGAL])
def test_what_cannot_happen_is_refused_and_changes_nothing(table: Table, event: ev.Event, why: str) -> None:
    before = replace(table)
    with pytest.raises(IllegalEventError, match=type(event).__name__):
        apply(table, event)
    assert table == before


def test_a_choices_card_has_two_to_six_answers() -> None:
    for count in (0, 1, 7):
        with pytest.raises(ValueError, match="answers"):
            Card("id", "deck", Category.CHOICES, ("?",), ("x",) * count)
