"""One game, pressed on real pad drivers over simulated wires, leaves the trace that its script leaves.

Contacts close and open in simulated time as the script says; what the driver makes of them is played by the
same program. Only the times may differ: a press is seen when the pads are looked at.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from device.app.replay import Replay, read_script
from device.app.script import Edge, Line, Script, Wait, parse_script
from device.engine.table import PADS
from hw.backend import Pins
from hw.pads.matrix import MatrixWires
from hw.ports import KeyEdge
from hw.sim.bus import SimI2c
from hw.sim.clock import SimClock
from hw.sim.expanders import InterruptLine
from hw.sim.pins import MatrixHeader
from hw.sim.rpigpio import rpi_gpio
from hw.sim.scanning import SimScanning
from hw.sim.wires import KeyMatrix
from hw.wiring import PadsWiring
from tests.at_length import at_length
from tests.hw.pads_bench import Box, matrix_box, mcp_box, tca_box

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
GAMES = ("leaving", "tie-break")
MORE_GAMES = ("coming-back", "finale-new-game", "late-join", "undo-a-win", "win")

EIGHT = """
set game.track 6
set game.die box
set game.names Anna,Ben,Chloé,Dmitri,Esi,Farid,Grandma,Håkon
press red 1
press orange 2
press yellow 3
press green 4
press cyan 5
press blue 6
press purple 7
press white 8
press white 3           # taken
hold red 1 1.2s
press red 2             # gray ...
press red 7             # ... but no die has a seven
press red 6
press red 2
press orange 1
press yellow 2
press green 3
press cyan 4
press blue 5
press purple 6
chord white 1 8 1.2s    # the menu, and back
press white 1
down green 3            # two keys are no vote
wait 40ms
down green 4
wait 60ms
up green 3
up green 4
wait 40ms
press red 1             # another mind
press green 3
press white 7
wait 5s
wait 1.2s
press red 1
wait 1.2s
press red 1
press orange 2
press orange 6
press red 1
press orange 2
press yellow 3
press green 4
press cyan 5
press blue 6
press purple 7
press white 1
wait 5s
wait 1.2s
press orange 1
wait 1.2s
press orange 1
"""

LATE_MS = 15
"""A look every 10 ms, and a scan of 2 ms over I2C; a time is the middle of when it may have been."""

SETTLED_MS = 50


@contextmanager
def rpigpio_box() -> Iterator[Box]:
    """A box with its matrix on pins through gpiozero's own RPiGPIOFactory, which has no edges."""
    clock, matrix, wiring = SimClock(), KeyMatrix(), PadsWiring()
    with rpi_gpio(MatrixHeader(matrix, wiring)) as factory:
        pins = Pins(factory, "rpigpio", "rpigpio")
        wires = MatrixWires(pins, wiring, clock.pause_us)
        scanning = SimScanning(wires, clock)
        yield Box(matrix, wires, clock, pins, scanning, InterruptLine(), SimI2c(), [])  # type: ignore[arg-type]


BOXES: dict[str, Callable[[], AbstractContextManager[Box]]] = {
    "mock pins": lambda: nullcontext(matrix_box()),
    "fake-rpi": rpigpio_box,
    "mcp23017": lambda: nullcontext(mcp_box()),
    "tca9555": lambda: nullcontext(tca_box()),
}


def moves_of(script: Script) -> Iterator[tuple[int, Edge | None]]:
    """The contacts that a script moves, with the times; last, None at its end."""
    at_ms = 0
    for line in script.lines:
        match line.action:
            case Wait(ms):
                at_ms += ms
            case Edge():
                yield at_ms, line.action
    yield at_ms, None


def pressed_on(box: Box, script: Script) -> tuple[list[KeyEdge], int]:
    """What the driver makes of the script's presses, times counted from its start; and when it ends."""
    box.begin()
    start_ms, end_ms = box.clock.ms(), 0
    for at_ms, move in moves_of(script):
        if move is not None:
            box.clock.plan(
                (start_ms + at_ms) * 1000, partial(box.keys.move, move.pad.number, move.key, move.is_down)
            )
        end_ms = at_ms
    box.scanning.run_until((start_ms + end_ms + SETTLED_MS) * 1000)
    box.wires.close()
    edges = [KeyEdge(edge.pad, edge.key, edge.is_down, edge.at_ms - start_ms) for edge in box.scanning.edges]
    return edges, end_ms


def played_by(edges: list[KeyEdge], end_ms: int, script: Script) -> Script:
    """The script, with these edges in the place of its presses."""
    lines, at_ms = [], 0
    for edge in edges:
        lines += [
            Line(0, Wait(edge.at_ms - at_ms)),
            Line(0, Edge(PADS[edge.pad - 1], edge.key, edge.is_down)),
        ]
        at_ms = edge.at_ms
    return Script(script.path, script.setup, (*lines, Line(0, Wait(max(0, end_ms - at_ms)))))


def trace_of(script: Script, folder: Path) -> list[dict[str, Any]]:
    """Every record that a script leaves, but for its time."""
    records: list[dict[str, Any]] = []
    Replay(script, records.append, True, folder).run()
    return [{key: value for key, value in record.items() if key != "at_ms"} for record in records]


def same_trace(script: Script, box: AbstractContextManager[Box], folder: Path) -> list[dict[str, Any]]:
    """Press a script on a box, and play what came of it: its trace, once it has proved to be the script's."""
    script = Script(script.path, script.setup, (*script.lines, Line(0, Wait(SETTLED_MS))))
    with box as wired:
        edges, end_ms = pressed_on(wired, script)
    planned = [(at_ms, move) for at_ms, move in moves_of(script) if move is not None]
    assert [(e.pad, e.key, e.is_down) for e in edges] == [
        (m.pad.number, m.key, m.is_down) for _, m in planned
    ]
    assert all(abs(edge.at_ms - at_ms) <= LATE_MS for edge, (at_ms, _) in zip(edges, planned, strict=True))
    trace = trace_of(script, folder)
    assert trace_of(played_by(edges, end_ms, script), folder) == trace
    return trace


every_box = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES.keys())


@every_box
def test_a_whole_game_of_eight_leaves_the_same_trace_but_for_its_times_on_every_kind_of_pads(
    box: Callable[[], AbstractContextManager[Box]], tmp_path: Path
) -> None:
    trace = same_trace(parse_script(Path("eight"), EIGHT), box(), tmp_path)
    assert {"type": "won", "pad": "red"} in trace
    assert {"type": "refused", "pad": "red", "reason": "not_a_face"} in trace
    assert {"type": "withdrawn", "pad": "green"} in trace
    assert {"type": "phase", "phase": "menu"} in trace
    assert {"type": "phase", "phase": "finale"} in trace


@every_box
@pytest.mark.parametrize("game", [*GAMES, *at_length(*MORE_GAMES)])
def test_so_do_games_with_leavers_latecomers_tie_breaks_and_undo(
    game: str, box: Callable[[], AbstractContextManager[Box]], tmp_path: Path
) -> None:
    same_trace(read_script(PLAYTHROUGHS / f"{game}.script"), box(), tmp_path)
