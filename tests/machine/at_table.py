"""Games in which the tests of the menu begin."""

from device.machine.phases import Settings
from tests.talk import Game


def playing(settings: Settings | None = None, **more: object) -> Game:
    """Red, orange and yellow play; red rolls."""
    game = Game(settings, **more)  # type: ignore[arg-type]
    game.start("red", "orange", "yellow")
    return game


def voting(settings: Settings | None = None, **more: object) -> Game:
    """Red, orange and yellow vote on an Everybody card."""
    game = playing(settings, **more)
    game.roll(2, 3)
    return game
