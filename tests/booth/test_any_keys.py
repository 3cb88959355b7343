"""Whatever hands do: the booth never raises, and two keys of one pad are never a vote."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from device.machine.ask import ALL_KEYS, NO_KEYS, PADS, PAGE_KEYS, Ask, Kind, Pad, VoteCast, VoteWithdrawn
from tests.booth.hands import VOTE, Hands

SOME_PADS = st.sampled_from((Pad.RED, Pad.WHITE))
KEYS = st.integers(1, 8)
TIMES = st.sampled_from((1, 80, 999, 1000, 1001, 29_000, 30_000))
EDGES = st.tuples(SOME_PADS, KEYS, st.booleans())
ASKS = st.builds(
    Ask,
    st.sampled_from(Kind),
    st.frozensets(KEYS),
    st.sampled_from((NO_KEYS, PAGE_KEYS)),
    st.sampled_from((NO_KEYS, ALL_KEYS, frozenset((3,)))),
    st.tuples(st.integers(0, 2), st.integers(-1, 1)),
    st.booleans(),
)


@given(st.lists(st.one_of(EDGES, TIMES, ASKS), max_size=40), st.frozensets(st.tuples(SOME_PADS, KEYS)))
def test_the_booth_takes_whatever_comes(
    acts: list[tuple[Pad, int, bool] | int | Ask], down: frozenset[tuple[Pad, int]]
) -> None:
    hands = Hands(Ask(), down)
    for act in acts:
        if isinstance(act, Ask):
            hands.ask = act
        elif isinstance(act, int):
            hands.wait(act)
        else:
            pad, key, is_down = act
            hands.down(key, pad) if is_down else hands.up(key, pad)
    assert set(hands.votes()) <= set(PADS)


class Rules:
    """One pad's vote by the rules alone, where no chord and no stuck key comes in between."""

    def __init__(self) -> None:
        self.down: set[int] = set()
        self.vote: int | None = None

    def edge(self, key: int, is_down: bool) -> type | None:
        """A key goes down or up: what should be said of the vote."""
        if not is_down or key in self.down:
            self.down -= set() if is_down else {key}
            return None
        self.down.add(key)
        had_vote = self.vote is not None
        self.vote = key if self.down == {key} else None
        return VoteCast if self.vote else VoteWithdrawn if had_vote else None


SHORT = st.sampled_from((1, 80, 400))
VOTES = st.tuples(SOME_PADS, st.integers(1, 6), st.booleans())


@settings(max_examples=200)
@given(st.lists(st.one_of(VOTES, SHORT), max_size=60))
def test_votes_are_as_the_rules_say_one_a_pad_and_never_with_two_keys_down(
    acts: list[tuple[Pad, int, bool] | int],
) -> None:
    hands = Hands(replace(VOTE))
    rules = {Pad.RED: Rules(), Pad.WHITE: Rules()}
    for act in acts:
        if isinstance(act, int):
            assert hands.wait(act) == []
            continue
        pad, key, is_down = act
        expected = rules[pad].edge(key, is_down)
        said = hands.down(key, pad) if is_down else hands.up(key, pad)
        assert [type(one) for one in said] == ([expected] if expected else [])
    assert hands.votes() == {pad: rule.vote for pad, rule in rules.items() if rule.vote}
