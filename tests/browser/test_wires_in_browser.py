"""Faults in the simulated wires, made and mended on the page by mouse, finger and keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hw.ports import Glow
from hw.sim.rig_faults import FAULTS
from hw.wiring import from_values
from tests.browser.table_in_browser import OpenPage, Table, key, picture

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
PHONE_LYING: dict[str, Any] = {**PHONE, "width": 740, "height": 360}
WINDOWS = pytest.mark.parametrize("window", [{}, PHONE, PHONE_LYING], ids=["desktop", "phone", "phone lying"])


def open_wires(page: Page) -> None:
    page.click("#wires-button")
    expect(page.get_by_role("dialog", name="Faults in the wires")).to_be_visible()


def make(page: Page, kind: str, *places: str) -> None:
    """Choose a fault, fill in its places, and make it."""
    page.get_by_label("What is wrong").select_option(kind)
    for place, value in enumerate(places):
        page.locator("#words select").nth(place).select_option(value)
    page.click("#make")


@WINDOWS
def test_a_key_sticks_and_comes_free(table: Table, open_page: OpenPage, window: dict[str, Any]) -> None:
    page = open_page(**window)
    open_wires(page)
    make(page, "stuck PAD KEY", "blue", "6")
    assert table.edge() == (6, 6, True)
    expect(page.locator("#made b")).to_have_text(["stuck blue 6"])
    page.get_by_role("button", name="Mend: stuck blue 6").click()
    assert table.edge() == (6, 6, False)
    expect(page.locator("#none")).to_be_visible()


@WINDOWS
def test_all_of_it_can_be_reached_in_any_window_and_nothing_is_cut_off(
    open_page: OpenPage, window: dict[str, Any]
) -> None:
    page = open_page(**window)
    open_wires(page)
    for kind in FAULTS:
        make(page, kind)
    expect(page.locator("#made li")).to_have_count(len(FAULTS))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#wires").evaluate(
        "d => d.scrollWidth <= d.clientWidth && d.clientHeight <= innerHeight"
    )
    for control in page.locator("#wires select, #wires button").all():
        box = control.bounding_box()
        assert box is None or box["height"] >= 40
    page.get_by_role("button", name="Mend all").click()
    expect(page.locator("#made li")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_fault_is_made_while_people_play_and_how_many_there_are_is_in_sight(
    table: Table, open_page: OpenPage
) -> None:
    page, other = open_page(), open_page(**PHONE)
    open_wires(page)
    make(page, "unplugged PAD", "orange")
    page.keyboard.press("Escape")
    expect(page.locator("#wires-button")).to_have_text("Wires … 1")
    expect(other.locator("#wires-button")).to_have_text("Wires …")
    key(other, 2, 1).tap()
    key(other, 3, 1).tap()
    assert table.edges(2) == [(3, 1, True), (3, 1, False)]
    open_wires(page)
    page.get_by_role("button", name="Mend: unplugged orange").click()
    page.keyboard.press("Escape")
    key(other, 2, 1).tap()
    assert table.edges(2) == [(2, 1, True), (2, 1, False)]


def test_the_panel_goes_dark_when_it_is_unplugged(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    table.virtual.panel.show(picture(), Glow.BRIGHT)
    expect(page.locator("#panel")).to_have_css("opacity", "1")
    open_wires(page)
    make(page, "unplugged panel")
    expect(page.locator("#panel")).to_have_css("opacity", "0")
    page.get_by_role("button", name="Mend: unplugged panel").click()
    table.virtual.panel.show(picture(), Glow.BRIGHT)
    expect(page.locator("#panel")).to_have_css("opacity", "1")


def test_a_net_does_not_touch_itself(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    open_wires(page)
    make(page, "touching NET NET", "R3", "R3")
    make(page, "touching NET NET")
    expect(page.locator("#made b")).to_have_text(["touching R1 R2"])
    page.keyboard.press("Escape")
    expect(page.locator("#state")).to_have_text("Connected")


@pytest.mark.parametrize("wiring", [from_values({"pads.driver": "tca9555"})], ids=["no matrix"])
def test_only_faults_that_these_wires_can_have_are_offered(open_page: OpenPage) -> None:
    page = open_page()
    open_wires(page)
    kinds = page.locator("#kind option").evaluate_all("options => options.map((option) => option.value)")
    assert kinds == [
        "stuck PAD KEY",
        "bouncing PAD KEY MS",
        "unplugged PAD",
        "unplugged panel",
        "slow bus",
        "failing bus",
        "hanging bus",
    ]


def test_the_keyboard_is_the_dialogs_while_it_is_open_and_the_pads_again_afterwards(
    table: Table, open_page: OpenPage
) -> None:
    page = open_page()
    open_wires(page)
    page.keyboard.press("1")
    page.keyboard.press("w")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("5")
    assert table.edges(2) == [(1, 5, True), (1, 5, False)]
    assert table.has_no_more_edges()


def test_faults_come_back_with_the_game_and_go_with_the_page(open_page: OpenPage) -> None:
    first = Table()
    port = first.virtual.port
    second = None
    try:
        page = open_page()
        page.goto(first.virtual.url)
        page.wait_for_selector("[data-link=open] .pad")
        open_wires(page)
        make(page, "stuck PAD KEY", "red", "8")
        assert first.edge() == (1, 8, True)
        first.virtual.close()
        second = Table(port)
        assert second.edge() == (1, 8, True)
        page.close()
        assert second.edge() == (1, 8, False)
    finally:
        first.virtual.close()
        if second is not None:
            second.virtual.close()
