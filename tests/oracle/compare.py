"""Whether a trace tells the same facts as the oracle: same records, same order, same values."""

from collections.abc import Iterator
from typing import Any

Record = dict[str, Any]

FACTS = {"joined", "left", "rolled", "card", "revealed", "tiebreak", "won", "undone", "board"}


def differences(trace: list[Record], expected: list[Record]) -> list[str]:
    """What differs, one line each; none when the two agree. Maps are compared in their order too.

    An expected record may leave out keys: what chance decides, nobody expects.
    """
    facts = [record for record in trace if record["type"] in FACTS]
    lines = [line for pair in enumerate(zip(facts, expected, strict=False)) for line in _pair(*pair)]
    if len(facts) != len(expected):
        first = min(len(facts), len(expected))
        lines.append(
            f"{len(facts)} facts, {len(expected)} expected; the first beyond: {[*facts, *expected][first]}"
        )
    return lines


def _pair(number: int, pair: tuple[Record, Record]) -> Iterator[str]:
    fact, expected = pair
    for key, value in expected.items():
        found = fact.get(key, "(none)")
        if found != value or _order(found) != _order(value):
            yield f"fact {number} at {fact['at_ms']} ms ({fact['type']}): {key} is {found}, expected {value}"


def _order(value: Any) -> list[Any]:
    return list(value) if isinstance(value, dict) else []
