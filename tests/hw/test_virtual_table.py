"""The virtual table without a browser: which edges come in, what goes out to pages."""

import asyncio
import json
import logging
import queue
import threading
import time

import aiohttp
import pytest
from PIL import Image

from hw.ports import Glow, KeyEdge
from hw.scanned_pads import monotonic_ms
from hw.sim.conversation import PACE_S
from hw.sim.held import FaultChange, Held, KeyChange
from hw.sim.rig_faults import RigWires
from hw.sim.server import PageServer
from hw.sim.table import VirtualTable
from hw.sim.weblog import quiet_logger
from hw.wiring import PAD_DRIVERS
from tests.hw.pages import PATIENCE_S, SIZE, Table, opened, picture, run

# What comes in


@pytest.mark.parametrize("driver", PAD_DRIVERS)
def test_a_press_and_its_release_arrive_in_order_with_their_times_however_the_pads_are_wired(
    driver: str,
) -> None:
    table = Table(pads_driver=driver)

    async def scenario() -> None:
        async with opened(table) as page:
            began_ms = monotonic_ms()
            await page.press(3, 7)
            await page.press(3, 7, down=False)
            await page.press(8, 1)
            await page.press(8, 5)
            told = [table.told() for _ in range(4)]
            assert [(edge.pad, edge.key, edge.is_down) for edge in told] == [
                (3, 7, True),
                (3, 7, False),
                (8, 1, True),
                (8, 5, True),
            ]
            times_ms = [edge.at_ms for edge in told]
            assert times_ms == sorted(times_ms)
            assert began_ms - 20 <= times_ms[0]
            assert times_ms[-1] <= monotonic_ms()

    with table.virtual:
        run(scenario())


def test_a_key_held_before_the_game_listens_is_reported_as_held_and_only_its_release_as_an_edge() -> None:
    with VirtualTable(port=0) as virtual:
        virtual.rig.press(2, 8, True)
        virtual.rig.press(2, 7, True)
        virtual.rig.press(2, 7, False)
        edges: queue.Queue[KeyEdge] = queue.Queue()
        assert virtual.pads.start(edges.put) == {(2, 8)}
        virtual.press(2, 8, False)
        edge = edges.get(timeout=PATIENCE_S)
        assert (edge.pad, edge.key, edge.is_down) == (2, 8, False)


