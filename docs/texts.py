"""Brings the translations up to date with the program: `python -m docs.texts`, then fill in what it lists.

What people edit is `device/app/locale/*/LC_MESSAGES/imaginiff.po`; the program reads the .mo beside it.
"""

import contextlib
import io
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from device.app.texts import LANGUAGES, catalog

ROOT = Path(__file__).parents[1]
PACKAGES = ("device", "hw")
METHODS = [("sim/**", "ignore"), ("**.py", "python")]
"""What the virtual table has to say of itself is for terminals alone."""
ERRORS = ("HardwareError", "_MissingError", "NotTextError", "BadValueError", "PowerError", "NoSuchFaultError")
"""They are made of `Words`."""
KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "n_": (1, 2),
    "Words": None,
    **dict.fromkeys(ERRORS),
}
WIDTH = 110


def wanted() -> Catalog:
    """Every text of the program, with the modules it is said in and what translators must know of it."""
    texts = Catalog()
    for package in PACKAGES:
        # Babel complains of values that are f-strings: they are no texts.
        with contextlib.redirect_stderr(io.StringIO()):
            found = list(
                extract_from_dir(
                    ROOT / package, METHODS, {}, KEYWORDS, ["Translators:"], strip_comment_tags=True
                )
            )
        for module, _, text, comments, _context in sorted(found, key=lambda message: message[:2]):
            texts.add(text, locations=[(f"{package}/{module}", 0)], auto_comments=comments)
    return texts


def read(language: str) -> Catalog:
    """A language's texts as people edit them; none at first."""
    path = catalog(language, "po")
    if not path.exists():
        return Catalog(language, project="imaginiff-device", version="1", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language)


def open_texts(texts: Catalog) -> list[Message]:
    """Those that nobody has translated, or that somebody has to look at again."""
    return [message for message in texts if message.id and (message.fuzzy or not all(_forms(message)))]


def _forms(message: Message) -> Iterable[str | None]:
    return message.string if isinstance(message.string, tuple | list) else (message.string,)


def compiled(texts: Catalog) -> bytes:
    """The .mo of a catalog, byte for byte."""
    file = BytesIO()
    write_mo(file, texts)
    return file.getvalue()


def update(language: str) -> list[Message]:
    """Add what is new, drop what is gone, compile. Returns what is still to be translated."""
    texts, template = read(language), wanted()
    template.creation_date = texts.creation_date
    texts.update(template, no_fuzzy_matching=True, update_creation_date=False)
    texts.obsolete.clear()
    with catalog(language, "po").open("wb") as file:
        write_po(file, texts, width=WIDTH, include_lineno=False, sort_by_file=True)
    catalog(language, "mo").write_bytes(compiled(texts))
    return open_texts(texts)


def main() -> int:
    """Bring every language up to date; status 1 if one has gaps."""
    gaps = [
        (language, message.id) for language in LANGUAGES if language != "en" for message in update(language)
    ]
    for language, text in gaps:
        print(f"{language}: not translated: {text!r}")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
