"""What people and name spaces are called, on screens and in questions."""

from functools import cache
from typing import Protocol

from msgspec import Struct

from device.engine.cards import Category
from device.engine.table import NAME_SPACES, Pad, Table
from device.ui.glyphs import is_shown
from device.ui.views import Person, Sign


class Texts(Protocol):
    """Translations: `gettext.NullTranslations` (English) or any other of gettext's."""

    def gettext(self, message: str, /) -> str:
        """The text in the language of the table."""

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """The text with the plural form for `n`."""


class People(Struct, frozen=True):
    """Names for the pads and spaces of one table.

    Where the configuration gives no name, the pad's colour in full is the player's name, without a tag;
    a filler is found on the board.
    """

    table: Table
    names: tuple[str, ...]
    texts: Texts

    def code(self, pad: Pad) -> str:
        """The letters that the pad bears."""
        return codes(self.texts)[pad]

    def colour(self, pad: Pad) -> str:
        """The pad's colour in full."""
        return colours(self.texts)[pad]

    def own_name(self, space: int | None) -> str:
        """The configured name of a space; "" if there is none."""
        return self.names[space - 1] if space is not None and space <= len(self.names) else ""

    def name(self, pad: Pad) -> str:
        """The player's name, or the pad's colour; where it could be somebody else's, with the pad's code."""
        space = self._space_of(pad)
        name = self.own_name(space)
        if not name or not self._is_ambiguous(name, space):
            return name or self.colour(pad)
        return f"{name} {self.code(pad)}"

    def person(self, pad: Pad) -> Person:
        """The player by tag and name, or by colour alone."""
        name = self.own_name(self._space_of(pad))
        return Person(name, self.code(pad)) if name else Person(self.colour(pad))

    def on_space(self, space: int) -> str:
        """Who a name space stands for, in prose."""
        name, pad = self.own_name(space), self._pad_on(space)
        if pad is not None:
            return self.name(pad)
        if name and self._is_ambiguous(name, space):
            return self.texts.gettext("{name} on {number}").format(name=name, number=space)
        return name or self.texts.gettext("{number}, see board").format(number=space)

    def beside_number(self, space: int) -> str:
        """Who a name space stands for, where its number stands beside it."""
        pad = self._pad_on(space)
        name = self.own_name(space) if pad is None else self.name(pad)
        return name or self.texts.gettext("see board")

    def in_question(self, space: int) -> str:
        """The name that fills a blank; a nameless filler is its bare number."""
        name, pad = self._plain(space), self._pad_on(space)
        if not self.own_name(space) or not self._is_ambiguous(name, space):
            return name or str(space)
        if pad is None:
            return self.on_space(space)
        return self.texts.gettext("{colour} {name}").format(colour=self.colour(pad), name=name)

    def _plain(self, space: int) -> str:
        """The name, or the colour of the player whose space it is; "" for a nameless filler."""
        pad = self._pad_on(space)
        return self.own_name(space) or (self.colour(pad) if pad else "")

    def _pad_on(self, space: int) -> Pad | None:
        seat = self.table.seat_on(space)
        return seat.pad if seat else None

    def _space_of(self, pad: Pad) -> int | None:
        seat = self.table.seat_of(pad)
        return seat.space if seat else None

    def _is_ambiguous(self, name: str, space: int | None) -> bool:
        """Whether it looks like a board number or somebody else's name or colour, or like nothing."""
        others = {_looks(self._plain(other)) for other in range(1, NAME_SPACES + 1) if other != space}
        looks = _looks(name)
        return not looks or looks.isdecimal() or looks in others

    def listed(self, names: tuple[str, ...]) -> str:
        """Names in one line."""
        return self.texts.gettext(", ").join(names)


@cache
def _looks(name: str) -> str:
    """What can be told apart of a name: its letters that can be shown, in capitals or not."""
    return "".join(char for char in name.casefold() if is_shown(char))


def people_at(table: Table, lobby_names: tuple[str, ...], texts: Texts) -> People:
    """The people of a table; before a game starts the configuration's names hold."""
    return People(table, table.house.names if any(table.house.names) else lobby_names, texts)


def codes(texts: Texts) -> dict[Pad, str]:
    """The letters of each pad, as its tag shows them and as the pad bears them."""
    _ = texts.gettext
    return {
        Pad.RED: _("RED"),
        Pad.ORANGE: _("ORA"),
        Pad.YELLOW: _("YEL"),
        Pad.GREEN: _("GRN"),
        Pad.CYAN: _("CYA"),
        Pad.BLUE: _("BLU"),
        Pad.PURPLE: _("PUR"),
        Pad.WHITE: _("WHT"),
    }


def colours(texts: Texts) -> dict[Pad, str]:
    """The colour of each pad in full."""
    _ = texts.gettext
    return {
        Pad.RED: _("Red"),
        Pad.ORANGE: _("Orange"),
        Pad.YELLOW: _("Yellow"),
        Pad.GREEN: _("Green"),
        Pad.CYAN: _("Cyan"),
        Pad.BLUE: _("Blue"),
        Pad.PURPLE: _("Purple"),
        Pad.WHITE: _("White"),
    }


def categories(texts: Texts) -> dict[Category, str]:
    """The three kinds of card, as the rulebook calls them."""
    _ = texts.gettext
    return {
        Category.CHOICES: _("Choices"),
        Category.EVERYBODY: _("Everybody"),
        Category.VERSUS: _("Versus"),
    }


def die_colours(texts: Texts) -> dict[Category, str]:
    """The colour of the die for each kind of card."""
    _ = texts.gettext
    return {Category.CHOICES: _("red"), Category.EVERYBODY: _("gray"), Category.VERSUS: _("black")}


SIGNS = {
    Category.CHOICES: Sign.CHOICES,
    Category.EVERYBODY: Sign.EVERYBODY,
    Category.VERSUS: Sign.VERSUS,
}
