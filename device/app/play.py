"""Playing: the parts are put together, run, and put away, whatever ends it."""

import gc
import logging
import os
import queue
import resource
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from itertools import chain
from pathlib import Path
from random import Random

from msgspec import Struct

from device.app.config import Config, load_config
from device.app.deck_reader import DeckReader
from device.app.ending import Ending
from device.app.hardware import Hardware, is_pi, real_hardware, virtual_table
from device.app.journal import Journal, JournalBusyError, open_journal
from device.app.kept import Kept
from device.app.lights_worker import LightsWorker
from device.app.loop import Item, Loop
from device.app.observer import LogObserver
from device.app.panel_worker import PanelWorker
from device.app.parting import Parting
from device.app.paths import JOURNAL, deck_folders, state_folder
from device.app.piles import Piles
from device.app.service import Service, is_appliance, patiently
from device.app.service_blame import Part
from device.app.service_goodbye import leave_wiring
from device.app.service_power import PowerError
from device.app.service_power import switch_off as power_off
from device.app.service_safe import safe_config
from device.app.service_splash import EarlyPanel
from device.app.session import Session
from device.app.settings import game_settings
from device.app.shelf import Shelf
from device.app.showing import Show
from device.app.stopping import Stop, stop_signals
from device.app.texts import sentence, texts_of
from device.app.timing import monotonic_ms, take_short_turns
from device.engine.events import LobbyOpened
from device.machine.phases import Note
from device.machine.seats import seats_again
from device.ui.people import Texts
from hw.pi import Pi, ThisPi
from hw.ports import HardwareError
from hw.words import system_words, told

log = logging.getLogger(__name__)

# A bus write that hangs for some seconds still ends with the panel dark; systemd kills after eight.
PANEL_OFF_S = 2.5
MOST_NOTES = 3


class _Start(Struct, frozen=True):
    """What playing was asked for, as `play` takes it."""

    config_path: Path | None
    is_new: bool
    is_virtual: bool
    environment: Mapping[str, str]
    tell: Callable[[str], None]
    opened: Callable[[str], None]
    early: EarlyPanel | None
    pi: Pi | None


def play(
    config_path: Path | None,
    is_new: bool,
    is_virtual: bool,
    tell: Callable[[str], None] = print,
    environment: Mapping[str, str] | None = None,
    opened: Callable[[str], None] = lambda url: None,
    early: EarlyPanel | None = None,
    pi: Pi | None = None,
) -> int:
    """Play until stopped, on this Pi's hardware or on the virtual table. Returns the exit status.

    `tell` and `opened` are told the address of the virtual table. `early` is a panel that shows the splash.
    `pi` is what the box is built on; None: this machine.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core dump would hold the votes
    take_short_turns()
    environment = os.environ if environment is None else environment
    service = Service(environment)
    is_virtual = is_virtual or not (is_appliance(environment) or is_pi())
    start = _Start(config_path, is_new, is_virtual, environment, tell, opened, early, pi)
    return service.run(lambda: _play(service, start))


def _play(service: Service, start: _Start) -> int:
    environment = start.environment
    folder = state_folder(environment)
    kept = Kept(folder)
    config = load_config(start.config_path, kept.values, environment)
    config = safe_config(config) if service.safe else config
    items: queue.SimpleQueue[Item] = queue.SimpleQueue()
    service.end = lambda: items.put(Stop())
    try:
        with stop_signals(items), ExitStack() as stack:
            texts = texts_of(config.values["game.language"])
            is_in_memory = service.is_left_out(Part.GAME)
            journal, notes = (Journal(None), []) if is_in_memory else _journal(folder / JOURNAL, texts)
            stack.callback(journal.close)
            hardware = stack.enter_context(_hardware(service, start, config, items))
            notes = [*service.notes(texts), *config_notes(config, texts), *notes, *hardware.notes]
            folders = deck_folders(environment, config.file)
            folders = folders[:1] if service.is_left_out(Part.DECKS) else folders
            if start.is_new and journal.table is not None:
                journal.record([LobbyOpened(seats_again(journal.table))])
            power = _power_of(environment, items, texts)
            is_restart = _run(service, power, items, journal, hardware, config, kept, folders, notes)
        if is_restart and not is_appliance(environment):
            os.execv(sys.executable, [sys.executable, "-m", "device.app.cli", *sys.argv[1:]])
        return 0
    except (JournalBusyError, HardwareError) as error:
        print(f"imaginiff: {error}", file=sys.stderr)
    return 1


def _hardware(
    service: Service, start: _Start, config: Config, items: "queue.SimpleQueue[Item]"
) -> AbstractContextManager[Hardware]:
    """The virtual table, or this Pi's own hardware once it is there. Raises `HardwareError`."""
    if start.is_virtual:
        return virtual_table(config.values, start.tell, start.opened)
    pi = start.pi or ThisPi()
    # We start before udev has given all devices to their groups.
    patiently(pi.look_for_header, lambda: not items.empty())
    leave_wiring(service.folder, config.values)
    without = (service.is_left_out(Part.PANEL), service.is_left_out(Part.LIGHTS))
    return real_hardware(config.values, *without, start.early, pi)


