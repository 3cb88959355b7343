"""What outlives the program: the pictures of its end and of the next start, in the language of now."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from device.app.hardware import Hardware
from device.app.service import Service
from device.app.service_goodbye import LANGUAGE, leave_wiring
from device.app.service_pictures import splash
from device.app.service_splash import keep_splash
from device.app.texts import texts_of


class Parting:
    """`values` are the settings of the start; `folder` is the state folder, which is there at the next one.

    Only a panel of real hardware goes on showing a picture; without one nothing is left behind.
    """

    def __init__(self, service: Service, hardware: Hardware, folder: Path, values: Mapping[str, Any]) -> None:
        self._service = service
        self._hardware = hardware
        self._folder = folder
        self._values = dict(values)

    def set(self, key: str, value: Any) -> None:
        """A setting was made."""
        self._values[key] = value
        if key == LANGUAGE:
            self.leave()

    def leave(self) -> None:
        """Leave what the next start shows first, and what the shutdown shows last."""
        if self._hardware.keeps_picture:
            leave_wiring(self._service.folder, self._values)
            picture = splash(self._hardware.panel.size, texts_of(self._values[LANGUAGE]))
            keep_splash(self._folder, self._values, picture)

    def last_picture(self, is_restart: bool | None) -> Image.Image | None:
        """What the panel keeps on showing when the program ends now (see `Service.last_picture`)."""
        if not self._hardware.keeps_picture:
            return None
        words = texts_of(self._values[LANGUAGE])
        return self._service.last_picture(self._hardware.panel.size, words, is_restart)
