"""The solder check: what a builder presses, what comes, and what is likely wrong."""

from typing import Any

import pytest

from hw.check import REST_MS, KeyCheck, Outcome, causes
from hw.ports import KeyEdge
from hw.wiring import Wiring, from_values


class Bench:
    """A builder who presses what is asked for, on a pad whose wires do as `answers` says."""

    def __init__(
        self, answers: dict[int, tuple[int, ...]], bounce_ms: int = 0, down: tuple[int, ...] = ()
    ) -> None:
        self.check = KeyCheck([(1, key) for key in down], 0, pads=[1])
        self._answers = answers
        self._bounce_ms = bounce_ms

    def walk(self) -> dict[int, str]:
        """Every key's outcome."""
        at_ms = 0
        while self.check.asked is not None:
            at_ms += 500
            keys = self._answers.get(self.check.asked[1], (self.check.asked[1],))
            for is_down in (True, False):
                for key in keys:
                    self.check.feed(KeyEdge(1, key, is_down, at_ms, self._bounce_ms))
            assert self.check.deadline_ms is not None
            at_ms = self.check.deadline_ms
            self.check.pass_time(at_ms)
        return {verdict.key or 0: verdict.outcome.value for verdict in self.check.verdicts}

    def causes(self, **pads: Any) -> list[str]:
        """What is likely wrong, with pads wired so."""
        wiring = from_values({f"pads.{name}": value for name, value in pads.items()})
        return [cause.words for cause in causes(self.check.verdicts, wiring)]


def test_a_pad_that_answers_is_fine() -> None:
    bench = Bench({})
    assert set(bench.walk().values()) == {"fine"}
    assert bench.causes() == []
    assert all(verdict.is_fine for verdict in bench.check.verdicts)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({3: ()}, "key 3 is silent: its diode the wrong way round, or a joint that does not hold"),
        ({5: (), 6: (), 7: (), 8: ()}, "keys 5 6 7 8 are silent: the wire of row 2 is open"),
        ({2: (), 6: ()}, "keys 2 6 are silent: the wire of column 2 is open"),
        (
            dict.fromkeys(range(1, 9), ()),
            "no key answers: is it plugged in, its cable straight, its diodes' bands to the rows?",
        ),
        ({1: (1, 5), 5: (1, 5)}, "rows 1 and 2 touch, or are swapped"),
        ({1: (2,), 2: (1,)}, "columns 1 and 2 touch, or are swapped"),
    ],
)
def test_what_the_keys_do_names_the_likely_cause(answers: dict[int, tuple[int, ...]], words: str) -> None:
    bench = Bench(answers)
    bench.walk()
    assert bench.causes() == [words]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({3: ()}, "key 3 is silent: a joint or a wire that does not hold"),
        ({5: (), 6: (), 7: (), 8: ()}, "key 5 is silent: a joint or a wire that does not hold"),
        (dict.fromkeys(range(1, 9), ()), "no key answers: is it plugged in, its ground connected?"),
        ({1: (2,), 2: (1,)}, "the wires of keys 1 and 2 touch, or are swapped"),
    ],
)
def test_a_pad_with_a_wire_for_each_key_has_neither_rows_nor_diodes_to_be_blamed(
    answers: dict[int, tuple[int, ...]], words: str
) -> None:
    bench = Bench(answers)
    bench.walk()
    assert bench.causes(driver="tca9555")[0] == words


def test_where_there_are_no_diodes_none_is_blamed() -> None:
    bench = Bench({3: ()})
    bench.walk()
    assert bench.causes(diodes=False) == ["key 3 is silent: a joint that does not hold"]


def test_keys_that_give_those_of_another_pad_name_both_cables_once() -> None:
    check = KeyCheck([], 0)
    for key in (1, 2):
        for is_down in (True, False):
            for pad in (1, 5):
                check.feed(KeyEdge(pad, key, is_down, 100 * key + 80 * (not is_down)))
    check.pass_time(1000)
    assert [verdict.outcome for verdict in check.verdicts] == [Outcome.CROSSED] * 2
    (cause,) = causes(check.verdicts, Wiring())
    assert cause.words == "keys 1 2 give keys of CYA: wires of the two cables touch, or are swapped"


def test_a_key_that_is_down_at_the_start_is_stuck_and_not_asked_for() -> None:
    bench = Bench({}, down=(4,))
    assert bench.walk()[4] == "stuck"
    assert bench.causes() == [
        "key 4 does not open: look for solder between its two legs, or between its row and its column"
    ]


def test_a_key_that_does_not_come_up_again_is_stuck_and_the_next_one_is_asked_for() -> None:
    check = KeyCheck([], 0)
    check.feed(KeyEdge(1, 1, True, 100))
    assert check.pass_time(5_099) is None
    verdict = check.pass_time(5_100)
    assert verdict is not None
    assert verdict.outcome is Outcome.STUCK
    assert check.asked == (1, 2)
    assert check.feed(KeyEdge(1, 1, False, 6_000)) is None


def test_a_worn_key_bounces() -> None:
    bench = Bench({}, bounce_ms=12)
    assert set(bench.walk().values()) == {"bouncing"}
    assert bench.causes()[0] == "key 1 bounces for 12 ms: a worn key, or a loose wire"


@pytest.mark.parametrize(
    ("edges_ms", "bounce_ms"),
    [
        ((0, 9, 15, 24, 30, 130), 30),
        ((0, 100, 106, 112), 12),
        ((0, 9, 15, 35), 35),
        ((0, 60), 0),
        ((0, 40), 0),
    ],
    ids=["as it closes", "as it opens", "all the while", "not at all", "a quick tap"],
)
def test_a_key_that_bounces_longer_than_debouncing_takes_is_still_one_press_of_that_key(
    edges_ms: tuple[int, ...], bounce_ms: int
) -> None:
    check = KeyCheck([], 0)
    for place, at_ms in enumerate(edges_ms):
        assert check.feed(KeyEdge(1, 1, place % 2 == 0, at_ms)) is None
    verdict = check.pass_time(edges_ms[-1] + REST_MS)
    assert verdict is not None
    assert (verdict.bounce_ms, verdict.is_fine) == (bounce_ms, not bounce_ms)
    assert (verdict.pad, verdict.key, check.asked) == (1, 1, (1, 2))


def test_a_hasty_builder_presses_the_next_key_before_the_last_has_come_to_rest() -> None:
    check = KeyCheck([], 0)
    said = [
        check.feed(KeyEdge(1, key, is_down, 20 * key + 10 * (not is_down)))
        for key in (1, 2, 3)
        for is_down in (True, False)
    ]
    assert [verdict.key if verdict else None for verdict in said] == [None, None, 1, None, 2, None]


def test_the_end_of_a_press_that_began_before_its_question_is_no_answer() -> None:
    check = KeyCheck([], 0)
    assert check.feed(KeyEdge(1, 1, False, 10)) is None
    assert check.deadline_ms == 10_000


def test_when_all_is_done_nothing_more_is_asked() -> None:
    check = KeyCheck([], 0, pads=[])
    assert (check.asked, check.deadline_ms, check.pass_time(10**6)) == (None, None, None)
    assert check.feed(KeyEdge(1, 1, True, 0)) is None
