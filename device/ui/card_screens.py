"""The screens of a turn from the card on: die, question and answers, countdown, drum-roll, reveal."""

from collections import Counter

from device.engine.cards import Category, question
from device.engine.table import Pad, Result, Turn
from device.machine.phases import State
from device.ui.people import SIGNS, People, categories, die_colours
from device.ui.views import (
    Answers,
    Ballot,
    Ballots,
    Band,
    Block,
    Caps,
    Countdown,
    Die,
    Flow,
    Head,
    Item,
    Missing,
    Names,
    Para,
    Part,
    Question,
    Rival,
    Screen,
    Size,
    Space,
    Strip,
    Tags,
    Versus,
)

NAMED_FROM_MISSING = 2
"""From so many missing votes on, the header line says whose they are."""


def die_screen(turn: Turn, people: People) -> Screen:
    """The die as it fell: the vote's first picture."""
    _ = people.texts.gettext
    face = turn.face
    worth = people.texts.ngettext("{n} space", "{n} spaces", face.spaces).format(n=face.spaces)
    about, subject = (_("about"), people.on_space(turn.subject)) if turn.subject else ("", "")
    category, colour = categories(people.texts)[face.category], die_colours(people.texts)[face.category]
    return Screen("die", ((Die(face.spaces, category, colour, worth, about, subject),),))


def vote_screen(state: State, turn: Turn, people: People) -> Screen:
    """Question and answers, the count of votes below, the missing ones named once they are few."""
    missing = [pad for pad in turn.voters if pad not in state.voted]
    labels = (people.texts.gettext("Waiting for"), people.texts.gettext("No vote:"))
    top = Missing(labels, tuple(people.person(pad) for pad in missing))
    return Screen(
        "question",
        (card_parts(turn, people),),
        top=top if 0 < len(missing) <= NAMED_FROM_MISSING else None,
        strip=_strip(state, turn),
    )


def lock_screen(state: State, turn: Turn, left_s: int, people: People) -> Screen:
    """The same page; only its top line counts down."""
    # Translators: no letter may reach below the line (g, j, p, q, y): key caps follow close below.
    top = Countdown(people.texts.gettext("All in. Want to switch?"), left_s)
    return Screen("lock", (card_parts(turn, people),), top=top, strip=_strip(state, turn))


def _strip(state: State, turn: Turn) -> Strip:
    return Strip(len(state.voted.intersection(turn.voters)), len(turn.voters))


def drumroll_screen(people: People) -> Screen:
    """The same whatever the votes are."""
    text = people.texts.gettext("And the answer is …")
    return Screen("drumroll", ((Flow((Space(16), Para(text, Size.LARGE))),),))


# The card


def card_parts(turn: Turn, people: People) -> tuple[Part, ...]:
    """The question, and what can be voted for."""
    return _question(turn, people), _options(turn, people)


def _question(turn: Turn, people: People) -> Question:
    reader = people.table.reader or turn.roller
    head = Head(
        SIGNS[turn.face.category],
        people.texts.gettext("{name} reads").format(name=people.name(reader)),
        people.texts.gettext("practice") if turn.is_practice else f"+{turn.face.spaces}",
    )
    return Question(_question_text(turn, people), head)


def _question_text(turn: Turn, people: People) -> str:
    """The question with the names in; with the box's cards what the card is about."""
    _ = people.texts.gettext
    roller = people.in_question(turn.roller_space)
    if turn.card is not None:
        subject = people.in_question(turn.subject) if turn.subject else ""
        return question(turn.card, subject, roller)
    category = categories(people.texts)[turn.face.category]
    if turn.subject is None:
        return _("{category} card from the box").format(category=category)
    text = _("{category} card from the box, about {name}")
    return text.format(category=category, name=people.on_space(turn.subject))


def _options(turn: Turn, people: People) -> Part:
    match turn.face.category:
        case Category.EVERYBODY:
            return Names(tuple(people.beside_number(space) for space in turn.options))
        case Category.VERSUS:
            first, second = (_rival(space, turn, people) for space in _rivals(turn))
            return Versus((first, second))
        case Category.CHOICES:
            if turn.card is not None:
                return Answers(turn.card.answers)
            text = people.texts.gettext("The numbers are those of the card's answers.")
            return Flow((Caps(turn.options), Space(4), Para(text)))


def _rivals(turn: Turn) -> tuple[int, int]:
    """The two name spaces of a Versus: subject, then reader."""
    return turn.subject or turn.roller_space, turn.roller_space


def _rival(space: int, turn: Turn, people: People) -> Rival:
    seat = people.table.seat_on(space)
    note = people.texts.gettext("the reader") if space == turn.roller_space else ""
    if seat is None or seat.is_away:
        return Rival(space, people.beside_number(space), "", note)
    person = people.person(seat.pad)
    return Rival(space, person.name, person.code, note)


def answer_text(number: int, turn: Turn, people: People) -> str:
    """What a vote for that number stands for, in words."""
    if turn.face.category is not Category.CHOICES:
        return people.beside_number(number)
    if turn.card is not None:
        return turn.card.answers[number - 1]
    return people.texts.gettext("Answer {number}").format(number=number)


