"""What the menu may ask of the box: keep a setting, say what there is to choose from, switch off."""

from collections.abc import Callable
from typing import Any

from device.app.journal import Journal
from device.app.kept import Kept
from device.app.shelf import Shelf
from device.app.texts import LANGUAGES
from device.machine.phases import Offer


class Ending:
    """How the game ends: remembered when the menu switches off, so that the loop stops."""

    def __init__(
        self,
        kept: Kept,
        shelf: Shelf,
        journal: Journal,
        power: Callable[[bool], bool],
        when_set: Callable[[str, Any], None],
    ) -> None:
        """`power` switches the device off, or on again; it says whether the game may end now. `when_set` is
        told of every setting that is made."""
        self._kept = kept
        self._power = power
        self._shelf = shelf
        self._journal = journal
        self._when_set = when_set
        self.is_restart: bool | None = None

    def keep_setting(self, key: str, value: Any) -> None:
        """Remember a setting on the device."""
        self._kept.keep(key, value)
        self._shelf.set(key, value)
        self._when_set(key, value)

    def offer(self) -> Offer:
        """What there is to choose from in the settings."""
        journal = self._journal
        return Offer(self._shelf.decks(), journal.names(), tuple(LANGUAGES), journal.put_away())

    def switch_off(self, is_restart: bool) -> bool:
        """The menu's switch off and restart. Where that is refused, play goes on."""
        is_granted = self._power(is_restart)
        self.is_restart = is_restart if is_granted else None
        return is_granted

    def is_over(self) -> bool:
        """Whether the loop should end."""
        return self.is_restart is not None
