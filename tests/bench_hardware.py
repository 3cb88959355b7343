"""The hardware's numbers for `make bench`: bytes on the bus, memory, processor time while idle."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from device.app.showing import Show
from device.app.texts import ENGLISH
from device.engine.table import Pad
from hw.opening import open_pads, open_panel
from hw.ports import Glow
from hw.sim.rig import Rig
from hw.wiring import Wiring
from tests.talk import Game

Row = tuple[str, str, str]
ROOT = Path(__file__).parent.parent


def bytes_on_the_bus() -> Row:
    """A countdown that goes from 3 to 2, and a vote's mark, against luma sending every frame whole."""
    rig = Rig(Wiring())
    panel, bus = open_panel(rig.wiring, rig), rig.by_number[1]
    show, game = Show((128, 64), ENGLISH), Game()
    pads = [pad.value for pad in Pad]
    game.start(*pads)
    game.roll(2, 2)
    counted: dict[str, int] = {}

    def send(name: str) -> None:
        bus.sent.clear()
        panel.show(show.panel(game.state).image, Glow.BRIGHT)
        counted[name] = bus.bytes_sent

    game.wait(1500)
    send("whole")
    game.press(pads[0], 1)
    send("mark")
    for pad in pads[1:]:
        game.press(pad, 1)
    send("lock")
    game.wait(1000)
    send("counter")
    panel.close()
    return (
        "bytes on the bus for a changed mark; for a changed counter (luma sends 1,034 for every frame)",
        "under 120",
        f"{counted['mark']}; {counted['counter']}",
    )


def memory() -> Row:
    """Resident memory in play, on the hardware drivers (over simulated wires, which count too)."""
    resident, _, _ = _measured(joined=3)
    return ("resident memory in play on the hardware drivers", "45 MB", f"{resident:.0f} MB")


def idle() -> Row:
    """An idle lobby on the matrix driver, over simulated wires, before anybody has joined: all lights off."""
    _, used_pct, wakings = _measured(joined=0)
    return (
        "processor time of an idle lobby with the matrix driver, lights off; wakings a second",
        "under 0.5 % of one core; none but the page's, every 4 s",
        f"{used_pct:.2f} %; {wakings:.1f}",
    )


def idle_dim() -> Row:
    """The same once three have joined. Modulation by lgpio comes on top, which only a Pi has."""
    _, used_pct, wakings = _measured(joined=3)
    return (
        "the same with three lights dim (without the modulation itself, which is lgpio's and needs a Pi)",
        "under 3 % of one core",
        f"{used_pct:.2f} %; {wakings:.1f}",
    )


def _measured(joined: int) -> tuple[float, float, float]:
    """`in_play` in a process of its own."""
    code = f"from tests.bench_hardware import in_play; print(*in_play({joined}))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    resident, used_pct, wakings = map(float, done.stdout.split())
    return resident, used_pct, wakings


def in_play(joined: int, seconds: float = 20.0) -> tuple[float, float, float]:
    """A lobby on the real drivers that so many pads have joined: resident megabytes, and while it is idle
    percent of one core and how often a second a thread of ours wakes."""
    import queue
    import random
    import threading

    from device.app.deck_reader import DeckReader
    from device.app.journal import Journal
    from device.app.library import shipped_folder
    from device.app.lights_worker import LightsWorker
    from device.app.loop import Item, Loop
    from device.app.observer import LogObserver
    from device.app.panel_worker import PanelWorker
    from device.app.piles import Piles
    from device.app.session import Session
    from device.app.shelf import Shelf
    from device.app.stopping import Stop
    from device.app.timing import monotonic_ms, take_short_turns
    from device.machine.phases import Settings
    from hw.opening import open_lights
    from tests.bench import Quiet

    take_short_turns()
    rig = Rig(Wiring())
    pads, panel, lights = (opens(rig.wiring, rig) for opens in (open_pads, open_panel, open_lights))
    items: queue.SimpleQueue[Item] = queue.SimpleQueue()
    journal, chance, show = Journal(None), random.Random(1), Show((128, 64), ENGLISH)
    decks = DeckReader([shipped_folder()], [], items.put)
    workers = LightsWorker(lights), PanelWorker(panel, show)  # type: ignore[arg-type]
    down = pads.start(items.put)  # type: ignore[union-attr]
    piles = Piles(Shelf(decks.library, (), "all"), journal.card_marks(), chance)
    session = Session(
        journal, piles, chance, Settings(), LogObserver(), Quiet(), show.measure, down, monotonic_ms()
    )
    decks.start()
    loop = Loop(session, journal, items, workers[1], workers[0], lambda: False)
    thread = threading.Thread(target=loop.run)
    thread.start()
    # Two keys of one pad mean nothing, but from the first edge on edges are relied on: until then it looks
    # 25 times a second.
    _tap(rig, 8, 1, 2)
    for pad in range(1, joined + 1):
        _tap(rig, pad, pad)
    decks.library()  # they have been read, which takes longer on a busy machine
    time.sleep(9)  # and each page of the lobby has been drawn
    start, before = time.process_time(), _wakings()
    time.sleep(seconds)
    used = (time.process_time() - start) / seconds * 100
    wakings = (_wakings() - before) / seconds
    resident = next(
        int(line.split()[1]) / 1024
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        if line.startswith("VmRSS")
    )
    items.put(Stop())
    thread.join()
    pads.close()
    for worker in workers:
        worker.close(1)
    return resident, used, wakings


def _tap(rig: Rig, pad: int, *keys: int) -> None:
    """Fingers on keys of a pad, as long as a quick tap takes: the driver sees real time."""
    for is_down in (True, False):
        for key in keys:
            rig.press(pad, key, is_down)
        time.sleep(0.1)


def _wakings() -> int:
    """How often a thread of this process has gone to sleep so far, as it does once for every waking."""
    return sum(
        int(line.split()[1])
        for status in Path("/proc/self/task").glob("*/status")
        for line in status.read_text(encoding="utf-8").splitlines()
        if line.startswith("voluntary_ctxt_switches")
    )


def scans() -> Row:
    """Processor time of looking after 64 keys for a second that nobody touches: ours sleeps, the Buttons
    are polled every 10 ms."""
    from gpiozero import Button
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    buttons = [Button(gpio, pin_factory=factory) for gpio in range(4, 20)]
    theirs = _used_pct(lambda: [button.is_pressed for _ in range(4) for button in buttons])
    for button in buttons:
        button.close()
    factory.reset()
    rig = Rig(Wiring())
    pads = open_pads(rig.wiring, rig)
    pads.start(lambda edge: None)
    _tap(rig, 1, 1)  # from the first edge on, edges are relied on
    time.sleep(0.5)  # and the scan that it began is over
    ours = _used_pct(lambda: None, every_s=3.0)
    pads.close()
    return (
        "processor time for 64 idle keys: ours, asleep on edges; 64 gpiozero Buttons polled every 10 ms",
        "less than the Buttons",
        f"{ours:.2f} %; {theirs:.2f} %",
    )


def _used_pct(look: Callable[[], object], every_s: float = 0.01, seconds: float = 3.0) -> float:
    start, until = time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < until:
        look()
        time.sleep(every_s)
    return (time.process_time() - start) / seconds * 100


BENCHMARKS = (bytes_on_the_bus, memory, idle, idle_dim, scans)
