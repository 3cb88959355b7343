"""A turn: the roll, the card, the votes, the lock, the reveal, and passing on."""

from msgspec.structs import replace

from device.engine import events as ev
from device.engine.cards import Card, Category
from device.engine.table import PADS, Face, Pad, Stage
from device.machine import effects as fx
from device.machine.inputs import (
    BallotsOpened,
    CardFound,
    DieRolled,
    EffectFailed,
    Held,
    NotAnOption,
    PageTurned,
    Pressed,
    VoteCast,
    VoteWithdrawn,
)
from device.machine.phases import (
    DIE_PICTURE_MS,
    DRUMROLL_MS,
    LIGHTS_MS,
    PAGE_HELD_MS,
    PAGE_READ_MS,
    Drawing,
    Lock,
    Pager,
    Paging,
    Reveal,
    Roll,
    Vote,
)
from device.machine.seats import end_practice, finish, join_late
from device.machine.step import Step

COLOURS = {1: Category.CHOICES, 2: Category.EVERYBODY, 3: Category.VERSUS}
BOX_NUMBERS = range(1, 7)
TO_COLOUR = 8
TURN_PICTURE = 8

# Roll


def roll_press(step: Step, press: Pressed) -> None:
    """The reader rolls, or enters the box's die; whoever else presses is told whose turn it is."""
    if press.pad == step.table.reader:
        _roll(step, press.pad, press.key)
    elif step.table.is_present(press.pad):
        step.refuse(press.pad, fx.Reason.NOT_NOW)
        step.notice("whose_turn", press.pad)


def roll_hold(step: Step, hold: Held) -> None:
    """The reader turns the picture; another pad acts for an absent reader; who has not joined joins."""
    if hold.pad == step.table.reader:
        turn_picture(step, hold.pad)
    elif step.table.is_present(hold.pad):
        _roll(step, hold.pad, hold.key)
    else:
        join_late(step, hold)


def turn_picture(step: Step, pad: Pad) -> None:
    """Whenever this pad's player reads, the picture is the other way round: the device lies still."""
    settings = step.state.settings
    pads = settings.turned_pads ^ {pad}
    step.set(settings=replace(settings, turned_pads=pads))
    step.say(fx.KeepSetting("panel.turned_pads", tuple(str(pad) for pad in PADS if pad in pads)))


def _roll(step: Step, pad: Pad, key: int) -> None:
    house, phase = step.table.house, step.state.phase
    if house.has_own_die:
        step.set(drawing=Drawing(pad))
        step.say(fx.RollDie(house.faces))
    elif isinstance(phase, Roll) and phase.colour is not None:
        _enter_number(step, pad, key, phase.colour)
    elif key in COLOURS:
        _show_roll(step, Roll(COLOURS[key]))
    else:
        step.refuse(pad, fx.Reason.NOT_A_FACE)


def _enter_number(step: Step, pad: Pad, key: int, colour: Category) -> None:
    if key == TO_COLOUR:
        _show_roll(step, Roll())
    elif key in BOX_NUMBERS:
        _fall(step, pad, Face(colour, key))
    else:
        step.refuse(pad, fx.Reason.NOT_A_FACE)


def _show_roll(step: Step, phase: Roll) -> None:
    """Colour or number, a new list: no new phase, but a key that is down is not fresh."""
    step.set(phase=phase, serial=step.state.serial + 1, notice=None)


def die_rolled(step: Step, rolled: DieRolled) -> None:
    """The device's die fell."""
    _fall(step, _drawing(step).by, rolled.face)


def _fall(step: Step, pad: Pad, face: Face) -> None:
    _draw(step, face.category, Drawing(pad, face))


def _draw(step: Step, category: Category, drawing: Drawing) -> None:
    """The device draws a card; one of the box's lies open at once."""
    step.set(drawing=drawing)
    if step.table.house.has_own_cards:
        step.say(fx.DrawCard(category))
    else:
        lay_card(step, None)


# The card


def card_found(step: Step, found: CardFound) -> None:
    """A card was drawn: the first of this turn, or another one."""
    lay_card(step, found.card)


def draw_failed(step: Step, failed: EffectFailed) -> None:
    """A category without a card: still roll; when another card was asked for, the old one stays."""
    by, face = _drawing(step).by, _drawing(step).face
    step.set(drawing=None)
    step.close_menu()
    if isinstance(step.state.phase, Roll):
        _show_roll(step, Roll())
    step.refuse(by, fx.Reason.NO_CARD)
    step.notice(fx.Reason.NO_CARD, by, category=face.category if face else step.table.turns[-1].face.category)


def _drawing(step: Step) -> Drawing:
    drawing = step.state.drawing
    assert drawing is not None  # die and card come only after they were asked for
    return drawing


def another_card(step: Step, pad: Pad, is_for_good: bool = False) -> None:
    """A new card of the same category; the votes given are void. `is_for_good`: never again the old one."""
    turn = step.table.turns[-1]
    if is_for_good and turn.card is not None:
        step.happen(ev.CardBanned(turn.card))
    _draw(step, turn.face.category, Drawing(pad))


def lay_card(step: Step, card: Card | None) -> None:
    """The card that was asked for lies open; the votes given on another one are void."""
    face = _drawing(step).face
    shows_die = face is not None and face.spaces > 0
    if face is not None:
        step.happen(ev.Rolled(face.category, face.spaces))
    step.happen(ev.CardDrawn(card))
    if step.state.lobby_behind is not None and card is not None:
        step.happen(ev.CardPractised(card))
    step.void_votes()
    step.set(drawing=None)
    step.begin(open_vote(step, shows_die))
    if shows_die:  # the die is the first picture; the question's time begins after it
        step.set(pager=Pager(since_ms=step.at_ms + DIE_PICTURE_MS))


