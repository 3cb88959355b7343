"""The texts of each language, through gettext. English is the language that the program is written in."""

from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from device.ui.people import Texts
from hw.words import told

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "imaginiff"


def catalog(language: str, ending: str) -> Path:
    """Where a language's texts are: "po" is what people edit, "mo" what the program reads."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def _read(language: str) -> Texts:
    with catalog(language, "mo").open("rb") as file:
        return GNUTranslations(file)


ENGLISH: Texts = NullTranslations()

LANGUAGES: dict[str, Texts] = {"en": ENGLISH, "de": _read("de")}
"""Every language there is, by its code in `game.language`."""


def sentence(words: str, texts: Texts) -> str:
    """What was said of a fault, as a sentence in that language."""
    text = told(words, texts.gettext)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def texts_of(language: str, otherwise: Texts = ENGLISH) -> Texts:
    """The texts of a language; those of `otherwise` where there is no such language."""
    return LANGUAGES.get(language, otherwise)
