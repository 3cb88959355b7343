"""A new pad driver is one file, and one line in the wiring's table."""

import queue
from pathlib import Path

import pytest

from hw import wiring
from hw.board import Board
from hw.faults import faults
from hw.opening import open_pads
from hw.ports import KEYS, PADS, KeyEdge
from hw.sim.rig import Rig
from hw.wiring import Driver, KeyWiring, Link, from_values
from hw.wiring_table import table

PATIENCE_S = 10

# All that somebody with another chip writes.
NEW_FILE = '''
"""Pads on four PCA9539, two pads a chip, one input a key."""

from hw.pads.expander import ExpanderWires
from hw.pi import Pi, ThisPi
from hw.ports import Pads
from hw.scan import Reading
from hw.scanned_pads import ScannedPads
from hw.wiring import Wiring


def open_driver(wiring: Wiring, pi: Pi | None = None) -> Pads:
    """The pads of this wiring."""
    return ScannedPads(Pca9539Wires(wiring, pi or ThisPi()))


class Pca9539Wires(ExpanderWires):
    """The four chips."""

    def set_up(self) -> None:
        """All inputs."""
        for address in self.addresses:
            self.put(address, 0x06, 0xFF, 0xFF)

    def guard(self) -> None:
        """The chips are always on guard."""

    def glance(self) -> bool:
        """Is any key down?"""
        return self.scan().closed != 0

    def scan(self) -> Reading:
        """Read all ports."""
        ports = [port for address in self.addresses for port in self.get(address, 0x00, 2)]
        return Reading(int.from_bytes(bytes(0xFF ^ port for port in ports), "little"))
'''


def test_a_new_chip_is_one_file_and_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pads_of_a_maker.py").write_text(NEW_FILE)
    monkeypatch.syspath_prepend(tmp_path)
    addresses = (0x74, 0x75, 0x76, 0x77)
    driver = Driver("pads_of_a_maker", (Link.I2C,), addresses, addresses, keys=KeyWiring.INPUTS)
    monkeypatch.setitem(wiring.PAD_DRIVERS, "pca9539", driver)

    wired = from_values({"pads.driver": "pca9539"})
    assert faults(wired, Board()) == []
    assert any("0x74" in line for line in table(wired))
    rig, edges = Rig(wired), queue.Queue[KeyEdge]()
    pads = open_pads(wired, rig)
    pads.start(edges.put)
    for pad, key in ((1, 1), (2, KEYS), (PADS - 1, 1), (PADS, KEYS)):
        for is_down in (True, False):
            rig.press(pad, key, is_down)
            edge = edges.get(timeout=PATIENCE_S)
            assert (edge.pad, edge.key, edge.is_down) == (pad, key, is_down)
    pads.close()
