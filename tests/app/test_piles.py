"""The piles of cards: none twice before its pile is used up, what is taken back comes again (report 14)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.app.journal import CardMark, mark_of
from device.app.piles import Piles
from device.engine import events as ev
from device.engine.cards import Card, Category
from tests.talk import card

EVERYBODY = Category.EVERYBODY


def cards(count: int, category: Category = EVERYBODY) -> list[Card]:
    """That many cards of a category: a, b, c ..."""
    return [card(category, chr(ord("a") + number)) for number in range(count)]


class Table:
    """Draws from piles as a game does, and keeps the marks that a journal would."""

    def __init__(self, deck: Iterable[Card], marks: Sequence[CardMark] = (), seed: int = 0) -> None:
        self.marks = list(marks)
        self.piles = Piles(deck, marks, Random(seed))
        self.open: Card | None = None

    def turn(self, category: Category = EVERYBODY) -> str:
        """Roll and draw: the card's letter."""
        self._happen(ev.Rolled(category, 1))
        return self.another(category)

    def another(self, category: Category = EVERYBODY) -> str:
        """Another card in place of the open one."""
        found = self.piles.draw(category)
        assert found is not None
        self._happen(ev.CardDrawn(found))
        self.open = found
        return found.id[-1]

    def undo(self) -> str:
        """The open card is taken back."""
        assert self.open is not None
        self._happen(ev.Undone(self.open))
        return self.open.id[-1]

    def _happen(self, event: ev.Event) -> None:
        mark = mark_of(event)
        assert mark is not None
        self.marks.append(mark)
        self.piles.follow(mark)


def test_three_cards_in_seven_rounds_come_once_a_pass_and_never_twice_running() -> None:
    for seed in range(30):
        table = Table(cards(3), seed=seed)
        drawn = "".join(table.turn() for _ in range(7))
        assert sorted(drawn[:3]) == sorted(drawn[3:6]) == ["a", "b", "c"]
        assert all(one != other for one, other in pairwise(drawn))


def test_two_cards_take_turns() -> None:
    table = Table(cards(2))
    drawn = "".join(table.turn() for _ in range(6))
    assert drawn in ("ababab", "bababa")


def test_a_single_card_comes_again_and_again() -> None:
    table = Table(cards(1))
    assert not table.piles.is_repeating(EVERYBODY)
    assert [table.turn() for _ in range(4)] == ["a"] * 4
    assert table.piles.is_repeating(EVERYBODY)
    assert not Table(cards(2)).piles.is_repeating(EVERYBODY)


def test_a_category_without_a_card_gives_none() -> None:
    piles = Piles(cards(3), (), Random(0))
    assert piles.draw(Category.VERSUS) is None
    assert not piles.is_repeating(Category.VERSUS)


def test_categories_have_piles_of_their_own() -> None:
    table = Table([*cards(2), *cards(2, Category.VERSUS)])
    drawn = [table.turn(category) for category in (EVERYBODY, Category.VERSUS) * 2]
    assert sorted(drawn[::2]) == sorted(drawn[1::2]) == ["a", "b"]


def test_a_seed_repeats_and_fresh_starts_differ() -> None:
    def order(seed: int) -> str:
        table = Table(cards(8), seed=seed)
        return "".join(table.turn() for _ in range(8))

    assert order(1) == order(1)
    assert len({order(seed) for seed in range(20)}) > 15


def test_used_cards_stay_used_after_a_restart_whatever_chance_says() -> None:
    for seed in range(20):
        table = Table(cards(6), seed=seed)
        before = [table.turn() for _ in range(4)]
        later = Table(cards(6), table.marks, seed=seed + 100)
        assert not {later.turn(), later.turn()} & set(before)


def test_the_last_card_before_a_restart_is_not_the_first_of_the_next_pass() -> None:
    for seed in range(20):
        table = Table(cards(3), seed=seed)
        before = [table.turn() for _ in range(3)]
        assert Table(cards(3), table.marks, seed=seed + 100).turn() != before[-1]


def test_another_card_is_drawn_before_the_old_one_goes_under_the_pile() -> None:
    for seed in range(20):
        table = Table(cards(4), seed=seed)
        put_away = table.turn()
        drawn = table.another() + "".join(table.turn() for _ in range(2))
        assert put_away not in drawn
        assert table.turn() == put_away


def test_cards_put_under_the_pile_come_up_in_that_order() -> None:
    table = Table(cards(5))
    put_away = [table.turn(), table.another()]
    table.another()
    rest = [table.turn() for _ in range(4)]
    assert rest[2:] == put_away


def test_the_card_taken_back_is_the_next_one_drawn_of_its_category() -> None:
    for seed in range(20):
        table = Table([*cards(5), *cards(5, Category.VERSUS)], seed=seed)
        table.turn()
        undone = table.undo() if table.turn() else ""
        table.turn(Category.VERSUS)
        assert table.turn() == undone


def test_cards_taken_back_one_after_the_other_come_again_in_the_order_they_had() -> None:
    table = Table(cards(6))
    first, second = table.turn(), table.turn()
    second_card = table.open
    table.undo()
    table.open = next(one for one in cards(6) if one.id[-1] == first)
    table.undo()
    assert second_card is not None
    assert [table.turn(), table.turn()] == [first, second]


def test_the_card_taken_back_comes_next_also_after_a_restart() -> None:
    table = Table(cards(6), seed=3)
    table.turn()
    undone = table.undo()
    assert Table(cards(6), table.marks, seed=99).turn() == undone


def test_a_card_taken_back_whose_deck_has_gone_is_passed_over() -> None:
    table = Table(cards(3))
    table.turn()
    undone = table.undo()
    rest = [one for one in cards(3) if one.id[-1] != undone]
    assert Table(rest, table.marks).turn() != undone


def test_cards_of_earlier_games_that_are_in_no_deck_now_do_no_harm() -> None:
    table = Table(cards(6))
    for _ in range(6):
        table.turn()
    few = Table(cards(2), table.marks)
    assert sorted([few.turn(), few.turn()]) == ["a", "b"]


def test_a_card_added_to_the_deck_comes_before_used_ones() -> None:
    table = Table(cards(3))
    for _ in range(3):
        table.turn()
    assert Table(cards(4), table.marks).turn() == "d"


@pytest.mark.parametrize("count", [2, 3, 7])
@given(st.lists(st.booleans(), max_size=60), st.integers(0, 1000))
def test_no_card_comes_twice_before_all_have_come_whatever_is_taken_back(
    count: int, keeps: list[bool], seed: int
) -> None:
    table = Table(cards(count), seed=seed)
    played = Counter({one.id[-1]: 0 for one in cards(count)})
    for keep in keeps:
        letter = table.turn()
        if keep:
            played[letter] += 1
        else:
            table.undo()
        assert max(played.values()) - min(played.values()) <= 1