def open_vote(step: Step, shows_die: bool) -> Vote:
    """The vote on the card that lies open, from now on."""
    vote_ms = step.state.settings.vote_ms
    return Vote(
        step.at_ms,
        step.at_ms + DIE_PICTURE_MS if shows_die else None,
        step.at_ms + vote_ms if vote_ms else None,
    )


# Vote and lock


def vote_cast(step: Step, cast: VoteCast) -> None:
    """A pad that plays this turn has voted, for the first time or again: the same to everybody."""
    marks = tuple(mark for mark in step.state.vote_marks if mark[0] != cast.pad)
    refusals = tuple(refusal for refusal in step.state.refusals if refusal.pad != cast.pad)
    step.set(
        voted=step.state.voted | {cast.pad},
        vote_marks=(*marks, (cast.pad, cast.at_ms)),
        refusals=refusals,
    )
    step.say(fx.Voted(cast.pad))
    phase = step.state.phase
    if isinstance(phase, Lock) and step.state.menu is None:
        step.begin(step.lock(phase.vote), is_new_page=False)
    else:
        step.settle()


def vote_withdrawn(step: Step, withdrawn: VoteWithdrawn) -> None:
    """A standing vote was withdrawn: in lock, back to the vote."""
    step.set(voted=step.state.voted - {withdrawn.pad})
    step.say(fx.Withdrawn(withdrawn.pad))
    step.settle()


def not_an_option(step: Step, wrong: NotAnOption) -> None:
    """A number that is none of the card's, or a pad that plays only from the next card on."""
    is_voter = wrong.pad in step.table.turns[-1].voters
    if step.state.menu is None:
        step.refuse(wrong.pad, fx.Reason.NOT_AN_OPTION if is_voter else fx.Reason.NOT_NOW)


def page_turned(step: Step, turned: PageTurned) -> None:
    """7 and 8 turn the page back and forward, and hold it for a while."""
    if step.state.menu is None:
        show_page(step, step.state.pager.page + turned.step, PAGE_HELD_MS)


def show_page(step: Step, page: int, stay_ms: int | None = None) -> None:
    """Show a page of the present screen, the first after the last, for `stay_ms` or its own time."""
    pager = step.state.pager
    paging = pager.paging or Paging()
    page %= len(paging.dwell_ms)
    stay_ms = paging.dwell_ms[page] if stay_ms is None else stay_ms
    until_ms = step.at_ms + stay_ms if len(paging.dwell_ms) > 1 else None
    step.set(pager=replace(pager, page=page, since_ms=step.at_ms, until_ms=until_ms))
    phase = step.state.phase
    if isinstance(phase, Reveal):
        step.set(phase=replace(phase, seen=max(phase.seen, page + 1)))


def close_vote(step: Step) -> None:
    """The vote closes with the votes there are: a drum-roll, as long whatever they are."""
    step.begin(Reveal(drum_until_ms=step.at_ms + DRUMROLL_MS))


# Reveal


def open_ballots(step: Step) -> None:
    """The drum-roll is over."""
    step.set(phase=Reveal())
    step.say(fx.OpenBallots(step.table.turns[-1].voters))


def ballots_opened(step: Step, opened: BallotsOpened) -> None:
    """The result, at one instant."""
    step.happen(ev.Opened(opened.votes))
    step.set(phase=_result(step), pager=Pager(since_ms=step.at_ms), voted=frozenset(), vote_marks=())


def _result(step: Step) -> Reveal:
    return Reveal(result_ms=step.at_ms, lights_until_ms=step.at_ms + LIGHTS_MS)


def reveal_press(step: Step, press: Pressed) -> None:
    """The reader or the next reader shows the next page, or goes on; others are refused."""
    if _is_drumroll(step) or not step.table.is_present(press.pad):
        return
    if press.pad in (step.table.reader, step.table.next_reader):
        _read_on(step, press.down_ms)
    elif not _was_drumroll(step, press.down_ms):
        step.refuse(press.pad, fx.Reason.NOT_NOW)


def reveal_hold(step: Step, hold: Held) -> None:
    """Another pad's hold acts for an absent reader; a pad that has not joined joins."""
    if not step.table.is_present(hold.pad):
        join_late(step, hold)
    else:
        _read_on(step, hold.down_ms)


def _is_drumroll(step: Step) -> bool:
    return isinstance(step.state.phase, Reveal) and step.state.phase.is_drumroll


def _was_drumroll(step: Step, at_ms: int) -> bool:
    """Whether a key went down before the result: presses in a drum-roll do nothing."""
    phase = step.state.phase
    return isinstance(phase, Reveal) and phase.result_ms is not None and at_ms < phase.result_ms


def _read_on(step: Step, down_ms: int) -> None:
    phase, pager = step.state.phase, step.state.pager
    assert isinstance(phase, Reveal)  # the transition table gives these inputs in the reveal only
    if down_ms < pager.since_ms + PAGE_READ_MS:
        return
    if phase.seen < (pager.paging or Paging()).must_see:
        show_page(step, phase.seen)
    elif step.state.lobby_behind is not None:
        end_practice(step)
    elif step.table.winner:
        finish(step)
    else:
        step.happen(ev.TurnPassed())
        step.begin(step.due(Roll()))


# Going on after a power cut


def go_on(step: Step) -> None:
    """Play goes on where the journal left it: an open vote is voted again, a result stands."""
    match step.table.stage:
        case Stage.CARD:
            phase: Roll | Vote | Reveal = open_vote(step, shows_die=False)
        case Stage.RESULT:
            phase = _result(step)
        case _:
            phase = Roll()
    step.begin(step.due(phase))
