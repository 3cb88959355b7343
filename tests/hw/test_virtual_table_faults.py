"""Faults in the wires that pages of the virtual table make and mend."""

import json
import logging

import pytest

from hw.sim.rig_faults import faults_of, make_fault
from hw.wiring import PAD_DRIVERS
from tests.hw.pages import Table, opened, run


def test_a_page_makes_a_fault_and_mends_it_in_the_wires_alone(table: Table) -> None:
    rig = table.virtual.rig

    async def scenario() -> None:
        async with opened(table) as page:
            await page.wire("unplugged orange")
            await page.wire("stuck red 5")
            assert table.edge() == (1, 5, True)
            assert rig.faults == ["unplugged orange", "stuck red 5"]
            await page.press(2, 2)
            await page.wire("stuck red 5", made=False)
            assert table.edge() == (1, 5, False)
            await page.wire("unplugged orange", made=False)
            assert table.edge() == (2, 2, True)
            await page.wire("slow bus", made=False)  # never made: nothing to mend
            await page.press(2, 2, down=False)
            assert table.edge() == (2, 2, False)
            assert rig.faults == []

    run(scenario())


def test_a_fault_lasts_while_any_page_holds_it_and_goes_with_the_last(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as one:
            async with opened(table) as other:
                await one.wire("stuck red 5")
                await other.wire("stuck red 5")
                assert table.edge() == (1, 5, True)
            await one.press(3, 3)
            assert table.edge() == (3, 3, True)
            assert table.virtual.rig.faults == ["stuck red 5"]
        assert {table.edge(), table.edge()} == {(3, 3, False), (1, 5, False)}

    run(scenario())
    assert table.virtual.rig.faults == []


def test_a_page_that_leaves_mends_nothing_that_the_command_line_has_made(table: Table) -> None:
    make_fault(table.virtual.rig, "stuck red 5")
    assert table.edge() == (1, 5, True)

    async def scenario() -> None:
        async with opened(table) as page:
            await page.wire("stuck red 5")
            await page.press(3, 3)
            assert table.edge() == (3, 3, True)
        assert table.edge() == (3, 3, False)

    run(scenario())
    assert table.virtual.rig.faults == ["stuck red 5"]
    assert table.has_no_more_edges()


def test_a_stuck_key_may_be_a_vote_so_no_page_is_told_of_it_and_no_log(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def scenario() -> None:
        async with opened(table) as one, opened(table) as other:
            one.heard.clear()
            other.heard.clear()
            await one.wire("stuck red 5")
            assert table.edge() == (1, 5, True)
            await one.wire("stuck red 05x")  # nonsense, with which this page ends
            assert table.edge() == (1, 5, False)
            table.virtual.lights.show([1] * 8)
            await other.hear_until(lambda page: page.levels() == [255] * 8)
            assert [json.loads(said)["type"] for said in one.heard + other.heard] == ["lights"]

    run(scenario())
    assert "red 5" not in caplog.text
    assert "05x" not in caplog.text


def test_a_page_is_told_which_faults_these_wires_can_have() -> None:
    for driver in PAD_DRIVERS:
        table = Table(pads_driver=driver)

        async def scenario(table: Table = table) -> None:
            async with opened(table) as page:
                hello = page.state["hello"]
                assert isinstance(hello, dict)
                assert hello["faults"] == faults_of(table.virtual.rig)

        with table.virtual:
            run(scenario())
