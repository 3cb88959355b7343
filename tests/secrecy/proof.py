"""The two properties, for one generated script: what tells two runs apart that differ in secrets alone."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.disk import quick_folder
from tests.secrecy.device import Device, Parts
from tests.secrecy.observed import Observed, differences, log_into
from tests.secrecy.runs import run, settings_of
from tests.secrecy.script import Script
from tests.secrecy.walk import Walk

MakeParts = Callable[[], Parts]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs: the channels that tell them apart, how many secrets were different, and the second script."""

    differences: list[str]
    secrets: int
    told: str


def before_the_reveal(seed: int, parts: MakeParts = Parts) -> Pair:
    """Two sets of votes for one of the script's reveals: the runs up to it, and when it comes."""
    script, as_played = write(seed, parts())
    chance = Random(f"secrets {seed}")
    reveal = chance.randrange(len(script.counted)) if script.counted else None
    keys = script.other_keys(frozenset[int]().union(*script.counted[:reveal]), chance)
    other = run(script, keys, parts(), until=reveal)
    secrets = script.counted[reveal] if reveal is not None else frozenset()
    return _pair(script, as_played, keys, other, reveal, secrets)


def to_the_very_end(seed: int, parts: MakeParts = Parts) -> Pair:
    """The same votes in every reveal, all others different: the runs from power-on to the end."""
    script, as_played = write(seed, parts())
    counted = frozenset[int]().union(*script.counted)
    keys = script.other_keys(counted, Random(f"wasted {seed}"))
    wasted = frozenset(range(len(keys))) - counted
    return _pair(script, as_played, keys, run(script, keys, parts()), None, wasted)


def _pair(
    script: Script,
    as_played: Observed,
    keys: list[int],
    other: Observed,
    reveal: int | None,
    secrets: frozenset[int],
) -> Pair:
    played = script.keys()
    return Pair(
        differences(as_played, other, reveal),
        sum(played[press] != keys[press] for press in secrets),
        script.told(keys),
    )


def write(seed: int, parts: Parts | None = None) -> tuple[Script, Observed]:
    """Write the script of that seed by playing it on a device of those parts."""
    observed = Observed()
    with (
        quick_folder() as folder,
        log_into(observed),
        Device(folder, settings_of(seed), seed, observed, parts) as device,
    ):
        script = Walk(device, seed).play()
    return script, observed
