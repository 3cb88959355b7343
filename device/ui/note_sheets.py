"""What the program has to say, on as many sheets as it takes."""

from device.engine.table import Table
from device.machine.phases import Note
from device.ui.flow import MARGIN
from device.ui.glyphs import SMALL, wrap
from device.ui.pages import layout_size, leaves
from device.ui.people import People, Texts
from device.ui.views import Flow, Para, Screen, Title


def note_sheets(note: Note, texts: Texts, size: tuple[int, int]) -> tuple[Note, ...]:
    """A note as one or more that each fit a page of a panel of that size, numbered in their titles."""
    people = People(Table(), (), texts)
    if _is_one_page(note, people, size):
        return (note,)
    sheets: list[tuple[str, ...]] = [()]
    for text in note.lines:
        lines = wrap(SMALL, text, layout_size(size)[0] - 2 * MARGIN)
        whole = (lines,) if _is_one_page(Note(f"{note.title} 9/9", lines), people, size) else ()
        for piece in whole or ((line,) for line in lines):
            fuller = (*sheets[-1], *piece)
            if sheets[-1] and not _is_one_page(Note(f"{note.title} 9/9", fuller), people, size):
                sheets.append(piece)
            else:
                sheets[-1] = fuller
    return tuple(
        Note(f"{note.title} {number}/{len(sheets)}", sheet) for number, sheet in enumerate(sheets, 1)
    )


def _is_one_page(note: Note, people: People, size: tuple[int, int]) -> bool:
    return len(leaves(Screen("note", ((note_part(note, people),),)), size)) == 1


def note_part(note: Note, people: People) -> Flow:
    """An inverse title with a warning sign, a few small lines, and how to put it away."""
    lines = (*(Para(line) for line in note.lines), Para(people.texts.gettext("Any key: got it")))
    return Flow(lines, Title(note.title, is_warning=True))