# The reveal


def reveal_screen(turn: Turn, result: Result, people: People) -> Screen:
    """The verdict and who voted for what; then the card again."""
    verdict = Flow((*_verdict(turn, result, people), *_leads(people)))
    first: tuple[Part, ...] = (verdict, _ballots(turn, result, people)) if result.votes else (verdict,)
    return Screen("reveal", (first, card_parts(turn, people)), hints=_who_goes_on(people))


def _who_goes_on(people: People) -> tuple[str, ...]:
    """How to go on, and who may: by name, else by the pads' letters."""
    reader, following = people.table.reader, people.table.next_reader
    if reader is None or following is None:
        return ()
    _ = people.texts.gettext
    return (
        _("{one} or {other}: any key").format(one=people.name(reader), other=people.name(following)),
        _("{codes}: any key").format(codes=f"{people.code(reader)}/{people.code(following)}"),
    )


def _verdict(turn: Turn, result: Result, people: People) -> tuple[Block, ...]:
    if not result.majority:
        return _no_majority(result, people)
    texts = people.texts
    votes = Counter(result.votes.values())
    move = texts.ngettext("move {n}", "move {n}", turn.face.spaces).format(n=turn.face.spaces)
    if turn.is_practice:
        move = texts.gettext("practice")
    if len(result.majority) == 1:
        (number,) = result.majority
        band = texts.gettext("{count} of {all}").format(count=votes[number], all=len(result.votes))
        winning: tuple[Block, ...] = (Item(number, answer_text(number, turn, people), size=Size.FIT),)
    else:
        band = texts.gettext("{n}-way tie").format(n=len(result.majority))
        winning = tuple(_tied(number, votes[number], turn, people) for number in result.majority)
    return (*winning, Space(1), Band(band, move), Space(2), _movers(turn, result, people))


def _tied(number: int, count: int, turn: Turn, people: People) -> Item:
    note = people.texts.ngettext("{n} vote", "{n} votes", count).format(n=count)
    return Item(number, answer_text(number, turn, people), note)


def _no_majority(result: Result, people: People) -> tuple[Block, ...]:
    _ = people.texts.gettext
    count = len(result.votes)
    title = _("No votes") if not count else _("Only one vote") if count == 1 else _("All different!")
    blocks: tuple[Block, ...] = (Para(title, Size.LARGE), Para(_("Nobody moves."), Size.LARGE))
    if count < 2:
        return blocks
    text = people.texts.ngettext("{n} player, {n} answer", "{n} players, {n} answers", count)
    return (*blocks, Space(6), Para(text.format(n=count)))


_MANY = 4


def _movers(turn: Turn, result: Result, people: People) -> Block:
    """Who moves, as short as it can be said."""
    _ = people.texts.gettext
    if turn.is_practice:
        return Para(_("In a game the majority moves."))
    left_out = [pad for pad in people.table.present if pad not in result.moved]
    if not left_out:
        return Para(_("Everybody moves."))
    if len(left_out) == 1 and len(result.moved) >= _MANY:
        return Para(_("All move but {who}.").format(who=_tag_or_colour(left_out[0], people)))
    if any(people.names):
        return Tags(tuple(people.code(pad) for pad in result.moved))
    who = people.listed(tuple(people.colour(pad) for pad in result.moved))
    return Para(_("{who} move.").format(who=who))


def _leads(people: People) -> tuple[Block, ...]:
    """In a tie-break every contender's lead; before anybody leads, who is in it."""
    table = people.table
    if not table.leads:
        return ()
    if not any(table.leads.values()):
        who = people.listed(tuple(_tag_or_colour(pad, people) for pad in table.contenders))
        return Space(2), Para(people.texts.gettext("Tie-break: only {who} can win now.").format(who=who))
    leads = tuple(
        f"{_tag_or_colour(seat.pad, people)} +{table.leads[seat.space]}"
        for seat in table.seats
        if seat.space in table.leads
    )
    text = people.texts.gettext("Tie-break: {leads}").format(leads=people.listed(leads))
    return (Space(2), Para(text))


def _tag_or_colour(pad: Pad, people: People) -> str:
    """The pad in one word: its letters beside a name, else the colour that is the player's name."""
    person = people.person(pad)
    return person.code or person.name


def _ballots(turn: Turn, result: Result, people: People) -> Ballots:
    """By answer, then by turn order: never by arrival."""
    by_answer = sorted(result.votes.items(), key=lambda vote: vote[1])
    ballots = tuple(_ballot(pad, number, turn, result, people) for pad, number in by_answer)
    has_codes = any(ballot.code for ballot in ballots)
    return Ballots(ballots, "" if has_codes else people.texts.gettext("Who voted for what"))


def _ballot(pad: Pad, number: int, turn: Turn, result: Result, people: People) -> Ballot:
    person = people.person(pad)
    gain = f"+{turn.face.spaces}" if pad in result.moved and not turn.is_practice else ""
    return Ballot(number, person.name, person.code, gain, number in result.majority)
