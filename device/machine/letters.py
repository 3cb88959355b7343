"""Typing a name on eight keys, as on an old phone: the same key again is its next letter.

A held key opens the pad's own short list: space, erase, accents, earlier names, done. Times are monotonic
milliseconds; nothing here knows the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from device.engine.table import Pad


class Layer(Enum):
    """What the eight keys of a pad mean while it types."""

    LETTERS = "letters"
    DIGITS = "digits"
    MORE = "more"


LETTERS = {1: "abc", 2: "def", 3: "ghi", 4: "jkl", 5: "mno", 6: "pqrs", 7: "tuv", 8: "wxyz"}
DIGITS = {**{key: str(key) for key in range(1, 8)}, 8: "890"}

SPACE, ERASE, ACCENT, EARLIER, TO_LETTERS, TO_DIGITS, DONE = 1, 2, 3, 4, 5, 6, 8
"""The keys of `Layer.MORE`; 7 is none."""

SAME_LETTER_MS = 1500
"""How long the same key again still means its next letter: long enough for who looks for the key."""

LONGEST = 24

_ACCENTS = (
    *("aàáâäãåæą", "cçćč", "dďđð", "eéèêëęě", "gğ", "iìíîïı", "lł", "nñńň", "oóòôöõøőœ", "rř", "sßśšş"),
    *("tťþ", "uúùûüůű", "yýÿ", "zžźż"),
)
ACCENTS = {letter: row for row in _ACCENTS for letter in row}
"""Every letter with the row of its relatives, in the order in which they come."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in the making: `pad` types the name of `space`.

    While a letter may still become the next one, `key` is its key, `tap` its place, until `until_ms`. An
    `is_old` text is the name as it was: the first letter typed takes its place. `stem` is what was typed
    before earlier names were gone through.
    """

    pad: Pad
    space: int
    text: str = ""
    layer: Layer = Layer.LETTERS
    key: int | None = field(default=None, repr=False)
    tap: int = 0
    until_ms: int | None = None
    is_old: bool = True
    is_done: bool = False
    stem: str | None = None


def settled(entry: Entry) -> Entry:
    """The last letter stands: the same key again begins another."""
    return replace(entry, key=None, tap=0, until_ms=None)


def held(entry: Entry) -> Entry:
    """A hold goes back from the letters to the list of what else there is, and from there to the letters."""
    layer = Layer.LETTERS if entry.layer is Layer.MORE else Layer.MORE
    return replace(settled(entry), layer=layer, stem=None)


def typed(entry: Entry, key: int, at_ms: int) -> Entry | None:
    """A letter or a digit, or the next one of the same key. None: there is no room for more."""
    row = LETTERS[key] if entry.layer is Layer.LETTERS else DIGITS[key]
    if entry.key == key:
        return _with_letter(entry, entry.text[:-1], key, (entry.tap + 1) % len(row), at_ms)
    text = "" if entry.is_old else entry.text
    return _with_letter(entry, text, key, 0, at_ms) if len(text) < LONGEST else None


def _with_letter(entry: Entry, text: str, key: int, tap: int, at_ms: int) -> Entry:
    """The text with one letter more, which may become the next one of its key, if that has more than one."""
    row = LETTERS[key] if entry.layer is Layer.LETTERS else DIGITS[key]
    text += row[tap].upper() if is_word_start(text) else row[tap]
    entry = _changed(settled(entry), text)
    return replace(entry, key=key, tap=tap, until_ms=at_ms + SAME_LETTER_MS) if len(row) > 1 else entry


def is_word_start(text: str) -> bool:
    """Whether the next letter is a capital: names begin with one, each word of them."""
    return not text or not text[-1].isalnum()


def listed(entry: Entry, key: int, earlier: Sequence[str]) -> Entry | None:
    """A number of the pad's list. None: it does nothing now, or is none of the list's."""
    if key in refused(entry, earlier):
        return None
    match key:
        case _ if key == SPACE:
            return replace(_changed(entry, f"{entry.text} "), layer=Layer.LETTERS)
        case _ if key == ERASE:
            return _changed(entry, "" if entry.is_old else entry.text[:-1])
        case _ if key == ACCENT:
            return _changed(entry, entry.text[:-1] + next_accent(entry.text[-1]))
        case _ if key == EARLIER:
            return _next_earlier(entry, earlier)
        case _ if key == DONE:
            return replace(entry, text=entry.text.strip(), layer=Layer.LETTERS, is_done=True, stem=None)
        case _:
            return replace(entry, layer=Layer.LETTERS if key == TO_LETTERS else Layer.DIGITS, stem=None)


def _changed(entry: Entry, text: str) -> Entry:
    """Another text: it is no longer the old one, nor done, nor one of the earlier names."""
    return replace(entry, text=text, is_old=False, is_done=False, stem=None)


def refused(entry: Entry, earlier: Sequence[str]) -> frozenset[int]:
    """The numbers of the pad's list that do nothing now: they are shown without a key cap."""
    text = entry.text
    is_barred = {
        SPACE: not text or text.endswith(" ") or len(text) >= LONGEST,
        ERASE: not text,
        ACCENT: text[-1:].lower() not in ACCENTS,
        EARLIER: not _fitting(entry, earlier),
        7: True,
    }
    return frozenset(key for key, barred in is_barred.items() if barred)


def next_accent(letter: str) -> str:
    """The letter's next relative, capital as it is; the plain letter after the last."""
    row = ACCENTS[letter.lower()]
    following = row[(row.index(letter.lower()) + 1) % len(row)]
    capital = following.upper()
    return capital if letter.isupper() and len(capital) == 1 else following


def _stem(entry: Entry) -> str:
    if entry.stem is not None:
        return entry.stem
    return "" if entry.is_old else entry.text


def _fitting(entry: Entry, earlier: Sequence[str]) -> list[str]:
    """The earlier names that begin with what was typed."""
    stem = _stem(entry).casefold()
    return [name for name in earlier if name.casefold().startswith(stem) and name != _stem(entry)]


def _next_earlier(entry: Entry, earlier: Sequence[str]) -> Entry:
    """The next of the earlier names; after the last the first again."""
    names = _fitting(entry, earlier)
    place = names.index(entry.text) + 1 if entry.stem is not None and entry.text in names else 0
    return replace(_changed(entry, names[place % len(names)]), stem=_stem(entry))
