"""The pictures around the game: the first moment, switching off, safe to unplug, a crash, a thing missing."""

from PIL import Image

from device.app.service_blame import Blame
from device.ui.draw import draw
from device.ui.pages import leaves
from device.ui.people import Texts
from device.ui.views import Flow, Para, Screen, Size, Space, Title

Picture = Image.Image


def splash(size: tuple[int, int], texts: Texts) -> Picture:
    """The first moments: it has power, and it is this box."""
    _ = texts.gettext
    return _draw(size, Space(14), Para("Imaginiff", Size.LARGE), Space(4), Para(_("One moment...")))


def switching_off(size: tuple[int, int], texts: Texts, is_restart: bool) -> Picture:
    """From the menu's order to the very end."""
    _ = texts.gettext
    if is_restart:
        return _draw(size, Space(14), Para(_("Starting again..."), Size.LARGE))
    return _draw(size, Space(8), Para(_("Switching off..."), Size.LARGE), Para(_("Leave the plug in.")))


def safe_to_unplug(size: tuple[int, int], texts: Texts) -> Picture:
    """The last picture: all disks are at rest."""
    _ = texts.gettext
    saved, night = Para(_("The game is saved.")), Para(_("Good night!"))
    return _draw(size, Space(8), Para(_("Safe to unplug"), Size.LARGE), saved, night)


def crashed(size: tuple[int, int], texts: Texts, what: Blame) -> Picture:
    """An error that nobody has thought of; the game comes back by itself."""
    _ = texts.gettext
    return _draw(
        size,
        Para(_("The game comes back in a moment, as it was. A vote that was open is voted again.")),
        title=Title(_("Error {number}").format(number=what.number), is_warning=True),
    )


def missing(size: tuple[int, int], texts: Texts, what: str) -> Picture:
    """Something that is needed is not there; it is tried again. `what` names thing and cure."""
    return draw(missing_screen(size, texts, what), 0, size)


def missing_screen(size: tuple[int, int], texts: Texts, what: str) -> Screen:
    """A picture has no second page: where words are many, they are all that is shown."""
    _ = texts.gettext
    title = Title(_("Not ready"), is_warning=True)
    whole = _screen(Para(what), Para(_("Trying again...")), title=title)
    return whole if len(leaves(whole, size)) == 1 else _screen(Para(what))


def _screen(*blocks: Para | Space, title: Title | None = None) -> Screen:
    return Screen("", ((Flow(blocks, title),),))


def _draw(size: tuple[int, int], *blocks: Para | Space, title: Title | None = None) -> Picture:
    return draw(_screen(*blocks, title=title), 0, size)
