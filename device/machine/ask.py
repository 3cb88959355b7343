"""What a pad is asked right now: all that the booth is told of the game, key by key."""

from dataclasses import dataclass
from enum import Enum

ALL_KEYS = frozenset(range(1, 9))
NO_KEYS: frozenset[int] = frozenset()
PAGE_KEYS = frozenset((7, 8))


class Kind(Enum):
    """How a pad's presses are taken."""

    NOTHING = "nothing"  # presses mean nothing and are not even reported
    NUMBER = "number"  # a press is a public number, told as the key comes up
    VOTE = "vote"  # a press may be a secret vote, taken as the key goes down


@dataclass(frozen=True, slots=True)
class Ask:
    """What one pad is asked.

    `options` are the numbers that are votes; `pages` the keys that turn a page (VOTE only); `holds` the
    keys whose hold means something here (a hold that means nothing is a press). A key that went down
    under another `serial` is not fresh: no press and no hold. While asleep the first key only wakes.
    """

    kind: Kind = Kind.NOTHING
    options: frozenset[int] = NO_KEYS
    pages: frozenset[int] = NO_KEYS
    holds: frozenset[int] = NO_KEYS
    serial: tuple[int, int] = (0, 0)
    is_asleep: bool = False
