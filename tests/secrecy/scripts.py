"""The generated scripts, each written once, by playing it."""

from functools import lru_cache

from tests.secrecy.device import Device, Parts
from tests.secrecy.disk import quick_folder
from tests.secrecy.observed import Observed, log_into
from tests.secrecy.runs import settings_of
from tests.secrecy.script import Script
from tests.secrecy.walk import Walk


@lru_cache(maxsize=64)
def written(seed: int) -> tuple[Script, Observed]:
    """The script of that seed, and what was observed while it was played for the first time."""
    return write(seed)


def write(seed: int, parts: Parts | None = None) -> tuple[Script, Observed]:
    """Write a script by playing it on a device of those parts."""
    observed = Observed()
    with (
        quick_folder() as folder,
        log_into(observed),
        Device(folder, settings_of(seed), seed, observed, parts) as device,
    ):
        script = Walk(device, seed).play()
    return script, observed
