"""Walking the menu's lists: showing another one, changing the one that is shown."""

from msgspec.structs import replace

from device.machine.menus import Menu, MenuList
from device.machine.step import Step


def menu_of(step: Step) -> Menu:
    """The menu that is open."""
    menu = step.state.menu
    assert menu is not None  # the machine gives these inputs to the menu only while it is open
    return menu


def show(step: Step, menu_list: MenuList) -> None:
    """Show another list of the menu: keys that are down are not fresh in it."""
    menu = menu_of(step)
    step.set(menu=replace(menu, list=menu_list, serial=menu.serial + 1), notice=None)


def change(step: Step, menu_list: MenuList) -> None:
    """The same list with another value in it: no new list, so quick presses all count."""
    step.set(menu=replace(menu_of(step), list=menu_list), notice=None)