def _power_of(
    environment: Mapping[str, str], items: "queue.SimpleQueue[Item]", texts: Texts
) -> Callable[[bool], bool]:
    """The box switches itself off, which may be refused; on a desktop the program just ends."""

    def switch(is_restart: bool) -> bool:
        try:
            power_off(is_restart)
        except PowerError as error:
            log.error("%s", error)
            items.put(Note(texts.gettext("Cannot switch off"), (sentence(error.words, texts),)))
            return False
        return True

    return switch if is_appliance(environment) else lambda is_restart: True


def _run(
    service: Service,
    power: Callable[[bool], bool],
    items: "queue.SimpleQueue[Item]",
    journal: Journal,
    hardware: Hardware,
    config: Config,
    kept: Kept,
    folders: list[Path],
    notes: list[Note],
) -> bool | None:
    """Play until somebody stops it (None), or the menu switches off (False) or restarts (True)."""
    chance = Random()
    texts = texts_of(config.values["game.language"])
    show = Show(hardware.panel.size, texts)

    def say(note: Note) -> None:
        for sheet in show.sheets(note):
            items.put(sheet)

    reader = DeckReader(folders, config.values["game.decks"], say, texts)
    shelf = Shelf(reader.library, config.values["game.decks"], config.values["game.audience"])
    parting = Parting(service, hardware, kept.folder, config.values)
    ending = Ending(kept, shelf, journal, power, parting.set)
    lights = LightsWorker(hardware.lights)
    panel = PanelWorker(hardware.panel, show)
    try:
        down = patiently(lambda: hardware.pads.start(items.put), lambda: not items.empty())
        session = Session(
            journal,
            Piles(shelf, journal.card_marks(), chance),
            chance,
            game_settings(config.values, config.fixed),
            LogObserver(),
            ending,
            show.measure,
            down,
            monotonic_ms(),
        )
        for sheet in chain.from_iterable(map(show.sheets, notes)):
            session.note(sheet, monotonic_ms())
        hardware.greet()
        service.ready()
        gc.enable()
        reader.start()
        parting.leave()
        Loop(session, journal, items, panel, lights, ending.is_over, service.manager).run()
    finally:
        picture = parting.last_picture(ending.is_restart)
        service.manager.stopping()
        hardware.pads.close()
        lights.close()
        panel.close(PANEL_OFF_S, picture)
    return ending.is_restart


def _journal(path: Path, texts: Texts) -> tuple[Journal, list[Note]]:
    """The journal, or one in memory where the folder cannot be used; and what to say of it."""
    _ = texts.gettext
    try:
        journal, aside = open_journal(path)
    except OSError as error:
        log.error("%s: %s: playing in memory", path.parent, error.strerror)
        why = told(system_words(error), _)
        lines = (f"{path.parent}: {why}.", _("Playing on: a power cut now loses the game."))
        return Journal(None), [Note(_("Cannot save"), lines)]
    if aside is None:
        return journal, []
    log.error("the journal could not be read: it was set aside as %s", aside)
    said = (_("It was set aside as"), aside.name, _("A new game begins."))
    return journal, [Note(_("Saved game unreadable"), said)]


def config_notes(config: Config, texts: Texts) -> list[Note]:
    """What is wrong with the configuration, fault by fault."""
    _ = texts.gettext
    for fault in config.faults:
        log.warning("%s", fault)
    return [
        Note(
            _("Settings file, line {n}").format(n=fault.line) if fault.line else _("Settings file"),
            (sentence(fault.what, texts), sentence(fault.cure, texts), fault.path.name),
        )
        for fault in config.faults[:MOST_NOTES]
    ]
