"""Importing lgpio without a trace: it makes a pipe in the working folder, and moves there.

The pipe is wanted only by the import itself, so it gets a folder of its own that goes right after.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, MutableMapping
from importlib import import_module
from pathlib import Path
from typing import Any

from hw.ports import HardwareError
from hw.words import system_words


def import_lgpio(
    environ: MutableMapping[str, str] = os.environ, load: Callable[[str], Any] = import_module
) -> Any:
    """lgpio. Raises `ImportError`, and `HardwareError` where its folder cannot be written."""
    with _folder(environ), _here():
        return load("lgpio")


@contextlib.contextmanager
def _folder(environ: MutableMapping[str, str]) -> Iterator[None]:
    """`LG_WD` as a folder that can be written: the one that is asked for, else one of our own."""
    if wanted := environ.get("LG_WD"):
        _try_to_write(wanted)
        yield
        return
    own = _own_folder(environ)
    environ["LG_WD"] = own
    try:
        yield
    finally:
        del environ["LG_WD"]
        shutil.rmtree(own, ignore_errors=True)


def _try_to_write(folder: str) -> None:
    """Raises `HardwareError`. Permissions alone do not tell: the disk may be read-only."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise HardwareError(
            "LG_WD={folder} cannot be written ({why}), which lgpio needs: "
            "set it to a folder that can, or not at all",
            folder=folder,
            why=system_words(error),
        ) from error


def _own_folder(environ: MutableMapping[str, str]) -> str:
    # systemd separates several of them by colons.
    parent = environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or tempfile.gettempdir()
    try:
        return tempfile.mkdtemp(prefix="imaginiff-", dir=parent)
    except OSError as error:
        raise HardwareError(
            "{folder} cannot be written ({why}), which lgpio needs: set LG_WD to one that can",
            folder=parent,
            why=system_words(error),
        ) from error


@contextlib.contextmanager
def _here() -> Iterator[None]:
    """Come back to the working folder."""
    here = Path.cwd()
    try:
        yield
    finally:
        os.chdir(here)
