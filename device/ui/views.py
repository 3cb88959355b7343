"""What a screen says, in meaning: no pixels, no fonts, every text ready to show.

A `Screen` is a row of spreads; a spread is one or two parts that belong together. A small panel shows parts
one after the other, page by page; a panel of twice the size shows the two parts of a spread side by side.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Sign(Enum):
    """A small picture beside a word."""

    CHOICES = "choices"
    EVERYBODY = "everybody"
    VERSUS = "versus"
    WARNING = "warning"
    CUP = "cup"


class Size(Enum):
    """The size of a text. `FIT`: large where that takes two lines at most, `LINE`: one, else small."""

    LARGE = "large"
    SMALL = "small"
    FIT = "fit"
    LINE = "line"


# Blocks: what a Flow is made of, from top to bottom


class Para(Struct, frozen=True):
    """A paragraph."""

    text: str
    size: Size = Size.SMALL


class Item(Struct, frozen=True):
    """A numbered line: a key cap where the number can be pressed, a bare number where it cannot now."""

    number: int
    text: str
    note: str = ""
    size: Size = Size.SMALL
    is_live: bool = True


class Row(Struct, frozen=True):
    """A line with a value at its right end."""

    text: str
    value: str


class Caps(Struct, frozen=True):
    """A row of key caps, with a word for all of them."""

    numbers: tuple[int, ...]
    text: str = ""


class Person(Struct, frozen=True):
    """Someone by tag and name; `code` is empty where the name says the colour already, or there is no pad."""

    name: str
    code: str = ""


class Tagged(Struct, frozen=True):
    """A line of text after a pad's tag."""

    code: str
    text: str = ""
    size: Size = Size.SMALL


class Tags(Struct, frozen=True):
    """Pads in a row, by tag."""

    codes: tuple[str, ...]


class Band(Struct, frozen=True):
    """The result's band: inverse, one text at each end."""

    left: str
    right: str = ""


class Space(Struct, frozen=True):
    """A little room between blocks."""

    height: int = 4


Block = Para | Item | Row | Caps | Tagged | Tags | Band | Space


class Title(Struct, frozen=True):
    """An inverse bar on top of every page: text, a warning sign before it, a pad's code at its end."""

    text: str
    code: str = ""
    is_warning: bool = False


# Parts


class Flow(Struct, frozen=True):
    """Blocks from top to bottom, as many pages as they take. `foot` stands at the bottom of each."""

    blocks: tuple[Block, ...]
    title: Title | None = None
    foot: Item | Para | None = None


class Lobby(Struct, frozen=True):
    """The eight name spaces: who sits where, by code ("" is free). `lines` take turns below."""

    heading: str
    codes: tuple[str, ...]
    lines: tuple[str, ...]


class Die(Struct, frozen=True):
    """The die as it fell: its number, category and colour in words, its worth, and who it is about."""

    number: int
    category: str
    colour: str
    worth: str
    about: str = ""
    subject: str = ""


class Head(Struct, frozen=True):
    """The question's header line: category sign, who reads, worth."""

    sign: Sign
    text: str
    worth: str


class Question(Struct, frozen=True):
    """The question. Its header goes when room is short; a `top` line of the screen takes its place."""

    text: str
    head: Head | None = None


class Answers(Struct, frozen=True):
    """The numbered answers of a Choices card."""

    texts: tuple[str, ...]


class Names(Struct, frozen=True):
    """The eight names, each a number that can be voted for."""

    names: tuple[str, ...]


class Rival(Struct, frozen=True):
    """One side of a Versus."""

    number: int
    name: str
    code: str = ""
    note: str = ""


class Versus(Struct, frozen=True):
    """The two names to choose from."""

    rivals: tuple[Rival, Rival]


class Ballot(Struct, frozen=True):
    """Who voted for what, once it is open. `gain` is "+2" for those who move."""

    number: int
    name: str
    code: str
    gain: str = ""
    is_majority: bool = False


class Ballots(Struct, frozen=True):
    """All open ballots, by answer, then by turn order; a heading where names alone could be answers."""

    ballots: tuple[Ballot, ...]
    heading: str = ""


class Winner(Struct, frozen=True):
    """The cup and the winner; below what to do now, and the hints in turn."""

    name: str
    text: str
    code: str
    todo: str
    hints: tuple[str, ...]


class Grid(Struct, frozen=True):
    """A menu list: items in two columns where they fit, else in one."""

    title: Title
    items: tuple[Item, ...]


class Steps(Struct, frozen=True):
    """A number that is set by steps."""

    title: Title
    value: int
    items: tuple[Item, ...]


class Line(Struct, frozen=True):
    """A name in the making, after its pad's code. `is_open`: its last letter may still become another one."""

    code: str
    text: str
    is_open: bool = False
    is_done: bool = False


class Letters(Struct, frozen=True):
    """Names being typed, what the keys mean in rows, and one more hint."""

    lines: tuple[Line, ...]
    keys: tuple[tuple[Item, ...], ...]
    hint: str


class Dark(Struct, frozen=True):
    """Nothing at all: the panel is asleep."""


Part = (
    Flow
    | Lobby
    | Die
    | Question
    | Answers
    | Names
    | Versus
    | Ballots
    | Winner
    | Grid
    | Steps
    | Letters
    | Dark
)


# What lies over the pages


class Missing(Struct, frozen=True):
    """The header line names who has not voted yet, after the first of the labels that finds room."""

    labels: tuple[str, ...]
    people: tuple[Person, ...]


class Countdown(Struct, frozen=True):
    """The header line counts down."""

    text: str
    seconds: int


class Strip(Struct, frozen=True):
    """How many of the players have voted: a count, never who."""

    voted: int
    players: int


class Notice(Struct, frozen=True):
    """A box over the foot of the screen: a few words, for a moment.

    `is_heading`: in small letters over its head instead, so that what stands below can be read with it.
    """

    title: str
    text: str = ""
    is_warning: bool = False
    is_heading: bool = False


class Screen(Struct, frozen=True):
    """All that the panel says. `title` is short, stable and for traces; the first spread must be seen
    before a reveal goes on. The first of the `hints` that finds room stands at the foot of its pages."""

    title: str
    spreads: tuple[tuple[Part, ...], ...]
    top: Missing | Countdown | None = None
    strip: Strip | None = None
    notice: Notice | None = None
    hints: tuple[str, ...] = ()