def test_a_key_that_two_pages_press_is_down_until_both_let_go(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as one, opened(table) as other:
            await one.press(1, 4)
            assert table.edge() == (1, 4, True)
            await other.press(1, 4)
            await other.press(1, 5)
            assert table.edge() == (1, 5, True)
            await one.press(1, 4, down=False)
            await one.press(1, 6)
            assert table.edge() == (1, 6, True)
            await other.press(1, 4, down=False)
            assert table.edge() == (1, 4, False)

    run(scenario())


def test_a_page_that_closes_lets_go_of_its_keys(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as page:
            await page.press(5, 8)
            await page.press(5, 1)
            assert [table.edge(), table.edge()] == [(5, 8, True), (5, 1, True)]
        assert [table.edge(), table.edge()] == [(5, 1, False), (5, 8, False)]

    run(scenario())


def test_a_page_that_says_the_same_twice_makes_one_edge(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as page:
            await page.press(1, 1, down=False)
            await page.press(1, 1)
            await page.press(1, 1)
            await page.press(1, 1, down=False)
            await page.press(1, 2)
            assert [table.edge() for _ in range(3)] == [(1, 1, True), (1, 1, False), (1, 2, True)]

    run(scenario())


BAD_MESSAGES = [
    "",
    "press 1 1",
    "[1, 1, true]",
    '{"pad": 1, "key": 1}',
    '{"pad": 0, "key": 1, "down": true}',
    '{"pad": 1, "key": 9, "down": true}',
    '{"pad": true, "key": 1, "down": true}',
    '{"pad": 1, "key": 1.5, "down": true}',
    '{"pad": 1, "key": 1, "down": 1}',
    '{"pad": 1, "key": 1, "down": true, "more": 0}',
    '{"pad": 1, "key": 1, "down": true}' + " " * 300,
    "[" * 250,
    b"{}",
    '{"fault": "slow bus"}',
    '{"fault": "slow bus", "made": 1}',
    '{"fault": "slow", "made": true}',
    '{"fault": "stuck red 9", "made": true}',
    '{"fault": "", "made": true}',
]


@pytest.mark.parametrize("message", BAD_MESSAGES)
def test_a_page_that_talks_nonsense_is_closed_and_lets_go_and_the_others_play_on(
    table: Table, message: str | bytes
) -> None:
    async def scenario() -> None:
        async with opened(table) as good, opened(table) as bad:
            await bad.press(2, 2)
            assert table.edge() == (2, 2, True)
            if isinstance(message, bytes):
                await bad.channel.send_bytes(message)
            else:
                await bad.channel.send_str(message)
            assert table.edge() == (2, 2, False)
            assert (await bad.channel.receive()).type is aiohttp.WSMsgType.CLOSE
            await good.press(2, 3)
            assert table.edge() == (2, 3, True)

    run(scenario())


def test_a_listener_that_fails_is_logged_by_type_without_the_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    called = threading.Event()

    def press(pad: int, key: int, is_down: bool) -> None:
        called.set()
        raise RuntimeError(f"key {key}")

    table = Table()
    wires = RigWires(table.virtual.rig)
    with table.virtual, PageServer("127.0.0.1", 0, SIZE, press, wires) as server:

        async def scenario() -> None:
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(server.url + "table", headers={"Origin": server.url[:-1]}) as channel,
            ):
                await channel.send_str('{"pad": 6, "key": 5, "down": true}')
                called.wait(PATIENCE_S)

        run(scenario())
    text = "\n".join(caplog.messages)
    assert "RuntimeError" in text
    assert "key 5" not in text + caplog.text


def test_an_error_of_the_web_server_is_logged_by_type_and_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    try:
        raise ValueError("key 5")
    except ValueError:
        quiet_logger().exception("while %s was handled", "key 5")
    assert "ValueError at" in caplog.text
    assert __file__ in caplog.text
    assert "key 5" not in caplog.text


def test_nothing_that_carries_a_key_shows_it_in_its_repr() -> None:
    keys: Held[tuple[int, int]] = Held()
    faults: Held[str] = Held()
    keys.apply("page", (1, 5), True)
    faults.apply("page", "stuck red 5", True)
    changes = KeyChange(pad=1, key=5, down=True), FaultChange(fault="stuck red 5", made=True)
    assert "5" not in repr(changes) + repr(keys) + repr(faults)


# What goes out


def test_two_pages_show_the_same_picture_and_lights_and_so_does_one_that_comes_later(table: Table) -> None:
    image = picture("Who would?")
    levels = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0, 0.01]

    async def scenario() -> None:
        async with opened(table) as one, opened(table) as other:
            table.virtual.panel.show(image, Glow.BRIGHT)
            table.virtual.lights.show(levels)
            for page in (one, other):
                await page.hear_until(lambda page: page.levels() == [0, 26, 64, 128, 192, 230, 255, 3])
                assert page.shows(image)
            async with opened(table) as late:
                assert late.shows(image)
                assert late.state == one.state == other.state
                assert late.state["lights"] == {
                    "levels": [0, 26, 64, 128, 192, 230, 255, 3],
                    "colour": None,
                }
                assert late.state["glow"] == {"brightness": 255}

    run(scenario())


def test_lamps_that_can_take_the_winners_colour_everywhere() -> None:
    table = Table(lights_driver="apa102")

    async def scenario() -> None:
        async with opened(table) as page:
            table.virtual.lights.show([0.2] * 8, colour=3)
            await page.hear_until(lambda page: page.levels() == [51] * 8)
            assert page.state["lights"] == {"levels": [51] * 8, "colour": 3}
            table.virtual.lights.show([0.2] * 8)
            await page.hear_until(
                lambda page: page.state["lights"] == {"levels": page.levels(), "colour": None}
            )

    with table.virtual:
        run(scenario())


def test_a_page_is_greeted_with_the_panels_size_and_the_pads_letters_and_colours(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as page:
            hello = page.state["hello"]
            assert isinstance(hello, dict)
            assert hello["size"] == [128, 64]
            assert " ".join(pad["code"] for pad in hello["pads"]) == "RED ORA YEL GRN CYA BLU PUR WHT"
            assert len({pad["colour"] for pad in hello["pads"]}) == 8

    run(scenario())


def test_only_the_rows_that_changed_travel_and_an_unchanged_picture_does_not(table: Table) -> None:
    image = picture("Anna reads")

    async def scenario() -> None:
        table.virtual.panel.show(image, Glow.BRIGHT)
        async with opened(table) as page:
            page.heard.clear()
            table.virtual.panel.show(image.copy(), Glow.BRIGHT)
            image.putpixel((0, 61), 1)
            image.putpixel((127, 63), 1)
            table.virtual.panel.show(image, Glow.BRIGHT)
            await page.hear_until(lambda page: page.shows(image))
            row = bytes(15)
            assert page.heard == [bytes([0, 61]) + b"\x80" + row + bytes(16) + row + b"\x01"]

    run(scenario())


def test_a_panel_of_any_width_is_shown() -> None:
    table = Table(panel_driver="ssd1306", panel_width=96, panel_height=16)

    async def scenario() -> None:
        async with opened(table) as page:
            hello = page.state["hello"]
            assert isinstance(hello, dict)
            assert hello["size"] == [96, 16]

    with table.virtual as virtual:
        virtual.panel.show(Image.new("1", (96, 16), 1), Glow.DIM)
        assert virtual.panel.size == (96, 16)
        run(scenario())
        with pytest.raises(ValueError, match="96, 16"):
            virtual.panel.show(Image.new("1", (128, 64)), Glow.DIM)


def test_a_wiring_that_cannot_be_is_said_and_the_table_is_as_in_the_reference_build() -> None:
    table = Table(panel_driver="ssd1307", lights_driver="pca9685")
    with table.virtual as virtual:
        (fault,) = virtual.faults
        assert "ssd1307" in fault
        assert (virtual.rig.wiring.panel.driver, virtual.rig.wiring.lights.driver) == ("ssd1309", "pca9685")
        virtual.panel.show(picture("Play"), Glow.BRIGHT)
        assert virtual.rig.panel_picture().tobytes() == picture("Play").tobytes()


def test_in_a_storm_of_pictures_and_lights_a_page_is_sent_thirty_a_second_and_the_last_one(
    table: Table,
) -> None:
    pictures = [picture("tick"), picture("tock")]

    def storm() -> None:
        for n in range(1, 501):
            table.virtual.panel.show(pictures[n % 2], Glow.BRIGHT)
            table.virtual.lights.show([n / 500] * 8)

    async def scenario() -> None:
        async with opened(table) as page:
            page.heard.clear()
            began = time.monotonic()
            await asyncio.to_thread(storm)  # a page that did not answer meanwhile would be given up
            await page.hear_until(lambda page: page.levels() == [255] * 8 and page.shows(pictures[0]))
            rounds = (time.monotonic() - began) / PACE_S + 2
            assert len([said for said in page.heard if isinstance(said, bytes)]) <= rounds
            assert len([said for said in page.heard if isinstance(said, str)]) <= 2 * rounds

    run(scenario())


def test_no_page_is_ever_told_of_a_key_whoever_pressed_it(table: Table) -> None:
    async def evening(key: int) -> list[list[str | bytes]]:
        """Everything two pages hear while keys go down, are held, and go up."""
        table.virtual.lights.show([0] * 8)
        async with opened(table) as one, opened(table) as other:
            for number, page in enumerate((one, other), start=1):
                await page.press(number, key)
                assert table.edge() == (number, key, True)
            table.virtual.lights.show([0.5] * 8)
            for page in (one, other):
                await page.hear_until(lambda page: page.levels() == [128] * 8)
            await one.press(1, key, down=False)
            assert table.edge() == (1, key, False)
            table.virtual.lights.show([1] * 8)
            for page in (one, other):
                await page.hear_until(lambda page: page.levels() == [255] * 8)
        assert table.edge() == (2, key, False)
        return [one.heard, other.heard]

    async def scenario() -> None:
        first = await evening(key=1)
        assert await evening(key=8) == first
        assert {json.loads(said)["type"] for said in first[0] if isinstance(said, str)} <= {
            "hello",
            "glow",
            "lights",
        }

    run(scenario())
