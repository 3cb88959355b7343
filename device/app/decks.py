"""Reading decks: which files in a folder are decks, and the cards that can be played from them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from device.app.deck_cards import BadCardError, build
from device.app.deck_file import Found, Problem
from device.app.deck_table import parse_table
from device.app.deck_text import parse_text
from device.app.encoding import Decoded, NotTextError, read_text
from device.app.fault import Fault
from device.app.library import Deck, Library
from device.engine.cards import Card
from hw.words import Words, system_words

TEXT_SUFFIXES = frozenset({"", ".txt", ".text"})
TABLE_SUFFIXES = frozenset({".csv", ".tsv", ".tab"})

_LEFT_BY_PROGRAMS = frozenset({"thumbs.db", "desktop.ini", "readme", "license", "licence"})
_BIGGEST = 4_000_000
"""Bytes. A thousand cards have about 200,000; a film renamed to .txt must not fill a small Pi's memory."""


def load_decks(places: Iterable[Path]) -> Library:
    """Load every deck in the places: folders, or single files.

    A later folder's deck replaces earlier decks of its name; a file that is named itself replaces none.
    Never raises for what people put there: what cannot be used is a fault, and what is missing has no decks.
    """
    decks: list[Deck] = []
    faults: list[Fault] = []
    for place in places:
        try:
            loaded = [load_deck(path) for path in _files(place)]
        except OSError as error:
            faults.append(Fault(place, 0, system_words(error), Words("check its permissions")))
            continue
        mine = [deck for deck, _ in loaded if deck]
        names = {deck.name.casefold() for deck in mine} if place.is_dir() else set()
        decks = [deck for deck in decks if deck.name.casefold() not in names] + mine
        faults += [fault for _, found in loaded for fault in found]
    return Library(tuple(decks), tuple(faults))


def _files(place: Path) -> Iterable[Path]:
    return [place] if place.is_file() else deck_files(place)


def deck_files(folder: Path) -> Iterator[Path]:
    """The files of a folder that are meant as decks: no folders, hidden files or editors' copies."""
    if folder.is_dir():
        yield from (
            path for path in sorted(folder.iterdir()) if path.is_file() and not _is_clutter(path.name)
        )


def load_deck(path: Path) -> tuple[Deck | None, list[Fault]]:
    """Load one file: its deck, if there is a card in it, and everything wrong with it, by line."""
    try:
        decoded = _read(path)
    except _UnreadableError as error:
        return None, [Fault(path, 0, *error.args)]
    found = _parse(path, decoded)
    cards = list(_good_cards(found, path.stem))
    if not found.cards and not found.problems:
        found.problems.append(Problem(0, Words("no card in it"), Words("write one, or delete the file")))
    faults = [Fault(path, *problem) for problem in sorted(found.problems)]
    return (_deck(path, found, cards, decoded.encoding) if cards else None), faults


def _good_cards(found: Found, deck: str) -> Iterator[tuple[Card, int]]:
    """The cards that can be played, with their lines; what is wrong with the others joins the problems."""
    for raw in found.cards:
        try:
            yield build(raw, deck), raw.question.line
        except BadCardError as bad:
            found.problems += bad.problems


class _UnreadableError(Exception):
    """A file that cannot be read at all. Its arguments are what and cure."""


def _read(path: Path) -> Decoded:
    suffix = path.suffix.casefold()
    if suffix not in TEXT_SUFFIXES | TABLE_SUFFIXES:
        raise _UnreadableError(
            Words('"{suffix}" is no kind of deck', suffix=suffix),
            Words("save it as plain text (.txt) or as .csv"),
        )
    try:
        if path.stat().st_size > _BIGGEST:
            raise _UnreadableError(
                Words("far too big for a deck"), Words("take it out of the folder of decks")
            )
        decoded = read_text(path)
    except NotTextError as error:
        raise _UnreadableError(
            error.words, Words("save it as plain text (.txt) or as .csv, in UTF-8")
        ) from None
    except OSError as error:
        raise _UnreadableError(system_words(error), Words("check its permissions")) from None
    if not decoded.text.strip():
        raise _UnreadableError(Words("empty"), Words("save it again, or delete it"))
    return decoded


def _parse(path: Path, decoded: Decoded) -> Found:
    return (parse_table if path.suffix.casefold() in TABLE_SUFFIXES else parse_text)(decoded.lines)


def _deck(path: Path, found: Found, cards: list[tuple[Card, int]], encoding: str) -> Deck:
    """The deck, with the file's name for a title where it says none."""
    facts = found.facts
    return Deck(
        name=path.stem,
        path=path,
        title=facts.get("title") or path.stem,
        language=facts.get("language") or "en",
        facts=facts,
        cards=tuple(card for card, _ in cards),
        lines=tuple(line for _, line in cards),
        encoding=encoding,
    )


def is_deck_name(path: Path) -> bool:
    """Whether a file of that name is taken for a deck written as text."""
    return path.suffix.casefold() in TEXT_SUFFIXES and not _is_clutter(path.name)


def _is_clutter(name: str) -> bool:
    """Whether a file is hidden, a copy that an editor keeps, or put there by some program."""
    stem = name.casefold().partition(".")[0]
    return (
        name.startswith((".", "~", "#"))
        or name.endswith(("~", ".bak", ".tmp", ".swp"))
        or not _LEFT_BY_PROGRAMS.isdisjoint({name.casefold(), stem})
    )
