"""What systemd hears."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.app.service_notify import Manager


class Ear:
    """systemd's end of the wire."""

    def __init__(self, path: Path) -> None:
        self.wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.wire.bind(str(path))
        self.wire.setblocking(False)
        self.path = path

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self.wire.recv(4096).decode())
            except BlockingIOError:
                return words


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(tmp_path / "n")
    yield ear
    ear.wire.close()


def test_ready_status_and_stopping_are_heard(ear: Ear) -> None:
    manager = Manager({"NOTIFY_SOCKET": str(ear.path)})
    manager.status("Lobby")
    manager.status("Lobby")
    manager.ready()
    manager.stopping()
    assert ear.heard() == ["STATUS=Lobby", "READY=1", "STOPPING=1"]


def test_a_loop_that_turns_is_alive_but_does_not_chatter(ear: Ear) -> None:
    now_s = [0.0]
    environment = {"NOTIFY_SOCKET": str(ear.path), "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}
    manager = Manager(environment, pid=7, clock=lambda: now_s[0])
    assert manager.period_s is not None
    assert 0 < manager.period_s < 10
    for _ in range(1000):
        manager.alive()
        now_s[0] += 0.01
    assert 2 <= len(ear.heard()) <= 4


def test_a_loop_that_turns_as_seldom_as_it_may_is_alive_in_time(ear: Ear) -> None:
    now_s = [0.0]
    environment = {"NOTIFY_SOCKET": str(ear.path), "WATCHDOG_USEC": "20000000"}
    manager = Manager(environment, clock=lambda: now_s[0])
    for _ in range(10):
        manager.alive()
        assert ear.heard() == ["WATCHDOG=1"]
        now_s[0] += manager.period_s or 0


def test_a_watchdog_for_another_process_is_not_ours() -> None:
    assert Manager({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, pid=7).period_s is None
    assert Manager({"WATCHDOG_USEC": "soon"}).period_s is None
    assert Manager({}).period_s is None


def test_a_manager_that_is_gone_does_not_stop_the_game(tmp_path: Path) -> None:
    manager = Manager({"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "1000"})
    manager.ready()
    manager.alive()


def test_an_abstract_address_is_understood() -> None:
    name = f"imaginiff-test-{id(object())}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(f"\0{name}")
        Manager({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert wire.recv(100) == b"READY=1"
