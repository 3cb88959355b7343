"""A few words over a screen: why a press was refused, who has joined, whose key is stuck."""

from msgspec.structs import replace

from device.engine.cards import Category
from device.engine.table import MIN_PLAYERS, Pad
from device.machine import phases as machine
from device.machine.effects import Reason
from device.machine.phases import Lobby, Lock, Reveal, Roll, State, Vote
from device.ui.people import People, categories
from device.ui.views import Notice


def notice_of(state: State, people: People) -> Notice | None:
    """The words of the state's notice; None where the light says enough.

    In the lobby they stand over the heading: which spaces are free can be seen below. So do few words in a
    menu, whose items can be seen below.
    """
    if state.notice is None:
        return None
    words = _words(state, state.notice, people)
    if words is None:
        return None
    is_heading = isinstance(state.phase, Lobby) if state.menu is None else not words.text
    return replace(words, is_heading=is_heading)


def _words(state: State, notice: machine.Notice, people: People) -> Notice | None:
    _ = people.texts.gettext
    code = people.code(notice.pad)
    match notice.what:
        case Reason.TAKEN:
            return _taken(notice.space, people)
        case Reason.TOO_FEW:
            text = _("{n} or more can start.").format(n=MIN_PLAYERS)
            return Notice(_("Too few players"), text, is_warning=True)
        case Reason.NO_CARD:
            return _no_card(notice.category, people)
        case Reason.NOT_AN_OPTION:
            return _not_an_option(state, code, people)
        case Reason.NOT_A_FACE:
            return _not_a_face(state, people)
        case Reason.NOT_NOW:
            return _not_now(state, notice.pad, people)
        case "whose_turn":
            return _whose_turn(people)
        case "fixed":
            text = _("Change it there, or take it out of it.")
            return Notice(_("The settings file sets this"), text, is_warning=True)
        case "last_deck":
            return Notice(_("One deck must stay"), is_warning=True)
        case "joined":
            return _joined(state, code, people)
        case "stuck":
            text = _("Its other keys work.")
            return Notice(_("{pad}: a key is stuck").format(pad=code), text, is_warning=True)
        case _:
            return None


def _taken(space: int | None, people: People) -> Notice:
    _ = people.texts.gettext
    seat = people.table.seat_on(space)
    who = people.code(seat.pad) if seat else ""
    text = _("by {pad}. Take a free one.").format(pad=who)
    return Notice(_("{number} is taken").format(number=space), text, is_warning=True)


def _no_card(category: Category | None, people: People) -> Notice:
    _ = people.texts.gettext
    kind = categories(people.texts)[category] if category else ""
    title = _("No {category} card").format(category=kind) if kind else _("No such card")
    return Notice(title, _("Add a deck that has some, or take the box's cards: menu, 7."), is_warning=True)


def _not_an_option(state: State, code: str, people: People) -> Notice | None:
    """No number of the card: which numbers are, never which one it was. In a list its light says enough."""
    _ = people.texts.gettext
    turn = state.table.turn
    if state.menu is not None or turn is None or not isinstance(state.phase, Vote | Lock):
        return None
    first, *rest = turn.options
    text = _("{pad}: only {first} or {last}") if len(rest) == 1 else _("{pad}: only {first} to {last}")
    return Notice(text.format(pad=code, first=first, last=rest[-1]), is_warning=True)


def _not_a_face(state: State, people: People) -> Notice:
    _ = people.texts.gettext
    is_number = isinstance(state.phase, Roll) and state.phase.colour is not None
    text = _("1 to 6, or 8: the colour") if is_number else _("1 red, 2 gray, 3 black")
    return Notice(_("Not on the die"), text, is_warning=True)


def _not_now(state: State, pad: Pad, people: People) -> Notice | None:
    """Refused in a reveal, in a menu, or as a vote of someone who plays from the next card on."""
    _ = people.texts.gettext
    if state.menu is not None:
        return Notice(_("Not now"), is_warning=True)
    if isinstance(state.phase, Vote | Lock):
        return Notice(_("{pad}: from the next card on").format(pad=people.code(pad)))
    if isinstance(state.phase, Reveal) and people.table.reader:
        name = people.name(people.table.reader)
        return Notice(_("{name} goes on").format(name=name), _("Not there? Hold any key."))
    return None


def _whose_turn(people: People) -> Notice | None:
    _ = people.texts.gettext
    if people.table.reader is None:
        return None
    name = people.name(people.table.reader)
    return Notice(_("It is {name}'s turn").format(name=name), _("Not there? Hold any key."))


def _joined(state: State, code: str, people: People) -> Notice:
    _ = people.texts.gettext
    is_card = isinstance(state.phase, Vote | Lock)
    return Notice(_("{pad} is in").format(pad=code), _("from the next card on") if is_card else "")
