"""What people see of a state: panel pages, picture and light rhythms, for one panel's size and language."""

from dataclasses import dataclass

from PIL import Image

from device.machine.phases import Paging, Quiet, State
from device.ui.draw import draw
from device.ui.lights import rhythms
from device.ui.pages import paging
from device.ui.screens import screen_of
from device.ui.texts import Texts


@dataclass(frozen=True, slots=True)
class Shown:
    """What the panel shows: the screen's title, its page counted from 1, and the 1-bit image."""

    title: str
    page: int
    image: Image.Image


@dataclass(frozen=True, slots=True)
class Show:
    """Shows states on a panel of `size` pixels, in the language of `texts`."""

    size: tuple[int, int]
    texts: Texts

    def measure(self, state: State) -> Paging:
        """How the present screen falls into pages."""
        return paging(screen_of(state, self.texts), self.size)

    def panel(self, state: State) -> Shown:
        """What the panel shows now. Asleep it is off: an empty image."""
        screen = screen_of(state, self.texts)
        if state.quiet is Quiet.ASLEEP:
            return Shown(screen.title, 1, Image.new("1", self.size))
        page = 0 if state.menu else state.pager.page
        return Shown(screen.title, page + 1, draw(screen, page, self.size))

    def lights(self, state: State) -> list[str]:
        """The eight rhythms by name, in pad order."""
        return [rhythm.value for rhythm in rhythms(state)]
