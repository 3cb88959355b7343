"""`imaginiff decks`: list, check, show and import, for people who write cards."""

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NoReturn, TextIO

from device.app.deck_cards import tidy, written
from device.app.deck_check import check
from device.app.deck_file import FACTS
from device.app.deck_import import Imported, import_table
from device.app.deck_show import TABLE, card_pages, card_screen, contact_sheet, terminal_picture
from device.app.deck_text import write_text
from device.app.decks import is_deck_name, load_decks
from device.app.encoding import NotTextError, read_text
from device.app.library import Deck, Library, shipped_folder
from device.engine.cards import Card, Category, normal
from device.ui.views import Screen

FINE = 0
WORLD_AT_FAULT = 1
CALLER_AT_FAULT = 2

_MOST_SHOWN = 40


class _CommandError(Exception):
    """What is wrong and its cure, in one line; `status` is the exit status."""

    def __init__(self, text: str, status: int = CALLER_AT_FAULT) -> None:
        super().__init__(text)
        self.status = status


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        raise _CommandError(f"{message}: {self.prog} --help tells more")


def decks_command(
    args: Sequence[str],
    stdout: TextIO,
    stderr: TextIO,
    folders: Sequence[Path] | None = None,
    put_away: Callable[[], Sequence[Card]] = tuple,
) -> int:
    """Run `imaginiff decks` with these arguments; returns the exit status.

    `folders` are where decks are looked for when the arguments name no file: the shipped ones if None.
    `put_away` gives the cards that were put away for good on this device.
    """
    places = [shipped_folder()] if folders is None else list(folders)
    try:
        with redirect_stdout(stdout), redirect_stderr(stderr):
            options = _parser().parse_args(list(args))
            return _run(options, places, put_away)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else CALLER_AT_FAULT
    except _CommandError as error:
        stderr.write(f"imaginiff: {error}\n")
        return error.status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="imaginiff decks", description="Look after the cards of the game.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    listing = verbs.add_parser("list", help="which decks there are")
    checking = verbs.add_parser("check", help="everything that is wrong with decks, by file and line")
    showing = verbs.add_parser("show", help="cards as the panel shows them")
    importing = verbs.add_parser("import", help="make a deck of a spreadsheet saved as CSV or TSV")
    for verb in (listing, checking):
        _add_places(verb)
    checking.add_argument("--strict", action="store_true", help="warnings count as faults")
    _add_show(showing)
    _add_import(importing)
    return parser


def _add_places(verb: argparse.ArgumentParser) -> None:
    help_text = "files, folders; else all decks"
    verb.add_argument("places", type=Path, nargs="*", default=[], metavar="PLACE", help=help_text)


def _add_show(verb: argparse.ArgumentParser) -> None:
    what = "a card's id, a deck or its file, either with :LINE, or words of the question"
    verb.add_argument("which", metavar="CARD", help=what)
    _add_places(verb)
    verb.add_argument("--png", type=Path, metavar="FILE", help="into a picture, not into the terminal")
    verb.add_argument("--size", type=_size, default=(128, 64), help="of the panel (128x64)")
    verb.add_argument("--subject", default=TABLE[2], metavar="NAME", help="the name in the blank")
    verb.add_argument("--reader", default=TABLE[0], metavar="NAME", help="who reads")


def _add_import(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("file", type=Path, metavar="FILE", help="the table")
    verb.add_argument("--to", type=Path, metavar="DECK", help="the deck to write (the table's name and .txt)")
    verb.add_argument("--force", action="store_true", help="write over a deck that is there already")
    verb.add_argument("--blank", default="", metavar="TEXT", help="what stands for the subject's name")
    verb.add_argument("--reader-blank", default="", metavar="TEXT", help="what stands for the reader's name")
    for fact in FACTS:
        verb.add_argument(f"--{fact}", metavar="TEXT", help=f"the deck's {fact}")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= 2048 and 0 < int(height) <= 2048):
        raise argparse.ArgumentTypeError(f'"{text}" is no size: write it like 128x64')
    return int(width), int(height)


