"""The virtual table's page in a real browser: what it shows, and how its keys are pressed."""

import io
import re
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, expect

from hw.ports import Glow
from hw.wiring import from_values
from tests.browser.table_in_browser import READ_PANEL, Fingers, OpenPage, Table, key, picture

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


def shows_level(page: Page, level: str) -> None:
    """The red pad's light has reached this level."""
    expect(page.locator('.pad[data-pad="1"]')).to_have_attribute("style", re.compile(f"--level: {level}"))


def place(locator: Locator) -> FloatRect:
    """Where it is in the window, in CSS pixels."""
    found = locator.bounding_box()
    assert found is not None
    return found


# What it shows


@pytest.mark.parametrize("ratio", [1, 1.5, 3])
def test_the_panel_is_shown_pixel_for_pixel_each_as_a_whole_number_of_the_screens(
    table: Table, open_page: OpenPage, ratio: float
) -> None:
    image = picture()
    table.virtual.panel.show(image, Glow.BRIGHT)
    page = open_page(device_scale_factor=ratio)
    panel = page.locator("#panel")
    expect(panel).to_have_css("opacity", "1")
    assert page.evaluate(READ_PANEL) == [1 if pixel else 0 for pixel in image.convert("L").tobytes()]
    image.putpixel((127, 63), 1)
    table.virtual.panel.show(image, Glow.DIM)
    expect(panel).to_have_css("opacity", "0.500979")
    assert page.evaluate(READ_PANEL) == [1 if pixel else 0 for pixel in image.convert("L").tobytes()]
    box = panel.bounding_box()
    assert box is not None
    times = box["width"] * ratio / 128
    assert times >= 2
    assert times == pytest.approx(round(times), abs=0.01)
    assert box["height"] * ratio / 64 == pytest.approx(times, abs=0.01)
    expect(panel).to_have_css("image-rendering", "pixelated")


@pytest.mark.parametrize("wiring", [from_values({"lights.driver": "apa102"})], ids=["lamps of any colour"])
def test_the_lights_glow_as_bright_as_they_are_told_and_all_in_the_winners_colour(
    table: Table, open_page: OpenPage
) -> None:
    page = open_page()
    table.virtual.lights.show([1, 0, 0.25, 0, 0, 0, 0, 0])
    glow = """(pad) => {
      const style = getComputedStyle(document.querySelector(`.pad[data-pad="${pad}"]`));
      return [Number(style.getPropertyValue("--level")), style.getPropertyValue("--light")];
    }"""
    shows_level(page, "1.000")
    levels = [page.evaluate(glow, pad)[0] for pad in (1, 2, 3)]
    assert levels == pytest.approx([1, 0, 0.5], abs=0.01)
    colours = [page.evaluate(glow, pad)[1] for pad in range(1, 9)]
    assert len(set(colours)) == 8
    table.virtual.lights.show([0.25] * 8, colour=6)
    shows_level(page, "0.501")
    assert {page.evaluate(glow, pad)[1] for pad in range(1, 9)} == {colours[5]}


def test_a_light_that_is_low_looks_lit_and_one_that_is_off_dark_on_every_pad(
    table: Table, open_page: OpenPage
) -> None:
    page = open_page(reduced_motion="reduce")
    lights = page.locator(".light").all()
    off = [greys(light) for light in lights]
    table.virtual.lights.show([0.12] * 8)
    shows_level(page, "0.349")
    low = [greys(light) for light in lights]
    # Core and rim, from 0 to 255: lit differs from off, and from its own rim, without any colour.
    assert all(core < 40 and rim < 40 for core, rim in off)
    assert all(core > 150 and rim < 60 for core, rim in low)
    table.virtual.lights.show([1] * 8)
    shows_level(page, "1.000")
    assert all(core > 240 and rim > 200 for core, rim in map(greys, lights))


def greys(light: Locator) -> tuple[int, int]:
    """How bright a light is at its core and just within its edge."""
    image = Image.open(io.BytesIO(light.screenshot())).convert("L")
    middle = image.width // 2
    core, rim = image.getpixel((middle, middle)), image.getpixel((2, middle))
    assert isinstance(core, int)
    assert isinstance(rim, int)
    return core, rim


def test_every_pad_bears_its_letters_so_that_nobody_needs_to_see_its_colour(open_page: OpenPage) -> None:
    letters = ["RED", "ORA", "YEL", "GRN", "CYA", "BLU", "PUR", "WHT"]
    expect(open_page().locator(".tag")).to_have_text(letters)


