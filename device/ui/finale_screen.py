"""The finale: the winner, and the evening in figures, from revealed votes only."""

from collections.abc import Iterator, Sequence

from device.engine.table import Pad
from device.ui.figures import Figures, figures
from device.ui.people import People
from device.ui.views import Block, Flow, Para, Part, Row, Screen, Title, Winner

MOST_PAIRS = 4
"""So many pairs that think alike are named; more than that are counted."""


def finale_screen(winner: Pad, people: People) -> Screen:
    """The winner; then, on 7 and 8, the evening in figures."""
    _ = people.texts.gettext
    person = people.person(winner)
    parts = _figures(people)
    figures = (_("7 and 8: the evening's figures"),) if parts else ()
    hints = (*figures, _("New game: hold any key."))
    cup = Winner(person.name, _("wins!"), person.code, _wipe(people), hints)
    return Screen("finale", ((cup,), *((part,) for part in parts)))


def _wipe(people: People) -> str:
    """On every page of the finale: ink that stays sets."""
    return people.texts.gettext("Wipe the names off the board.")


def _figures(people: People) -> tuple[Part, ...]:
    _, n_ = people.texts.gettext, people.texts.ngettext
    counted = figures(people.table)
    if not counted.rounds:
        return ()
    evening = n_("The evening: {n} round", "The evening: {n} rounds", counted.rounds).format(n=counted.rounds)
    pages: tuple[tuple[str, tuple[Block, ...]], ...] = (
        (evening, tuple(_honours(counted, people))),
        (_("They think alike"), _alike(counted, people)),
        (_("On the board"), _standings(people)),
        (_("With the majority"), _agreed(counted, people)),
    )
    return tuple(Flow(blocks, Title(title), Para(_wipe(people))) for title, blocks in pages if blocks)


def _honours(counted: Figures, people: People) -> Iterator[Block]:
    """Who was what, with how often: everybody who shares it."""
    _ = people.texts.gettext
    (best, read), (wolves, alone), (favourites, chosen) = counted.best, counted.wolves, counted.favourites
    if best:
        yield Row(_("Reads you best: {names}").format(names=_names(best, people)), str(read))
    if wolves:
        yield Row(_("Lone wolf: {names}").format(names=_names(wolves, people)), str(alone))
    if favourites:
        spaces = people.listed(tuple(map(people.on_space, favourites)))
        yield Row(_("Most chosen: {names}").format(names=spaces), str(chosen))
    pairs, agreed = counted.alike
    if len(pairs) == 1:
        yield Row(_("{pair} think alike").format(pair=_pair(pairs[0], people)), str(agreed))
    elif len(pairs) > MOST_PAIRS:
        yield Row(_("{n} pairs think alike").format(n=len(pairs)), str(agreed))


def _names(pads: Sequence[Pad], people: People) -> str:
    if len(pads) == len(people.table.seats):
        return people.texts.gettext("everybody")
    return people.listed(tuple(map(people.name, pads)))


def _alike(counted: Figures, people: People) -> tuple[Row, ...]:
    """The closest pairs, where several are as close."""
    pairs, agreed = counted.alike
    return (
        tuple(Row(_pair(pair, people), str(agreed)) for pair in pairs) if 1 < len(pairs) <= MOST_PAIRS else ()
    )


def _pair(pair: tuple[Pad, Pad], people: People) -> str:
    one, other = map(people.name, pair)
    return people.texts.gettext("{one} and {other}").format(one=one, other=other)


def _standings(people: People) -> tuple[Row, ...]:
    board = sorted(people.table.seats, key=lambda seat: -seat.position)
    return tuple(Row(people.on_space(seat.space), str(seat.position)) for seat in board)


def _agreed(counted: Figures, people: People) -> tuple[Row, ...]:
    return tuple(Row(people.name(pad), str(times)) for pad, times in counted.in_majority)
