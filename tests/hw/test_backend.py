"""The library for the pins: which is found, what is said of it, and what is refused by name."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hw.backend import Pins, open_pins
from hw.edge_lines import NoEdgesError, busy_fault, request_edges
from hw.gpio_chips import GpioChip, header_chip
from hw.lgpio_folder import import_lgpio
from hw.ports import HardwareError

CHIP = GpioChip(Path("/dev/gpiochip0"), "pinctrl-bcm2711")
Load = Callable[[str], Any]


@pytest.fixture(autouse=True)
def no_factory() -> Iterator[None]:
    """gpiozero has no factory yet, and gets back what it had."""
    before, Device.pin_factory = Device.pin_factory, None
    yield
    Device.pin_factory = before


def missing(*names: str) -> Load:
    """An import that finds no module of these names."""

    def load(name: str) -> Any:
        if name in names:
            raise ImportError(name)
        raise AssertionError(f"{name} should not be asked for")

    return load


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """The device nodes of a Pi 5: the header's chip is one of several."""
    for number in (0, 4, 10, 11):
        (tmp_path / f"gpiochip{number}").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({0: "raspberrypi-exp-gpio", 4: "brcmvirt-gpio", 10: "pinctrl-bcm2711"}, 10),
        ({0: "pinctrl-bcm2835", 4: "raspberrypi-exp-gpio"}, 0),
    ],
)
def test_the_headers_chip_is_found_by_its_label_wherever_it_is(
    dev: Path, labels: dict[int, str], number: int
) -> None:
    found = header_chip(dev, lambda path: labels.get(int(path.name[8:]), "other"))
    assert found.number == number
    assert str(found) == f"gpiochip{number} ({labels[number]})"


def test_a_machine_without_gpio_is_told_how_to_play(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="no Raspberry Pi: play with `imaginiff play --virtual`"):
        header_chip(tmp_path)


def test_chips_that_are_no_header_are_named(dev: Path) -> None:
    with pytest.raises(HardwareError, match=r"only gpiochip0 \(INT34C6\), gpiochip10"):
        header_chip(dev, lambda _: "INT34C6")


def test_no_right_names_the_node_its_group_and_the_cure(dev: Path) -> None:
    def label(_: Path) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    with pytest.raises(
        HardwareError, match=r"No right to use .*gpiochip0: join its group, `sudo usermod -aG"
    ):
        header_chip(dev, label)


def test_a_node_that_is_no_chip_is_said_so(dev: Path) -> None:
    """Asked as the kernel is asked: these are plain files."""
    with pytest.raises(HardwareError, match="gpiochip0 does not open"):
        header_chip(dev)


@pytest.mark.parametrize("wanted", ["native", "pigpio", "mock", "NATIVE"])
def test_a_library_that_wakes_for_no_key_is_refused_by_name(wanted: str) -> None:
    said = f"^GPIOZERO_PIN_FACTORY={wanted.lower()} is wanted for the pins, .* set it to lgpio or rpigpio"
    with pytest.raises(HardwareError, match=said):
        open_pins("auto", {"GPIOZERO_PIN_FACTORY": wanted})
    assert Device.pin_factory is None


