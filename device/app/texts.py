"""The texts of a language, through gettext. English is the language that the program is written in."""

from gettext import NullTranslations

from device.ui.people import Texts

ENGLISH: Texts = NullTranslations()