def test_the_page_says_when_the_game_has_stopped_and_comes_back_by_itself(
    table: Table, open_page: OpenPage
) -> None:
    page = open_page()
    state, message = page.locator("#state"), page.locator("#message")
    expect(state).to_have_text("Connected")
    expect(message).to_be_empty()
    table.virtual.lights.show([1] * 8)
    page.keyboard.down("4")
    assert table.edge() == (1, 4, True)
    table.virtual.close()
    expect(message).to_contain_text("The game has stopped. Waiting for it to come back")
    expect(message).to_have_role("status")
    expect(state).to_have_text("Not connected")
    expect(page.locator(".down")).to_have_count(0)
    expect(page.locator("#panel")).to_have_css("opacity", "0")
    again = Table(port=table.virtual.port)
    with again.virtual:
        again.virtual.panel.show(picture(), Glow.BRIGHT)
        expect(state).to_have_text("Connected")
        expect(message).to_be_empty()
        expect(page.locator("#panel")).to_have_css("opacity", "1")
        page.keyboard.up("4")
        page.keyboard.press("5")
        assert again.edges(2) == [(1, 5, True), (1, 5, False)]


def test_a_page_that_is_older_than_the_game_that_came_back_loads_itself_anew(
    table: Table, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page()
    page.evaluate("document.body.id = 'old'")
    table.virtual.close()
    monkeypatch.setattr("hw.sim.assets.version", lambda files: "a newer one")
    with Table(port=table.virtual.port).virtual:
        expect(page.locator("#old")).to_have_count(0)
        expect(page.locator("#state")).to_have_text("Connected")


def test_a_phone_shows_it_all_without_scrolling_sideways_and_with_keys_for_thumbs(
    open_page: OpenPage,
) -> None:
    page = open_page(**PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    boxes = [found.bounding_box() for found in page.locator(".key").all()]
    assert len(boxes) == 64
    assert all(box and box["width"] >= 38 and box["height"] >= 38 for box in boxes)
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    bottom = boxes[-1]
    assert bottom and bottom["y"] + bottom["height"] <= 740


@pytest.mark.parametrize(
    ("width", "ratio", "times"), [(320, 1, 2), (320, 2, 4), (360, 3, 8), (360, 2.25, 6), (390, 3, 8)]
)
def test_an_upright_phones_panel_is_as_large_as_the_width_allows(
    open_page: OpenPage, width: int, ratio: float, times: int
) -> None:
    page = open_page(**{**PHONE, "width": width}, device_scale_factor=ratio)
    is_that_large = """([ratio, times]) => {
      const { width } = document.getElementById("panel").getBoundingClientRect();
      return Math.abs((width * ratio) / 128 - times) < 0.01;
    }"""
    page.wait_for_function(is_that_large, arg=[ratio, times])


def test_an_upright_phone_keeps_the_panel_in_sight_while_the_pads_scroll(open_page: OpenPage) -> None:
    page = open_page(**{**PHONE, "width": 320, "height": 560})
    panel = page.locator("#panel")
    before = place(panel)
    assert place(key(page, 8, 8))["y"] > 560
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert place(panel) == before
    last = place(key(page, 8, 8))
    assert before["y"] + before["height"] < last["y"] < 560 - last["height"]
    room = place(page.locator("#room"))
    assert (room["y"], room["width"]) == (0, 320)


def test_the_tab_key_brings_no_key_behind_the_panel(open_page: OpenPage) -> None:
    page = open_page(360, 560)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    key(page, 1, 1).focus()
    room = place(page.locator("#room"))
    assert place(key(page, 1, 1))["y"] >= room["y"] + room["height"]


def test_the_chosen_pads_outline_is_whole_in_a_window_as_narrow_as_a_phone(open_page: OpenPage) -> None:
    page = open_page(360, 740)
    reach = """(pad) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(pad);
      return outlineStyle === "none" ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset);
    }"""
    for letter, block in (("KeyQ", "KeyW"), ("KeyW", "KeyQ"), ("KeyQ", "KeyQ"), ("KeyW", "KeyW")):
        page.keyboard.press(letter)
        page.keyboard.press(f"Shift+{block}")
        for pad in page.locator(".chosen, .chosen-block").all():
            outline = pad.evaluate(reach)
            assert outline > 0
            assert place(pad)["x"] >= outline
            assert place(pad)["x"] + place(pad)["width"] <= 360 - outline


def test_a_phone_tells_of_fingers_and_a_keyboard_is_told_of_once_it_is_used(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    footer = page.locator("footer")
    expect(footer.get_by_text("Hold 1 and 8 with two fingers: menu")).to_be_visible()
    expect(footer.get_by_text("Shift").first).to_be_hidden()
    expect(page.locator(".hint").first).to_be_hidden()
    page.keyboard.press("KeyW")
    expect(footer.get_by_text("Shift").first).to_be_visible()
    expect(page.locator(".hint").first).to_be_visible()


def test_a_desktop_tells_of_keyboard_and_mouse_from_the_start(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.locator("footer").get_by_text("fingers")).to_be_hidden()
    expect(page.locator("footer .for-keyboard")).to_have_count(3)
    expect(page.locator(".hint")).to_have_text(list("QWERTYUI"))
    for shown in page.locator(".hint, footer .for-keyboard").all():
        expect(shown).to_be_visible()


def test_a_long_touch_is_a_hold_and_no_menu_no_zoom_no_scrolling(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    menu = "(key) => key.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))"
    assert key(page, 7, 4).evaluate(menu) is False
    expect(key(page, 7, 4)).to_have_css("touch-action", "none")
    expect(key(page, 7, 4)).to_have_css("user-select", "none")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900), (1920, 1080)])
def test_a_desktop_shows_it_all_without_scrolling(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(width, height)
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [width, height]


def test_whoever_asks_for_less_motion_gets_lights_without_the_flood(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce")
    flood = "getComputedStyle(document.querySelector('.pad'), '::before').display"
    assert page.evaluate(flood) == "none"
    assert page.evaluate("getComputedStyle(document.querySelector('.cap')).transitionDuration") == "0s"


# Mouse and fingers


def test_a_click_on_any_pad_is_a_press(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    for pad in range(1, 9):
        key(page, pad, 9 - pad).click()
        assert table.edges(2) == [(pad, 9 - pad, True), (pad, 9 - pad, False)]


def test_a_mouse_button_holds_a_key_also_when_it_leaves_it(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    key(page, 2, 3).hover()
    page.mouse.down()
    assert table.edge() == (2, 3, True)
    expect(page.locator(".down")).to_have_count(1)
    page.mouse.move(5, 5)
    page.mouse.up()
    assert table.edge() == (2, 3, False)
    expect(page.locator(".down")).to_have_count(0)


def test_a_shift_click_keeps_a_key_down_so_that_one_mouse_can_play_a_chord(
    table: Table, open_page: OpenPage
) -> None:
    page = open_page()
    key(page, 1, 1).click(modifiers=["Shift"])
    key(page, 1, 7).click(modifiers=["Shift"])
    assert table.edges(2) == [(1, 1, True), (1, 7, True)]
    key(page, 1, 7).click()
    assert table.edge() == (1, 7, False)
    page.keyboard.press("Escape")
    assert table.edge() == (1, 1, False)


def test_the_menus_two_keys_let_go_by_themselves_once_it_is_open(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    for number in (1, 8, 3):
        key(page, 2, number).click(modifiers=["Shift"])
    assert table.edges(3) == [(2, 1, True), (2, 8, True), (2, 3, True)]
    assert sorted(table.edges(2)) == [(2, 1, False), (2, 8, False)]
    expect(page.locator(".down")).to_have_count(1)


def test_two_fingers_make_a_chord_on_a_phone(table: Table, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    fingers = Fingers(page)
    fingers.touch(key(page, 1, 1), key(page, 1, 8))
    assert sorted(table.edges(2)) == [(1, 1, True), (1, 8, True)]
    expect(page.locator(".down")).to_have_count(2)
    fingers.lift()
    assert sorted(table.edges(2)) == [(1, 1, False), (1, 8, False)]


def test_fingers_of_several_players_press_at_once(table: Table, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    fingers = Fingers(page)
    fingers.touch(*(key(page, pad, pad) for pad in range(1, 6)))
    assert sorted(table.edges(5)) == [(pad, pad, True) for pad in range(1, 6)]
    fingers.lift()
    assert sorted(table.edges(5)) == [(pad, pad, False) for pad in range(1, 6)]


def test_a_touch_that_the_system_takes_away_lets_go(table: Table, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    fingers = Fingers(page)
    fingers.touch(key(page, 4, 2))
    assert table.edge() == (4, 2, True)
    fingers.are_taken_away()
    assert table.edge() == (4, 2, False)


@pytest.mark.parametrize("event", ["blur", "pagehide"])
def test_a_page_that_loses_sight_of_its_keys_lets_go(table: Table, open_page: OpenPage, event: str) -> None:
    page = open_page()
    page.keyboard.down("3")
    assert table.edge() == (1, 3, True)
    page.evaluate("(name) => window.dispatchEvent(new Event(name))", event)
    assert table.edge() == (1, 3, False)


def test_a_page_that_closes_lets_go(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    page.keyboard.down("3")
    assert table.edge() == (1, 3, True)
    page.close()
    assert table.edge() == (1, 3, False)


def test_a_page_shows_its_own_keys_and_no_other_page_does(table: Table, open_page: OpenPage) -> None:
    presser, watcher = open_page(), open_page()
    key(presser, 5, 6).hover()
    presser.mouse.down()
    assert table.edge() == (5, 6, True)
    table.virtual.lights.show([1] * 8)
    for page in (presser, watcher):
        shows_level(page, "1.000")
    expect(presser.locator(".down")).to_have_count(1)
    expect(watcher.locator(".down")).to_have_count(0)


# The keyboard


def test_letters_choose_a_pad_and_digits_hold_and_chord_its_keys(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    for pad, letter in enumerate("qwertyui", start=1):
        page.keyboard.press(letter)
        page.keyboard.down("1")
        page.keyboard.down("1")  # the keyboard repeats by itself
        page.keyboard.down("8")
        assert table.edges(2) == [(pad, 1, True), (pad, 8, True)]
        page.keyboard.up("8")
        page.keyboard.up("1")
        assert table.edges(2) == [(pad, 8, False), (pad, 1, False)]
    assert table.has_no_more_edges()


def test_a_key_goes_up_on_the_pad_where_it_went_down_whatever_is_chosen_since(
    table: Table, open_page: OpenPage
) -> None:
    page = open_page()
    page.keyboard.down("2")
    page.keyboard.press("w")
    page.keyboard.up("2")
    page.keyboard.press("2")
    assert table.edges(4) == [(1, 2, True), (1, 2, False), (2, 2, True), (2, 2, False)]


def test_two_people_share_a_keyboard_by_giving_the_number_block_its_own_pad(
    table: Table, open_page: OpenPage
) -> None:
    page = open_page()
    page.keyboard.press("Numpad5")
    assert table.edges(2) == [(1, 5, True), (1, 5, False)]
    page.keyboard.press("Shift+KeyY")
    page.keyboard.down("3")
    page.keyboard.down("Numpad3")
    page.keyboard.press("KeyE")
    page.keyboard.up("Numpad3")
    page.keyboard.up("3")
    assert table.edges(4) == [(1, 3, True), (6, 3, True), (6, 3, False), (1, 3, False)]
    expect(page.locator(".chosen .tag")).to_have_text("YEL")
    expect(page.locator(".chosen-block .tag")).to_have_text("BLU")


def test_the_browsers_own_shortcuts_stay_the_browsers(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    page.keyboard.press("Control+2")
    page.keyboard.press("Alt+3")
    page.keyboard.press("4")
    assert table.edges(2) == [(1, 4, True), (1, 4, False)]


def test_tab_arrows_and_space_reach_every_key(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    key(page, 3, 1).focus()
    for arrow in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(arrow)
    page.keyboard.down("Space")
    page.keyboard.down("Space")
    assert table.edge() == (3, 8, True)
    page.keyboard.up("Space")
    assert table.edge() == (3, 8, False)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert table.edges(2) == [(4, 1, True), (4, 1, False)]
    assert table.has_no_more_edges()


def test_a_screen_reader_finds_every_key_and_its_click_is_a_press(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    cyan = page.get_by_role("group", name="cyan pad")
    cyan.get_by_role("button", name="cyan 7").evaluate("(button) => button.click()")
    assert table.edges(2) == [(5, 7, True), (5, 7, False)]
    expect(page.locator("#table").get_by_role("group").get_by_role("button")).to_have_count(8 * 9)


def test_a_screen_reader_is_told_that_the_panel_is_a_picture(open_page: OpenPage) -> None:
    expect(open_page().get_by_role("img")).to_have_accessible_name(re.compile("panel, a picture"))


def test_a_screen_reader_is_told_nothing_of_a_key_that_is_held(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    before = page.locator("body").aria_snapshot()
    page.keyboard.down("5")
    assert table.edge() == (1, 5, True)
    expect(page.locator(".down")).to_have_count(1)
    assert page.locator("body").aria_snapshot() == before
