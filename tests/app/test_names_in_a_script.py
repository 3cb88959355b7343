"""A name that is typed on a pad in a script is in the next question, as one that was set."""

import json
from pathlib import Path

from device.app.cli import main

SIT = "seed 4\n{settings}press red 1\npress blue 2\npress green 3\n"
TYPE_ANN = """\
chord red 1 8 1.1s
press red 7
press red 1
press red 2
press red 2
press red 1
wait 1.6s
press red 5
press red 5
wait 1.6s
press red 5
press red 5
hold red 1 1.1s
press red 8
"""
"""Menu, settings, names, the name of number 2: A, n, n, done."""

ASK = "hold red 1 1.1s\npress red 1\nwait 2s\n"


def question(script: str, folder: Path) -> str:
    """The picture of the question that a script comes to, by its hash."""
    path, trace = folder / "names.script", folder / "names.trace"
    path.write_text(f"{script}{ASK}expect card subject=2\n", encoding="utf-8")
    assert main(["replay", str(path), "--trace", str(trace)]) == 0
    records = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    return next(str(r["sha256"]) for r in records if r["type"] == "screen" and r["title"] == "question")


def test_a_name_that_was_typed_on_a_pad_is_in_the_next_question(tmp_path: Path) -> None:
    faces = 'set game.faces "red 2"\n'
    typed = question(SIT.format(settings=faces) + TYPE_ANN, tmp_path)
    assert typed == question(SIT.format(settings=f"{faces}set game.names ,Ann,,,,,,\n"), tmp_path)
    assert typed != question(SIT.format(settings=faces), tmp_path)
