"""A disk that loses its power: what a program wrote, flushed and renamed, read from strace's record of it.

What is flushed is there after a cut. What is not may be there, may not, or in part, in any order. A name is
durable when its folder was flushed, or, as on ext4, when the new file itself was.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR = 512
CALLS = "openat,creat,write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat"

_CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_HANDLE = re.compile(r"^(\d+)<([^>]*)>")


@dataclass
class File:
    """One file's bytes: `safe` are on the disk whatever happens, `writes` since then may be."""

    safe: bytes = b""
    now: bytes = b""
    writes: list[tuple[int, bytes] | int] = field(default_factory=list)

    def write(self, at: int, data: bytes) -> None:
        self.now = _written(self.now, at, data)
        self.writes.append((at, data))

    def cut_to(self, size: int) -> None:
        self.now = self.now[:size].ljust(size, b"\0")
        self.writes.append(size)

    def flush(self) -> None:
        self.safe, self.writes = self.now, []

    def torn(self, chance: Random) -> bytes:
        """The safe bytes, and of what was written since then some sectors."""
        data = self.safe
        for change in self.writes:
            if isinstance(change, int):
                data = data[:change].ljust(change, b"\0") if chance.random() < 0.5 else data
                continue
            at, written = change
            for start in range(0, len(written), SECTOR):
                if chance.random() < 0.5:
                    data = _written(data, at + start, written[start : start + SECTOR])
        return data


class Disk:
    """One folder's files and names, at one instant of a recorded run."""

    def __init__(self) -> None:
        self.names: dict[str, File] = {}
        self.safe_names: dict[str, File] = {}

    def dropped(self) -> dict[str, bytes]:
        """Everything that was not flushed is lost."""
        return {name: file.safe for name, file in self.safe_names.items()}

    def kept(self) -> dict[str, bytes]:
        """Everything was written just before the power went."""
        return {name: file.now for name, file in self.names.items()}

    def torn(self, chance: Random) -> dict[str, bytes]:
        """Some of it, sector by sector; the names as they were, or as they are."""
        names = self.names if chance.random() < 0.5 else self.safe_names
        return {name: file.torn(chance) for name, file in names.items()}

    def flush_names(self) -> None:
        self.safe_names = dict(self.names)

    def flush(self, name: str) -> None:
        file = self.names[name]
        file.flush()
        if not any(other is file for other in self.safe_names.values()) and name not in self.safe_names:
            self.safe_names[name] = file


@dataclass(frozen=True, slots=True)
class Said:
    """The program said something to the outside: a line of its output."""

    text: str


def replay(log: Path, folder: Path, is_honest: bool = True) -> Iterator[tuple[str, Disk | Said]]:
    """The disk after each call that changed it, and what was said in between, in order.

    A disk that is not honest acknowledges a flush and does nothing.
    """
    disk = Disk()
    for line in log.read_text().splitlines():
        found = _CALL.match(line)
        if found is None or int(found[3]) < 0:
            continue
        call, arguments = found[1], found[2]
        if call.endswith("sync") and not is_honest:
            continue
        strings = [bytes.fromhex(text.replace("\\x", "")) for text in _STRING.findall(arguments)]
        handle = _HANDLE.match(arguments)
        path = Path(_plain(handle[2])) if handle else Path()
        if call == "write" and handle and handle[1] == "1":
            for text in strings[0].decode().splitlines():
                yield call, Said(text)
        elif _apply(disk, folder, call, arguments, path, strings):
            yield call, disk


def _apply(disk: Disk, folder: Path, call: str, arguments: str, path: Path, strings: list[bytes]) -> bool:
    """Do to the disk what the call did. Whether it was in the folder."""
    names = (
        [Path(text.decode(errors="replace")) for text in strings] if call not in ("write", "pwrite64") else []
    )
    if call in ("openat", "creat"):
        inside = names[-1].parent == folder and "O_CREAT" in arguments
        is_new = inside and names[-1].name not in disk.names
        if is_new:
            disk.names[names[-1].name] = File()
        elif inside and "O_TRUNC" in arguments:
            disk.names[names[-1].name].cut_to(0)
        return inside
    if call.startswith("rename"):
        disk.names[names[-1].name] = disk.names.pop(names[0].name)
        return True
    if call.startswith("unlink"):
        return names[-1].parent == folder and disk.names.pop(names[-1].name, None) is not None
    if path == folder and call.endswith("sync"):
        disk.flush_names()
        return True
    if path.parent != folder:
        return False
    match call:
        case "write":
            # Only ever a new file from its start on.
            file = disk.names[path.name]
            file.write(len(file.now), strings[0])
        case "pwrite64":
            disk.names[path.name].write(int(arguments.rpartition(",")[2]), strings[0])
        case "ftruncate":
            disk.names[path.name].cut_to(int(arguments.rpartition(",")[2]))
        case _:
            disk.flush(path.name)
    return True


def _written(data: bytes, at: int, more: bytes) -> bytes:
    return data[:at].ljust(at, b"\0") + more + data[at + len(more) :]


def _plain(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode() if text.startswith("\\x") else text
