"""The worked games of the rules come out exactly so."""

import json
from pathlib import Path
from typing import Any

import pytest

from device.engine import events as ev
from device.engine.cards import Category
from device.engine.game import apply
from device.engine.table import House, Pad, Stage, Table
from tests.talk import card

GAMES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "rules-cases.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("game", GAMES, ids=[game["name"] for game in GAMES])
def test_a_worked_game_comes_out_exactly_so(game: dict[str, Any]) -> None:
    table = Table()
    for player in game["players"]:
        table = apply(table, ev.Joined(Pad(player["pad"]), player["space"]))
    table = apply(table, ev.GameStarted(game["track"], House()))
    for number, turn in enumerate(game["rounds"], 1):
        for happening in turn.get("before", []):
            table = apply(_passed_on(table, happening), _event(happening))
        if "category" not in turn:
            assert table.winner == turn["winner"]
            continue
        table = _play(_passed_on(table, {}), turn)
        assert _outcome(table) == _expected(turn), f"round {number}"


def _passed_on(table: Table, happening: dict[str, Any]) -> Table:
    is_over = table.stage is Stage.RESULT and table.winner is None and "undo" not in happening
    return apply(table, ev.TurnPassed()) if is_over else table


def _event(happening: dict[str, Any]) -> ev.Event:
    if "undo" in happening:
        return ev.Undone()
    if "leave" in happening:
        return ev.Left(Pad(happening["leave"]))
    return ev.Joined(Pad(happening["join"]), happening["space"])


def _play(table: Table, turn: dict[str, Any]) -> Table:
    category = Category(turn["category"])
    assert table.reader == turn["reader"]
    table = apply(table, ev.Rolled(category, turn["spaces"]))
    answers = len(turn["options"]) if category is Category.CHOICES else 0
    table = apply(table, ev.CardDrawn(card(category, answers=answers)))
    assert table.turn is not None
    assert (table.turn.subject, list(table.turn.options)) == (turn["subject"], turn["options"])
    return apply(table, ev.Opened({Pad(pad): number for pad, number in turn["votes"].items()}))


def _outcome(table: Table) -> dict[str, Any]:
    assert table.turn is not None
    assert table.turn.result is not None
    return {
        "majority": list(table.turn.result.majority),
        "moved": list(table.turn.result.moved),
        "positions": dict(table.positions),
        "token": table.token,
        "contenders": list(table.contenders),
        "winner": table.winner,
    }


def _expected(turn: dict[str, Any]) -> dict[str, Any]:
    return {key: turn[key] for key in ("majority", "moved", "positions", "token", "contenders", "winner")}
