"""What people and name spaces are called, on screens and in questions."""

from dataclasses import dataclass
from typing import Protocol

from device.engine.cards import Category
from device.engine.table import Pad, Table
from device.ui.views import Person, Sign


class Texts(Protocol):
    """Translations: `gettext.NullTranslations` (English) or any other of gettext's."""

    def gettext(self, message: str, /) -> str:
        """The text in the language of the table."""

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """The text with the plural form for `n`."""


@dataclass(frozen=True)
class People:
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
        """The player's name, or the pad's colour."""
        seat = self.table.seat_of(pad)
        return self.own_name(seat.space if seat else None) or self.colour(pad)

    def person(self, pad: Pad) -> Person:
        """The player by tag and name, or by colour alone."""
        seat = self.table.seat_of(pad)
        name = self.own_name(seat.space if seat else None)
        return Person(name, self.code(pad)) if name else Person(self.colour(pad))

    def on_space(self, space: int) -> str:
        """Who a name space stands for, in prose."""
        return self._known(space) or self.texts.gettext("{number}, see board").format(number=space)

    def beside_number(self, space: int) -> str:
        """Who a name space stands for, where its number stands beside it."""
        return self._known(space) or self.texts.gettext("see board")

    def in_question(self, space: int) -> str:
        """The name that fills a blank; a nameless filler is its bare number."""
        return self._known(space) or str(space)

    def _known(self, space: int) -> str:
        """The name, or the colour of the player whose space it is; "" for a nameless filler."""
        seat = self.table.seat_on(space)
        return self.own_name(space) or (self.colour(seat.pad) if seat else "")

    def listed(self, names: tuple[str, ...]) -> str:
        """Names in one line."""
        return self.texts.gettext(", ").join(names)


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
