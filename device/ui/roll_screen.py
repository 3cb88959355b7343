"""The roll: the reader presses a key, or says what the box's die shows."""

from device.engine.table import PADS, Pad
from device.machine.phases import Roll, State
from device.ui.people import People, categories, die_colours
from device.ui.views import Block, Caps, Flow, Item, Para, Person, Screen, Size, Space, Tagged


def roll_screen(state: State, phase: Roll, reader: Pad, people: People) -> Screen:
    """Who rolls, and how; with the box's die its colour, then its number."""
    if state.table.house.has_own_die:
        blocks = _roll_device(people.person(reader), people)
    elif phase.colour is None:
        blocks = _roll_colour(people.person(reader), people)
    else:
        blocks = _roll_number(die_colours(people.texts)[phase.colour], people.person(reader), people)
    turning = people.texts.gettext("Upside down? Hold 8.")
    return Screen("roll", ((Flow((*blocks, *_stuck(state, people))),),), hints=(turning,))


def _roll_device(reader: Person, people: People) -> tuple[Block, ...]:
    _ = people.texts.gettext
    return (
        Para(_("{name}, press any key!").format(name=reader.name), Size.LARGE),
        Space(5),
        Tagged(reader.code, _("I roll the die.")),
        Space(2),
        Para(_("Turn me to the reader.")),
    )


def _roll_colour(reader: Person, people: People) -> tuple[Block, ...]:
    _ = people.texts.gettext
    kinds = categories(people.texts)
    items = (
        Item(number, colour, kinds[category], Size.LARGE)
        for number, (category, colour) in enumerate(die_colours(people.texts).items(), 1)
    )
    return (Tagged(reader.code, _("{name}: die?").format(name=reader.name), Size.LINE), Space(2), *items)


def _roll_number(colour: str, reader: Person, people: People) -> tuple[Block, ...]:
    _ = people.texts.gettext
    return (
        Tagged(reader.code, _("{colour}: number?").format(colour=colour), Size.FIT),
        Space(4),
        Caps(tuple(range(1, 7))),
        Space(4),
        Item(8, _("the colour again")),
    )


def _stuck(state: State, people: People) -> tuple[Block, ...]:
    """The pads that have a stuck key: never which key."""
    pads = people.listed(tuple(people.code(pad) for pad in PADS if pad in state.stuck))
    return (Para(people.texts.gettext("Stuck key: {pads}").format(pads=pads)),) if pads else ()
