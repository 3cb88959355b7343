"""The playthroughs: scripts of one subject each, what must happen in them, and the printed trace beside each.

A trace is reviewed as text: what changes in play shows in its diff. `REWRITE_TRACES=1 pytest` renews them.
"""

import json
import os
from pathlib import Path

import pytest

from device.app.cli import main

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
SCRIPTS = sorted(PLAYTHROUGHS.glob("*.script"))
IS_REWRITING = os.environ.get("REWRITE_TRACES") == "1"

PHASES = {"lobby", "roll", "vote", "lock", "reveal", "finale", "resume", "paused", "menu"}
REASONS = {"taken", "too_few", "not_an_option", "not_a_face", "no_card", "not_now"}
RECORDS = {
    *("phase", "joined", "left", "refused", "rolled", "card", "voted", "withdrawn", "revealed"),
    *("tiebreak", "won", "undone", "board", "stuck", "lights", "screen"),
}
RHYTHMS = {
    *("off", "dim", "pulse", "breathe", "full", "refused", "circle", "moves", "nobody", "wins"),
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_playthrough_goes_as_its_script_and_its_trace_say(script: Path, tmp_path: Path) -> None:
    played = tmp_path / "played.trace"
    assert main(["replay", str(script), "--trace", str(played)]) == 0
    reviewed = script.with_suffix(".trace")
    if IS_REWRITING:
        reviewed.write_bytes(played.read_bytes())
    assert played.read_text("utf-8").splitlines() == reviewed.read_text("utf-8").splitlines()


def test_no_trace_is_left_without_its_script() -> None:
    assert [trace.stem for trace in sorted(PLAYTHROUGHS.glob("*.trace"))] == [
        script.stem for script in SCRIPTS
    ]


def test_the_playthroughs_hold_every_phase_refusal_rhythm_and_record() -> None:
    lines = [line for trace in PLAYTHROUGHS.glob("*.trace") for line in trace.read_text("utf-8").splitlines()]
    records = [json.loads(line) for line in lines]
    assert {record["type"] for record in records} == RECORDS
    assert {record["phase"] for record in records if record["type"] == "phase"} == PHASES
    assert {record["reason"] for record in records if record["type"] == "refused"} == REASONS
    assert {
        rhythm for record in records if record["type"] == "lights" for rhythm in record["rhythms"]
    } == RHYTHMS
