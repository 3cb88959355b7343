"""`imaginiff service`, as it answers whoever types it."""

import io
import os

import pytest

from device.app.service_command import service_command, this_system


def test_what_it_can_do_is_said_to_whoever_asks_for_something_else() -> None:
    for words in ([], ["dance"], ["install", "twice"], ["readonly"], ["readonly", "perhaps"]):
        said = io.StringIO()
        assert service_command(words, io.StringIO(), said) == 2
        assert said.getvalue().startswith("imaginiff: service: say install, remove, status")
        assert said.getvalue().count("\n") == 1


@pytest.mark.parametrize("word", ["install", "remove", "readonly on", "readonly off"])
def test_only_root_changes_the_system(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    said = io.StringIO()
    assert service_command(word.split(), io.StringIO(), said) == 1
    assert f"service {word}" in said.getvalue()
    assert "sudo" in said.getvalue()


def test_status_tells_everybody_and_fails_where_nothing_is_installed() -> None:
    said = io.StringIO()
    assert service_command(["status"], said, io.StringIO()) in (0, 1)
    assert said.getvalue().splitlines()[0].startswith(("ok  version", "BAD not installed"))


def test_the_package_is_built_for_debians_own_python() -> None:
    target = this_system()
    assert target.machine == os.uname().machine
    assert target.python >= (3, 11)
