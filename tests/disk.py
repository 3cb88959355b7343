"""The disk under a journal: full and free again, and its bytes without what sqlite makes up by chance."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.app.journal import Journal

_WAL_HEADER = 32
_FRAME_HEADER = 24
_PAGE_SIZE_AT = slice(8, 12)
_PLENTY = 1_000_000
_MEMORY = Path("/dev/shm")


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder that is gone afterwards; in memory where it can be, as a flush costs nothing there."""
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield Path(folder)


def set_full(journal: Journal, is_full: bool) -> None:
    """Let sqlite find the disk full: no page more than there are now."""
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0] if is_full else _PLENTY
    journal._db.execute(f"PRAGMA max_page_count = {pages}")


def without_power(path: Path, within: Path) -> Path:
    """The journal as a power cut would leave it: the files as they are now, in a new folder `within`."""
    folder = Path(tempfile.mkdtemp(dir=within))
    for suffix in ("", "-wal"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            shutil.copyfile(part, folder / part.name)
    return folder / path.name


def bytes_on(path: Path) -> bytes:
    """Every byte of a journal's file and its log, but for the salts and the checksums made with them."""
    return path.read_bytes() + _unsalted(path.with_name(path.name + "-wal"))


def sizes_on(path: Path) -> tuple[int, ...]:
    """How large a journal's file and its log are."""
    parts = (path, path.with_name(path.name + "-wal"))
    return tuple(part.stat().st_size for part in parts if part.exists())


def _unsalted(log: Path) -> bytes:
    """A write-ahead log: its header, then a header and a page a frame (sqlite.org, File format, 4.1)."""
    data = log.read_bytes() if log.exists() else b""
    if len(data) < _WAL_HEADER:
        return data
    size = int.from_bytes(data[_PAGE_SIZE_AT])
    kept = [data[:16]]
    for start in range(_WAL_HEADER, len(data), _FRAME_HEADER + size):
        kept += [data[start : start + 8], data[start + _FRAME_HEADER : start + _FRAME_HEADER + size]]
    return b"".join(kept)
