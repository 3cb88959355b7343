"""The power fails at every write, flush and rename of a long evening."""

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from device.app.journal import open_journal
from device.app.kept import Kept
from device.app.settings import KEYS
from tests.boot import workshop
from tests.boot.disk_log import CALLS, Disk, Said, replay
from tests.boot.long_evening import SETTING, events
from tests.disk import quick_folder

pytestmark = pytest.mark.boot


Record = tuple[Path, Path]


@dataclass
class Found:
    """What a start after the cut finds: so many events, whether a file was set aside, and the setting."""

    events: int
    is_aside: bool
    setting: float


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """strace's record of the evening, and the folder that it was spent in."""
    workshop.need({"strace": "strace"})
    log = tmp_path_factory.mktemp("record") / "log"
    with quick_folder() as folder:
        strace = ("strace", "-f", "-y", "-xx", "-s", "1000000", "-o", log, "-e", f"trace={CALLS}")
        workshop.run(*strace, sys.executable, "-m", "tests.boot.long_evening", folder, cwd=workshop.ROOT)
        return log, folder


def start_again(files: dict[str, bytes]) -> Found:
    """Start on what the cut has left."""
    with quick_folder() as folder:
        for name, data in files.items():
            (folder / name).write_bytes(data)
        journal, aside = open_journal(folder / "games.sqlite")
        try:
            found = [event for _, game in journal.games() for event in game]
        finally:
            journal.close()
        assert found == events()[: len(found)]
        return Found(len(found), aside is not None, Kept(folder).values.get(SETTING, KEYS[SETTING].default))


def test_the_next_start_has_all_that_was_said_or_one_more_whenever_the_power_fails(record: Record) -> None:
    said, setting, cuts = 0, KEYS[SETTING].default, 0
    chance = Random(11)
    for number, (call, what) in enumerate(replay(*record)):
        if isinstance(what, Said):
            kind, _, figure = what.text.partition(" ")
            said = int(figure) if kind == "event" else said
            setting = float(figure) if kind == "setting" else setting
            continue
        # Nothing unflushed is there; all of it is; some of it is.
        looks = [what.kept()] if number % 3 else [what.dropped(), what.kept(), what.torn(chance)]
        if call.endswith("sync"):
            looks.append(what.dropped())
        for files in looks:
            found = start_again(files)
            cuts += 1
            # Before the very first event a file may be there that is none yet.
            assert not found.is_aside or said == 0, (number, call)
            assert found.events in (said, said + 1), (number, call)
            assert found.setting in (setting, (said // 20) * 1.0), (number, call)
    assert said == len(events())
    assert cuts > 3 * len(events())


def test_the_evening_was_long_enough_for_all_that_a_journal_does(record: Record) -> None:
    calls, sizes = set(), set()
    for call, what in replay(*record):
        calls.add(call)
        if isinstance(what, Disk) and "games.sqlite" in what.names:
            sizes.add(len(what.names["games.sqlite"].now))
    assert {"pwrite64", "rename"} <= calls
    assert calls & {"fsync", "fdatasync"}
    assert len(sizes) > 2, "the log was written back into the file in mid-game"


def test_a_program_that_did_not_flush_would_be_found_out(record: Record) -> None:
    said, disk = 0, Disk()
    for _, what in replay(*record, is_honest=False):
        if isinstance(what, Said):
            said += what.text.startswith("event")
        else:
            disk = what
    assert said == len(events())
    assert start_again(disk.dropped()).events == 0