def _run(options: argparse.Namespace, places: list[Path], put_away: Callable[[], Sequence[Card]]) -> int:
    if options.verb == "import":
        return _import(options)
    library = _library(_named(options), places)
    if options.verb == "list":
        return _list(library, () if options.places else put_away())
    if options.verb == "check":
        return _check(library, is_strict=options.strict)
    return _show(library, options)


def _named(options: argparse.Namespace) -> list[Path]:
    """The files and folders that the arguments name; the file of a card to show is one too."""
    if options.places or options.verb != "show":
        return list(options.places)
    name, _ = _split_line(options.which)
    return [Path(name)] if Path(name).is_file() else []


def _split_line(which: str) -> tuple[str, int | None]:
    """`party.txt:14` as a name and a line."""
    name, colon, line = which.rpartition(":")
    return (name, int(line)) if colon and line.isdecimal() else (which, None)


def _library(named: Sequence[Path], places: Sequence[Path]) -> Library:
    missing = [str(place) for place in named if not place.exists()]
    if missing:
        raise _CommandError(f"{', '.join(missing)}: not there: name a file or folder of decks")
    library = load_decks(named or places)
    if named and not library.decks and not library.faults:
        where = ", ".join(map(str, named))
        raise _CommandError(f"{where}: no deck in it: a deck is a file whose name ends with .txt or .csv")
    return library


# list


def _list(library: Library, put_away: Sequence[Card]) -> int:
    """A line a deck, and the cards that are in none of the piles any more; faults are only counted."""
    for deck in library.decks:
        counts = ", ".join(f"{deck.count(category)} {category.capitalize()}" for category in Category)
        print(f"{deck.name}: {deck.title} [{deck.language}], {counts}")
        print(f"    for: {deck.facts.get('audience') or 'not said'}")
        print(f"    {deck.path}")
    if not library.decks:
        print("No decks found.")
    if put_away:
        print(f"{_counted(len(put_away), 'card')} put away for good; the menu's settings bring them back:")
    for card in put_away:
        print(f"    {card.deck}: {written(card.text)}")
    if library.faults:
        print(f"{_counted(len(library.faults), 'fault')}: imaginiff decks check tells.")
    return FINE


# check


def _check(library: Library, *, is_strict: bool) -> int:
    """Faults and warnings, one a line; status 2 if there is a fault."""
    found = check(library)
    for fault in found:
        print(f"warning: {fault}" if fault.is_warning else str(fault))
    warnings = sum(fault.is_warning for fault in found)
    cards = sum(len(deck.cards) for deck in library.decks)
    print(
        f"{_counted(len(library.decks), 'deck')}, {_counted(cards, 'card')}: "
        f"{_counted(len(found) - warnings, 'fault')}, {_counted(warnings, 'warning')}"
    )
    return CALLER_AT_FAULT if len(found) > warnings or (is_strict and warnings) else FINE