def test_without_any_library_both_are_named_and_how_to_install_one(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hw.backend.header_chip", lambda _: CHIP)
    nothing = missing("lgpio", "gpiozero.pins.lgpio", "gpiozero.pins.rpigpio")
    for wanted, said in (("auto", "Neither lgpio nor RPi.GPIO"), ("lgpio", "lgpio"), ("rpigpio", "RPi.GPIO")):
        with pytest.raises(HardwareError, match=rf"^{said} is installed|^{said} is not installed"):
            open_pins(wanted, {}, dev, nothing)


def test_a_library_that_knows_no_such_pi_is_refused_by_name() -> None:
    def load(name: str) -> Any:
        raise RuntimeError("Cannot determine SOC peripheral base address")

    with pytest.raises(HardwareError, match=r"RPi.GPIO cannot drive this machine \(Cannot determine SOC"):
        open_pins("rpigpio", {}, load=load)


def test_a_factory_that_is_there_already_is_used_and_said() -> None:
    Device.pin_factory = MockFactory()
    pins = open_pins("auto", {"GPIOZERO_PIN_FACTORY": "native"})
    assert pins.words == "pins through mock (wanted: auto)"
    pins.claim(5)
    with pytest.raises(HardwareError, match="GPIO 5 is wired twice"):
        open_pins().claim(5)
    pins.free()
    pins.free()
    open_pins().claim(5)


def test_the_words_tell_wanted_found_and_chip() -> None:
    words = Pins(None, "auto", "lgpio", CHIP).words
    assert words == "pins through lgpio (wanted: auto) on gpiochip0 (pinctrl-bcm2711)"


class LgpioError(Exception):
    """As lgpio's own: of no builtin kind."""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (LgpioError("'GPIO busy'"), "GPIO 17 is held by another program: end it"),
        (LgpioError("'GPIO not allocated'"), "GPIO 17 cannot be used"),
        (RuntimeError("No access to /dev/mem"), r"GPIO 17 cannot be used \(No access to /dev/mem\)"),
        (OSError(errno.EIO, "Input/output error"), "GPIO 17 cannot be used"),
    ],
)
def test_a_pin_that_cannot_be_had_is_named_and_stays_free(error: Exception, said: str) -> None:
    class Factory(MockFactory):  # type: ignore[misc]
        def pin(self, name: Any, **_: Any) -> Any:
            raise error

    pins = Pins(Factory(), "auto", "mock")
    with pytest.raises(HardwareError, match=said):
        pins.claim(17)
    pins.free()


class FakeGpiod:
    """gpiod as far as a refused request goes, and who holds a line."""

    class line:  # noqa: N801 - gpiod's name
        class Direction:
            INPUT = 1

        class Edge:
            FALLING = 1

        class Bias:
            PULL_UP = 1

        class Value:
            INACTIVE = 0

    def __init__(self, number: int, consumer: str | None = None) -> None:
        self.number, self.consumer = number, consumer
        self.used = True

    def LineSettings(self, **_: Any) -> None:  # noqa: N802
        return None

    def request_lines(self, *_: Any) -> Any:
        raise OSError(self.number, os.strerror(self.number))

    def Chip(self, _: str) -> "FakeGpiod":  # noqa: N802
        return self

    def __enter__(self) -> "FakeGpiod":
        return self

    def __exit__(self, *_: Any) -> None:
        return None

    def get_line_info(self, _: int) -> "FakeGpiod":
        return self


@pytest.mark.parametrize(
    ("consumer", "said"),
    [
        ("spi0 CS1", 'GPIO 7 is held by "spi0 CS1": end that, or wire another pin'),
        ("imaginiff", "GPIO 7 is held by another program, perhaps a second imaginiff: end it"),
        ("lg", "GPIO 7 is held by another program, perhaps a second imaginiff: end it"),
        (None, 'GPIO 7 is held by "the kernel": end that, or wire another pin'),
    ],
)
def test_a_line_that_somebody_holds_is_named_with_its_owner(consumer: str | None, said: str) -> None:
    gpiod = FakeGpiod(errno.EBUSY, consumer)
    with pytest.raises(HardwareError) as caught:
        request_edges(CHIP, [7], lambda _: gpiod)
    assert str(caught.value) == said


def test_no_right_to_the_lines_is_refused() -> None:
    with pytest.raises(HardwareError, match="No right to use /dev/gpiochip0: join its group"):
        request_edges(CHIP, [7], lambda _: FakeGpiod(errno.EACCES))


@pytest.mark.parametrize("number", [errno.ENXIO, errno.EINVAL, errno.EOPNOTSUPP])
def test_a_kernel_without_edges_is_read_instead_and_says_so(number: int) -> None:
    with pytest.raises(NoEdgesError, match="this kernel gives no edges"):
        request_edges(CHIP, [7], lambda _: FakeGpiod(number))


