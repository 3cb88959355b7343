"""Playing: the parts are put together, run, and put away, whatever ends it."""

import logging
import os
import queue
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from device.app.config import Config, load_config
from device.app.deck_reader import DeckReader
from device.app.hardware import Hardware, is_pi, real_hardware, virtual_table
from device.app.journal import Journal, JournalBusyError, open_journal
from device.app.kept import Kept
from device.app.lights_worker import LightsWorker
from device.app.loop import Item, Loop
from device.app.observer import LogObserver
from device.app.panel_worker import PanelWorker
from device.app.paths import JOURNAL, deck_folders, state_folder
from device.app.piles import Piles
from device.app.session import Session
from device.app.settings import game_settings
from device.app.shelf import Shelf
from device.app.showing import Show
from device.app.stopping import stop_signals
from device.app.texts import ENGLISH, LANGUAGES
from device.app.timing import monotonic_ms
from device.engine.events import LobbyOpened
from device.machine.phases import Note, Offer
from device.machine.seats import seats_again
from hw.ports import HardwareError

log = logging.getLogger(__name__)

PANEL_OFF_S = 1.5
MOST_NOTES = 3


class Ending:
    """How the game ends: remembered when the menu switches off, so that the loop stops."""

    def __init__(self, kept: Kept, shelf: Shelf, journal: Journal) -> None:
        self._kept = kept
        self._shelf = shelf
        self._journal = journal
        self.is_restart: bool | None = None

    def keep_setting(self, key: str, value: Any) -> None:
        """Remember a setting on the device."""
        self._kept.keep(key, value)
        self._shelf.set(key, value)

    def offer(self) -> Offer:
        """What there is to choose from in the settings."""
        return Offer(self._shelf.decks(), self._journal.names(), tuple(LANGUAGES))

    def switch_off(self, is_restart: bool) -> None:
        """The menu's switch off and restart."""
        self.is_restart = is_restart

    def is_over(self) -> bool:
        """Whether the loop should end."""
        return self.is_restart is not None


def play(
    config_path: Path | None,
    is_new: bool,
    is_virtual: bool,
    tell: Callable[[str], None] = print,
    environment: Mapping[str, str] | None = None,
    opened: Callable[[str], None] = lambda url: None,
) -> int:
    """Play until stopped, on this Pi's hardware or on the virtual table. Returns the exit status.

    `tell` and `opened` are told the address of the virtual table.
    """
    environment = os.environ if environment is None else environment
    folder = state_folder(environment)
    kept = Kept(folder)
    config = load_config(config_path, kept.values, environment)
    items: queue.SimpleQueue[Item] = queue.SimpleQueue()
    try:
        with stop_signals(items), ExitStack() as stack:
            journal, notes = _journal(folder / JOURNAL)
            stack.callback(journal.close)
            if is_virtual or not is_pi():
                hardware = stack.enter_context(virtual_table(config.values, tell, opened))
            else:
                hardware = stack.enter_context(real_hardware(config.values))
            notes = [*_config_notes(config), *notes, *hardware.notes]
            folders = deck_folders(environment, config.file)
            if is_new and journal.table is not None:
                journal.record([LobbyOpened(seats_again(journal.table))])
            return _run(items, journal, hardware, config, kept, folders, notes)
    except JournalBusyError as error:
        print(f"imaginiff: {error}", file=sys.stderr)
    except HardwareError as error:
        print(f"imaginiff: {error}", file=sys.stderr)
    return 1


def _run(
    items: "queue.SimpleQueue[Item]",
    journal: Journal,
    hardware: Hardware,
    config: Config,
    kept: Kept,
    folders: list[Path],
    notes: list[Note],
) -> int:
    chance = Random()
    show = Show(hardware.panel.size, ENGLISH)
    reader = DeckReader(folders, config.values["game.decks"], items.put)
    shelf = Shelf(reader.library, config.values["game.decks"], config.values["game.audience"])
    ending = Ending(kept, shelf, journal)
    lights = LightsWorker(hardware.lights)
    panel = PanelWorker(hardware.panel, show)
    try:
        down = hardware.pads.start(items.put)
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
        for note in notes:
            session.note(note, monotonic_ms())
        reader.start()
        hardware.greet()
        Loop(session, journal, items, panel, lights, ending.is_over).run()
    finally:
        hardware.pads.close()
        lights.close()
        panel.close(PANEL_OFF_S)
    return 0


def _journal(path: Path) -> tuple[Journal, list[Note]]:
    """The journal, or one in memory where the folder cannot be used; and what to say of it."""
    try:
        journal, aside = open_journal(path)
    except OSError as error:
        log.error("%s: %s: playing in memory", path.parent, error.strerror)
        lines = (f"{path.parent}: {error.strerror}.", "Playing on: a power cut now loses the game.")
        return Journal(None), [Note("Cannot save", lines)]
    if aside is None:
        return journal, []
    log.error("the journal could not be read: it was set aside as %s", aside)
    return journal, [Note("Saved game unreadable", ("It was set aside as", aside.name, "A new game begins."))]


def _config_notes(config: Config) -> list[Note]:
    """What is wrong with the configuration, fault by fault."""
    for fault in config.faults:
        log.warning("%s", fault)
    return [
        Note(
            f"Settings file, line {fault.line}" if fault.line else "Settings file",
            (f"{fault.what}.", f"{fault.cure}.", fault.path.name),
        )
        for fault in config.faults[:MOST_NOTES]
    ]