def _counted(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


# show


def _show(library: Library, options: argparse.Namespace) -> int:
    """The cards meant, in the terminal or in one picture."""
    found = _find(library, options.which)
    if not found:
        raise _CommandError(
            f'no card is "{options.which}": name a card\'s id, a deck or FILE:LINE, or words of it'
        )
    screens = [card_screen(card, options.subject, options.reader) for _, _, card in found]
    if options.png:
        _save(options.png, screens, options.size)
        print(f"{_counted(len(found), 'card')} in {options.png}")
        return FINE
    columns = shutil.get_terminal_size().columns
    for (deck, line, card), screen in zip(found[:_MOST_SHOWN], screens, strict=False):
        print(f"{deck.path}:{line} {card.id} {card.category}")
        for page in card_pages(screen, options.size):
            print(terminal_picture(page, columns))
    if len(found) > _MOST_SHOWN:
        print(f"... and {len(found) - _MOST_SHOWN} more: --png shows them all")
    return FINE


def _save(path: Path, screens: Sequence[Screen], size: tuple[int, int]) -> None:
    if path.suffix.casefold() not in ("", ".png"):
        raise _CommandError(f"{path}: no name for a picture: end it with .png")
    sheet = contact_sheet([card_pages(screen, size) for screen in screens])
    try:
        sheet.save(path, format="PNG")
    except OSError as error:
        raise _CommandError(f"{path}: {error.strerror}: choose another place", WORLD_AT_FAULT) from None


def _find(library: Library, which: str) -> list[tuple[Deck, int, Card]]:
    """The cards that a text means: by id, by deck or file (one line or all), or by words of the question."""
    placed = [
        (deck, line, card)
        for deck in library.decks
        for card, line in zip(deck.cards, deck.lines, strict=True)
    ]
    words = normal(which)
    name, wanted = _split_line(which)

    def is_there(deck: Deck, line: int, card: Card) -> bool:
        is_deck = name.casefold() in (deck.name.casefold(), deck.path.name.casefold())
        return wanted in (None, line) and (is_deck or deck.path == Path(name))

    ways: tuple[Callable[[Deck, int, Card], bool], ...] = (
        lambda deck, line, card: card.id == which.casefold(),
        is_there,
        lambda deck, line, card: bool(words) and words in normal(written(card.text)),
    )
    return next((found for way in ways if (found := [one for one in placed if way(*one)])), [])


# import


def _import(options: argparse.Namespace) -> int:
    """Write a deck of a table; say what was guessed, and list what was not used."""
    target: Path = options.to or Path(f"{options.file.stem}.txt")
    lines = _table_lines(options.file)
    _mind_target(target, options.file)
    done = import_table(lines, target.stem, options.blank, options.reader_blank)
    for guess in done.guesses:
        print(guess)
    for problem in sorted([*done.refused, *done.unused]):
        print(f"{options.file}:{problem.line}: {problem.what}: {problem.cure}", file=sys.stderr)
    if not done.cards:
        raise _CommandError(
            f"{options.file}: no card in it: one row a card, the question in one of its columns"
        )
    _write_deck(target, _facts(done, options), done, may_replace=options.force)
    written_cards, left_out = _counted(len(done.cards), "card"), _counted(len(done.refused), "fault")
    print(f"{target}: {written_cards} written, {left_out}")
    return CALLER_AT_FAULT if done.refused else FINE


def _table_lines(path: Path) -> list[str]:
    try:
        decoded = read_text(path)
    except NotTextError as error:
        raise _CommandError(f"{path}: {error}: save it as CSV") from None
    except OSError as error:
        raise _CommandError(f"{path}: {error.strerror}: name a table that can be read") from None
    print(f"read as {decoded.encoding}")
    return decoded.lines


def _mind_target(target: Path, table: Path) -> None:
    """Refuse to write where the game would not find the deck, or over the table it is made of."""
    if not is_deck_name(target):
        raise _CommandError(f"{target}: no name for a deck: end it with .txt, and name it with --to")
    if target.exists() and target.samefile(table):
        raise _CommandError(f"{target}: is the table itself: name another with --to")


def _facts(done: Imported, options: argparse.Namespace) -> dict[str, str]:
    """What the deck says about itself: as told by the arguments, else by the table."""
    said = {fact: getattr(options, fact) or done.facts.get(fact, "") for fact in FACTS}
    said["title"] = said["title"] or options.file.stem
    return {fact: tidy(text) for fact, text in said.items() if tidy(text)}


def _write_deck(path: Path, facts: dict[str, str], done: Imported, *, may_replace: bool) -> None:
    """Write it in UTF-8. An existing file stays unless it may be replaced."""
    try:
        with path.open("w" if may_replace else "x", encoding="utf-8", newline="\n") as file:
            file.write(write_text(facts, done.cards.values()))
    except FileExistsError:
        raise _CommandError(
            f"{path}: is there already: name another with --to, or write over it with --force"
        ) from None
    except OSError as error:
        raise _CommandError(
            f"{path}: {error.strerror}: choose another place with --to", WORLD_AT_FAULT
        ) from None
