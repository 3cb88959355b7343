"""What people see of a state: panel pages, picture and light rhythms, for one panel's size and language."""

from msgspec import Struct
from PIL import Image

from device.app.texts import texts_of
from device.machine.phases import Note, Paging, State
from device.ui.draw import draw
from device.ui.lights import rhythms
from device.ui.note_sheets import note_sheets
from device.ui.people import Texts
from device.ui.screens import is_turned, page_of, paging_of, screen_of


class Shown(Struct, frozen=True):
    """What the panel shows: the screen's title, its page counted from 1, and the 1-bit image."""

    title: str
    page: int
    image: Image.Image


class Show(Struct, frozen=True):
    """Shows states on a panel of `size` pixels, in the language that the state is set to; one that there is
    not is shown in that of `texts`."""

    size: tuple[int, int]
    texts: Texts

    def measure(self, state: State) -> Paging:
        """How the present phase's screen falls into pages."""
        return paging_of(state, self._texts_of(state), self.size)

    def panel(self, state: State) -> Shown:
        """What the panel shows now; asleep that is an empty image."""
        screen, page = screen_of(state, self._texts_of(state)), page_of(state)
        image = draw(screen, page, self.size)
        if is_turned(state):
            image = image.transpose(Image.Transpose.ROTATE_180)
        return Shown(screen.title, page + 1, image)

    def sheets(self, note: Note) -> tuple[Note, ...]:
        """The note as one or more that each fit the panel."""
        return note_sheets(note, self.texts, self.size)

    def lights(self, state: State) -> list[str]:
        """The eight rhythms by name, in pad order."""
        return [rhythm.value for rhythm in rhythms(state)]

    def _texts_of(self, state: State) -> Texts:
        return texts_of(state.settings.language, self.texts)
