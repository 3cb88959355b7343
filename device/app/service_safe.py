"""Safe mode: what the game runs with after crash upon crash, and how it says so."""

from collections.abc import Mapping
from typing import Any

from device.app.config import BUILT_IN, Config
from device.app.service_blame import Part
from device.app.service_runs import Safe
from device.app.settings import KEYS
from device.machine.phases import Note
from device.ui.people import Texts

# How the box is soldered cannot be built in: without it no key would answer.
_SOLDERED = ("pads.", "panel.", "lights.", "table.")


def safe_config(found: Config) -> Config:
    """The built-in configuration, but with the wiring of this box."""
    values: Mapping[str, Any] = found.values
    kept = {name for name in KEYS if name.startswith(_SOLDERED)}
    return Config(
        {name: values[name] if name in kept else key.default for name, key in KEYS.items()},
        {name: found.sources[name] if name in kept else BUILT_IN for name in KEYS},
        (),
        None,
    )


def safe_note(safe: Safe, texts: Texts) -> Note:
    """What was left out, and why."""
    _ = texts.gettext
    words = {
        Part.DECKS: _("your own decks"),
        Part.PANEL: _("the panel"),
        Part.LIGHTS: _("the lights"),
        Part.GAME: _("the saved game (kept on file)"),
    }
    parts = ", ".join(words[part] for part in Part if part in safe.left_out)
    why = _("Error {number}, five times in two minutes.").format(number=safe.because.number)
    return Note(_("Safe mode"), (why, _("Left out: your settings, {parts}.").format(parts=parts)))