def test_without_gpiod_or_without_a_chip_pins_are_read_instead() -> None:
    with pytest.raises(NoEdgesError, match="gpiod is not installed"):
        request_edges(CHIP, [7], missing("gpiod"))
    with pytest.raises(NoEdgesError, match="no kernel line request"):
        request_edges(None, [7], missing())


def test_a_busy_pin_is_named_also_when_nobody_can_tell_its_owner() -> None:
    assert "One of GPIO 7, 8 is held by another program" in str(busy_fault(None, [7, 8]))
    assert "GPIO 7 is held by another program" in str(busy_fault(CHIP, [7], missing("gpiod")))


def test_a_folder_for_lgpio_that_cannot_be_written_is_named_with_the_cure(tmp_path: Path) -> None:
    for wanted in (tmp_path / "missing", Path("/proc")):
        with pytest.raises(HardwareError, match=rf"LG_WD={wanted} cannot be written"):
            import_lgpio({"LG_WD": str(wanted)}, missing())
    with pytest.raises(HardwareError, match=f"{tmp_path}/gone cannot be written"):
        import_lgpio({"RUNTIME_DIRECTORY": f"{tmp_path}/gone"}, missing())


LGPIO = """
import os
os.chdir(os.environ.get("LG_WD", "."))
os.mkfifo(".lgd-nfy0")
ends = os.open(".lgd-nfy0", os.O_RDWR)
"""


def test_lgpio_leaves_no_pipe_and_the_program_stays_where_it_is(tmp_path: Path) -> None:
    """Imported as a service imports it, by one that does at its import what the real one does."""
    library, runtime, here = (tmp_path / name for name in ("library", "run", "here"))
    for folder in (library, runtime, here):
        folder.mkdir()
    (library / "lgpio.py").write_text(LGPIO)
    code = (
        "import os\nfrom hw.lgpio_folder import import_lgpio\nassert import_lgpio().ends\n"
        "print(os.getcwd(), os.listdir(), os.listdir(os.environ['RUNTIME_DIRECTORY']), "
        "os.environ.get('LG_WD'))"
    )
    root = Path(__file__).parents[2]
    environ = {**os.environ, "RUNTIME_DIRECTORY": str(runtime), "PYTHONPATH": f"{library}:{root}"}
    environ.pop("LG_WD", None)
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=here, env=environ
    )
    assert run.stdout.strip() == f"{here} [] [] None"
    assert run.stderr == ""
    assert list(runtime.iterdir()) == []


class Request:
    """A line request as gpiod gives it: two lines, the second low, and one edge."""

    fd = 7

    def __init__(self, value: Any) -> None:
        self._levels = [value.ACTIVE, value.INACTIVE]
        self._edges = 1
        self.is_released = False

    def __bool__(self) -> bool:
        return not self.is_released

    def get_values(self) -> list[Any]:
        return self._levels

    def wait_edge_events(self, timeout: float) -> bool:
        assert timeout == 0
        return self._edges > 0

    def read_edge_events(self) -> None:
        self._edges -= 1

    def release(self) -> None:
        assert not self.is_released
        self.is_released = True


def test_columns_are_one_request_for_falling_edges_pulled_up_and_not_debounced() -> None:
    gpiod = pytest.importorskip("gpiod")
    asked: list[Any] = []
    request = Request(gpiod.line.Value)

    class Gpiod:
        line = gpiod.line
        LineSettings = gpiod.LineSettings

        def request_lines(self, *arguments: Any) -> Request:
            asked.append(arguments)
            return request

    lines = request_edges(CHIP, [4, 17], lambda _: Gpiod())
    ((path, config, consumer),) = asked
    assert (path, consumer) == ("/dev/gpiochip0", "imaginiff")
    ((gpios, settings),) = config.items()
    assert gpios == (4, 17)
    assert settings.direction == gpiod.line.Direction.INPUT
    assert settings.edge_detection == gpiod.line.Edge.FALLING
    assert settings.bias == gpiod.line.Bias.PULL_UP
    assert not settings.debounce_period
    assert not settings.active_low
    assert (lines.fd, lines.low()) == (7, 0b10)
    assert lines.forget()
    assert not lines.forget()
    lines.close()
    lines.close()
