"""The texts of a language, through gettext. English is the language that the program is written in."""

from gettext import NullTranslations

from device.ui.people import Texts

ENGLISH: Texts = NullTranslations()

LANGUAGES: dict[str, Texts] = {"en": ENGLISH}
"""Every language there is, by its code in `game.language`."""
