"""The settings' screens: pages of settings, their values, decks in and out of play."""

from device.engine.table import DEFAULT_TRACK
from device.machine.menus import BACK, DONE, NEXT_PAGE, Value, pages_of, place_of
from device.machine.options import COUNT, items_of, setting_of, values_of
from device.machine.phases import State
from device.machine.setting_lists import fixed_settings, refused_decks, refused_settings
from device.ui.glyphs import SMALL
from device.ui.list_pages import TWO_COLUMNS_FROM
from device.ui.marks import fitted
from device.ui.people import People
from device.ui.views import Grid, Item, Title

CHECK = "✓"
FIXED = "*"
"""Marks a setting that the settings file sets."""

_LABEL_WIDTH = 50
"""A label in a list of two columns has this many pixels."""

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch"}
"""What languages call themselves."""


def settings_part(state: State, page: int, code: str, people: People) -> Grid:
    """A page of the settings. A bare number would change nothing now; `FIXED` ones are the file's."""
    _ = people.texts.gettext
    keys = items_of(state)
    refused, fixed = refused_settings(state, page), fixed_settings(state, page)
    items = tuple(
        Item(
            number,
            setting_name(keys[place], people) + (FIXED if number in fixed else ""),
            is_live=number not in refused,
        )
        for number, place in _numbered(page, len(keys))
    )
    title = _("Settings ({mark} set in the file)").format(mark=FIXED) if fixed else _("Settings")
    return Grid(Title(title, code), (*items, *_ends(len(keys), BACK, _("Back"), people)))


def values_part(state: State, key: str, page: int, code: str, people: People) -> Grid:
    """The values of a setting, the present one with a check mark."""
    values, present = values_of(state, key), setting_of(state, key)
    is_counted = COUNT in values and present not in values
    text = {value: _value_text(key, value, people) for value in values}
    if is_counted:
        text[COUNT] = people.texts.gettext("count your board: {n}").format(n=present)
    items = tuple(
        Item(
            number,
            _checked(
                text[values[place]], values[place] == present or (is_counted and values[place] == COUNT)
            ),
        )
        for number, place in _numbered(page, len(values))
    )
    ends = _ends(len(values), BACK, people.texts.gettext("Back"), people)
    return Grid(Title(setting_name(key, people), code), (*items, *ends))


def decks_part(state: State, chosen: tuple[str, ...], page: int, code: str, people: People) -> Grid:
    """The decks; those in play have a check mark."""
    decks, refused = state.offer.decks, refused_decks(state, page)
    numbered = _numbered(page, len(decks))
    ends = _ends(len(decks), DONE, people.texts.gettext("Done"), people)
    is_narrow = len(numbered) + len(ends) >= TWO_COLUMNS_FROM
    items = tuple(
        Item(
            number,
            _checked(
                fitted(SMALL, decks[place].title, _LABEL_WIDTH - 10) if is_narrow else decks[place].title,
                decks[place].name in chosen and number not in refused,
            ),
            is_live=number not in refused,
        )
        for number, place in numbered
    )
    return Grid(Title(people.texts.gettext("Decks in play"), code), (*items, *ends))


def put_away_part(state: State, code: str, people: People) -> Grid:
    """The cards that were put away for good, and how they come back."""
    _, n_ = people.texts.gettext, people.texts.ngettext
    count = len(state.offer.put_away)
    title = n_("{n} card put away", "{n} cards put away", count).format(n=count)
    items = (Item(1, _("Bring the last back")), Item(2, _("Bring all back")), Item(BACK, _("Back")))
    return Grid(Title(title, code), items)


def _numbered(page: int, count: int) -> list[tuple[int, int]]:
    """The numbers of a page, each with the place of its item."""
    places = ((key, place_of(key, page, count)) for key in range(1, NEXT_PAGE))
    return [(key, place) for key, place in places if place is not None]


def _ends(count: int, last: int, text: str, people: People) -> tuple[Item, ...]:
    """The next page, where there is one, and the way out."""
    more = (Item(NEXT_PAGE, people.texts.gettext("More")),) if pages_of(count) > 1 else ()
    return (*more, Item(last, text))


def _checked(text: str, is_so: bool) -> str:
    return f"{text} {CHECK}" if is_so else text


def setting_name(key: str, people: People) -> str:
    """What a setting is called, in one or two short words."""
    _ = people.texts.gettext
    return {
        "game.names": _("Names"),
        "practice": _("Practice"),
        "game.track": _("Length"),
        "game.cards": _("Cards"),
        "game.die": _("Die"),
        "game.faces": _("Faces"),
        "game.decks": _("Decks"),
        "game.audience": _("For whom"),
        "game.vote_seconds": _("Vote time"),
        "game.lock_seconds": _("Countdown"),
        "panel.brightness": _("Light"),
        "panel.turned": _("Picture"),
        "game.language": _("Language"),
        "put_away": _("Put away"),
    }[key]


def _value_text(key: str, value: Value, people: People) -> str:
    _ = people.texts.gettext
    if key == "game.track" and isinstance(value, int):
        text = _("short: {n}") if value < DEFAULT_TRACK else _("normal: {n}")
        return text.format(n=value)
    if key == "game.language":
        return LANGUAGE_NAMES.get(str(value), str(value))
    if isinstance(value, str | bool):
        return _words(people)[value]
    return _("{seconds} s").format(seconds=f"{value:g}") if value else _("no limit")


def _words(people: People) -> dict[str | bool, str]:
    _ = people.texts.gettext
    return {
        COUNT: _("count your board"),
        "device": _("this device's"),
        "box": _("the box's"),
        "usual": _("the usual six"),
        "three": _("1 to 3, each colour"),
        "six": _("1 to 6, each colour"),
        "all": _("all decks"),
        "family": _("family decks only"),
        "bright": _("bright"),
        "middle": _("middle"),
        "soft": _("soft"),
        False: _("as built"),
        True: _("turned round"),
    }
