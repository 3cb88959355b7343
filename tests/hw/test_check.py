"""The solder check: what a builder presses, what comes, and what is likely wrong."""

import pytest

from hw.check import KeyCheck, Outcome, causes
from hw.ports import KeyEdge


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
            if not keys:
                assert self.check.deadline_ms is not None
                at_ms = self.check.deadline_ms
                self.check.pass_time(at_ms)
        return {verdict.key or 0: verdict.outcome.value for verdict in self.check.verdicts}

    def causes(self) -> list[str]:
        """What is likely wrong."""
        return [cause.words for cause in causes(self.check.verdicts)]


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
        (dict.fromkeys(range(1, 9), ()), "no key answers: is it plugged in?"),
        ({1: (1, 5), 5: (1, 5)}, "rows 1 and 2 touch, or are swapped"),
        ({1: (2,), 2: (1,)}, "columns 1 and 2 touch, or are swapped"),
    ],
)
def test_what_the_keys_do_names_the_likely_cause(answers: dict[int, tuple[int, ...]], words: str) -> None:
    bench = Bench(answers)
    bench.walk()
    assert bench.causes() == [words]


def test_a_key_that_gives_one_of_another_pad_names_both_cables() -> None:
    check = KeyCheck([], 0)
    for pad in (1, 5):
        check.feed(KeyEdge(pad, 1, True, 10))
    for pad in (1, 5):
        check.feed(KeyEdge(pad, 1, False, 90))
    assert check.verdicts[0].outcome is Outcome.CROSSED
    assert next(causes(check.verdicts)).words.startswith("key 1 gives key 1 of pad 5")


def test_a_key_that_is_down_at_the_start_is_stuck_and_not_asked_for() -> None:
    bench = Bench({}, down=(4,))
    assert bench.walk()[4] == "stuck"
    assert bench.causes() == ["key 4 does not open: look for solder between its two legs"]


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


def test_when_all_is_done_nothing_more_is_asked() -> None:
    check = KeyCheck([], 0, pads=[])
    assert (check.asked, check.deadline_ms, check.pass_time(10**6)) == (None, None, None)
    assert check.feed(KeyEdge(1, 1, True, 0)) is None
