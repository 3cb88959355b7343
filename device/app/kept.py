"""What was set on the device, kept over power cycles in one small file of the state folder."""

import json
import logging
import os
from pathlib import Path
from typing import Any

from device.app.config import LARGEST
from device.app.encoding import read_text
from device.app.settings import BadValueError, checked

log = logging.getLogger(__name__)

FILE_NAME = "settings.json"


class Kept:
    """The settings that were made on the device. Faults of the disk are logged, and play goes on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / FILE_NAME
        self._is_failing = False
        self.values: dict[str, Any] = _read(self._path)

    def keep(self, key: str, value: Any) -> None:
        """Remember a setting: the old file or the new one is there, whenever the power goes."""
        self.values[key] = value
        fresh = self._path.with_suffix(".new")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                json.dump(self.values, file)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
            _flush_folder(self._path.parent)
            self._is_failing = False
        except OSError as error:
            if not self._is_failing:  # said once, however often it is tried: a full card stays full
                log.error("%s: %s: settings hold until the device is off", self._path, error.strerror)
            self._is_failing = True


def _flush_folder(folder: Path) -> None:
    """A rename is on the disk only once its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _read(path: Path) -> dict[str, Any]:
    """The usable settings of the file; none where there is no file, or it cannot be read."""
    try:
        found = json.loads(read_text(path, LARGEST).text)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        log.warning("%s cannot be read: built-in settings count", path)
        return {}
    values: dict[str, Any] = {}
    for key, value in found.items() if isinstance(found, dict) else ():
        try:
            values[key] = checked(key, value)
        except (KeyError, BadValueError):
            log.warning("%s: %s is left out", path, key)
    return values
