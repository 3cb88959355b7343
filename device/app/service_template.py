"""The commented settings file that is laid on the boot partition: every key with its default, none set."""

import json

from device.app.settings import KEYS

_HEAD = """\
# Imaginiff: settings. Take the # away before a line to set it. Switch the box off and on again afterwards.
# A line that cannot be understood is left out, and the screen says which one.
"""

_SECTIONS = {
    "game": "The game",
    "pads": "How the pads are wired; `imaginiff wiring` shows all of it",
    "panel": "The panel",
    "lights": "The lights",
    "table": "The virtual table in the browser, not used by the box itself",
}


def template() -> str:
    """The file's text. Without its comment signs it is valid, and sets what is built in."""
    sections: dict[str, list[str]] = {}
    for name, key in KEYS.items():
        table, _, word = name.partition(".")
        lines = sections.setdefault(table, ["", f"# {_SECTIONS.get(table, table)}", f"[{table}]"])
        lines += [f"# {word}: {key.may_be}", f"#{word} = {json.dumps(key.default, ensure_ascii=False)}"]
    return "\n".join([_HEAD.rstrip("\n"), *(line for lines in sections.values() for line in lines), ""])
