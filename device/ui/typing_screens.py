"""The screen on which names are typed: whose they are, as far as they are, and what the keys mean."""

from device.engine.table import Pad
from device.machine import letters
from device.machine.letters import Entry, Layer
from device.machine.menus import Typing
from device.machine.phases import State
from device.ui.people import People
from device.ui.views import Item, Letters, Line


def typing_part(state: State, typing: Typing, opener: Pad, people: People) -> Letters:
    """A line for each name. The keys are explained for the pad that has its list open, else for letters."""
    lines = tuple(_line(entry, people) for entry in typing.entries)
    listing = next((entry for entry in typing.entries if entry.layer is Layer.MORE), None)
    if listing is not None:
        return Letters(lines, _list_keys(state, listing, people), _list_hint(listing, opener, people))
    digits = next((entry for entry in typing.entries if entry.layer is Layer.DIGITS), None)
    rows = letters.LETTERS if digits is None else letters.DIGITS
    keys = [Item(key, row) for key, row in rows.items()]
    return Letters(
        lines, (tuple(keys[:4]), tuple(keys[4:])), people.texts.gettext("Hold any key: more, done")
    )


def _line(entry: Entry, people: People) -> Line:
    """The pad's code, or the board number of a filler, and the name as far as it is."""
    seat = people.table.seat_on(entry.space)
    code = people.code(seat.pad) if seat and not seat.is_away else str(entry.space)
    return Line(code, entry.text, is_open=entry.key is not None, is_done=entry.is_done)


def _list_keys(state: State, entry: Entry, people: People) -> tuple[tuple[Item, ...], ...]:
    """What a pad's list has."""
    _ = people.texts.gettext
    refused = letters.refused(entry, state.offer.names)
    labels = {
        letters.SPACE: _("space"),
        letters.ERASE: _("erase"),
        letters.ACCENT: "é à",
        letters.EARLIER: _("names"),
        letters.TO_LETTERS: "abc",
        letters.TO_DIGITS: "123",
        letters.DONE: _("done"),
    }
    keys = [Item(key, text, is_live=key not in refused) for key, text in labels.items()]
    return tuple(keys[:3]), tuple(keys[3:])


def _list_hint(entry: Entry, opener: Pad, people: People) -> str:
    _ = people.texts.gettext
    code = people.code(entry.pad)
    if entry.is_done and entry.pad == opener:
        return _("{pad}: 8 ends it for all").format(pad=code)
    return _("{pad}: press one. Hold: abc").format(pad=code)
