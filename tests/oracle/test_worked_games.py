"""The worked games of the rules come out exactly so by the second reading alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from . import rules

Game = dict[str, Any]

CASES: list[Game] = json.loads((Path(__file__).parents[1] / "rules-cases.json").read_text("utf-8"))


# With the turn still to pass, who joins after the last in order is the next in order, and reads.
NEEDS_THE_TURN_PASSED = {"leavers who come back, and late joiners"}


def _between(game_round: Game, in_the_roll: bool) -> list[rules.Happening]:
    """What happened between two turns, before or after the turn had passed (an undo takes the turn along)."""
    before: list[rules.Happening] = list(game_round.get("before", []))
    if in_the_roll:
        return [{"pass": True}, *before]
    return before if {"undo": True} in before else [*before, {"pass": True}]


def _scored(happenings: list[rules.Happening]) -> Game:
    """The last revealed round, in the words of the worked games."""
    world = rules.tell(happenings)
    result = world["result"]
    return {
        "votes": rules.by_pad(world, result["votes"]),
        "majority": result["majority"],
        "moved": rules.pads(world, result["moved"]),
        "positions": rules.by_pad(world, world["at"]),
        "token": world["token"],
        "contenders": rules.pads(world, world["contenders"]),
        "winner": rules.winner(world),
    }


def _dealt(happenings: list[rules.Happening]) -> Game:
    """The open card, in the words of the worked games."""
    world = rules.tell(happenings)
    return {"reader": rules.reader(world), **world["card"]}


def _differences(game: Game, in_the_roll: bool) -> Iterator[tuple[int, str, Any, Any]]:
    """Round, key, what the oracle says and what the worked game says, wherever the two differ."""
    players = [(player["pad"], player["space"]) for player in game["players"]]
    happenings: list[rules.Happening] = [{"start": players, "track": game["track"]}]
    for number, expected in enumerate(game["rounds"]):
        happenings += _between(expected, in_the_roll) if number else []
        if "category" not in expected:
            yield number, "winner", rules.winner(rules.tell(happenings)), expected["winner"]
            return
        answers = max(expected["options"])
        happenings.append({"roll": expected["category"], "spaces": expected["spaces"], "answers": answers})
        found = _dealt(happenings)
        happenings.append({"reveal": expected["votes"]})
        found |= _scored(happenings)
        for key in expected.keys() - {"before"}:
            yield number, key, found[key], expected[key]


@pytest.mark.parametrize("game", CASES, ids=[game["name"] for game in CASES])
def test_a_worked_game_comes_out_exactly_so(game: Game) -> None:
    _is_exactly_so(game, in_the_roll=True)


@pytest.mark.parametrize(
    "game",
    [game for game in CASES if game["name"] not in NEEDS_THE_TURN_PASSED],
    ids=lambda game: game["name"],
)
def test_what_happens_between_turns_may_happen_while_the_reveal_still_shows(game: Game) -> None:
    _is_exactly_so(game, in_the_roll=False)


def _is_exactly_so(game: Game, in_the_roll: bool) -> None:
    compared = list(_differences(game, in_the_roll))
    assert len(compared) > len(game["rounds"])
    assert [line for line in compared if line[2] != line[3] or _order(line[2]) != _order(line[3])] == []


def _order(value: Any) -> list[Any]:
    """Maps of pads are in turn order too, which `==` does not look at."""
    return list(value) if isinstance(value, dict) else []
