"""A hand at the virtual table, from inside the box: session scripts' `press`, `hold`, `chord`, `wait`.

Run by the box's own Python, in the game's network: hand.py "press red 1" "hold red 1 1.2s" ...
"""

import asyncio
import sys

import aiohttp

PADS = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "white")
URL = "http://127.0.0.1:8064/"


async def play(lines: list[str]) -> None:
    async with (
        aiohttp.ClientSession(headers={"Origin": URL.rstrip("/")}) as session,
        session.ws_connect(f"{URL}table") as page,
    ):
        await page.receive(10)
        for line in lines:
            await do(page, line.split())
        # What was pressed has been taken when the answer to it comes; a little more for the threads.
        await asyncio.sleep(0.3)


async def do(page: "aiohttp.ClientWebSocketResponse", words: list[str]) -> None:
    match words:
        case ["press", pad, key]:
            await keys(page, pad, [key], 0.08)
        case ["hold", pad, key, seconds]:
            await keys(page, pad, [key], float(seconds.rstrip("s")))
        case ["chord", pad, first, second, seconds]:
            await keys(page, pad, [first, second], float(seconds.rstrip("s")))
        case ["wait", seconds]:
            await asyncio.sleep(float(seconds.rstrip("s")))
        case _:
            raise SystemExit(f"what is {words}?")


async def keys(page: "aiohttp.ClientWebSocketResponse", pad: str, names: list[str], seconds: float) -> None:
    for is_down in (True, False):
        for name in names:
            await page.send_json({"pad": PADS.index(pad) + 1, "key": int(name), "down": is_down})
        await asyncio.sleep(seconds if is_down else 0.05)


asyncio.run(play(sys.argv[1:]))
