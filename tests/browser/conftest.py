"""A real Chromium, a virtual table, and windows in which it is open."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from hw.wiring import Wiring
from tests.browser.table_in_browser import PATIENCE_S, OpenPage, Table

CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the whole run."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium here: install Debian's package chromium, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def wiring() -> Wiring:
    """What hangs on the table's simulated Pi; a test may ask for something else."""
    return Wiring()


@pytest.fixture
def table(wiring: Wiring) -> Iterator[Table]:
    table = Table(wiring=wiring)
    yield table
    table.virtual.close()


@pytest.fixture
def open_page(chromium: Browser, table: Table) -> Iterator[OpenPage]:
    """Opens the table in a new window, with Playwright's settings for it; no window may complain."""
    complaints: list[str] = []
    contexts = []

    def open_window(width: int = 1440, height: int = 900, **settings: Any) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(table.virtual.url)
        page.wait_for_selector("[data-link=open] .pad")
        return page

    yield open_window
    for context in contexts:
        context.close()
    # What a browser says of a server that has stopped is no fault of the page.
    assert [said for said in complaints if "ERR_CONNECTION_REFUSED" not in said] == []
