"""A virtual machine with a kernel of its own, simulated pins and buses, and a plug that can be pulled.

qemu without KVM. The disk's cache is this machine's: what the guest has flushed outlives the plug, what it
has not is lost with its memory.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.boot import workshop

TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "mke2fs": "e2fsprogs",
    "gcc-12": "gcc-12",
    "make": "make",
    "cpio": "cpio",
    "depmod": "kmod",
    "xz": "xz-utils",
}
GUEST = Path(__file__).with_name("guest")
SETTINGS = '[game]\nlock_seconds = 0\n[pads]\ndriver = "tca9555"\n[panel]\ndriver = "ssd1306"\n'
PATIENCE_S = 150.0
# Nothing here is looked at, and each would cost the boot a second.
MASKED = (
    *("systemd-binfmt.service", "proc-sys-fs-binfmt_misc.automount", "systemd-update-utmp.service"),
    *("getty@tty1.service", "serial-getty@ttyS0.service", "e2scrub_reap.service", "apt-daily.timer"),
    *("apt-daily-upgrade.timer", "fstrim.timer", "systemd-pstore.service", "dpkg-db-backup.timer"),
    "e2scrub_all.timer",
    *(f"modprobe@{module}.service" for module in ("dm_mod", "drm", "efi_pstore", "fuse", "loop")),
)


def kernel() -> Path:
    """A Debian kernel with gpio-sim, built once."""
    script = Path(__file__).with_name("kernel.sh")
    workshop.need(TOOLS)
    package = workshop.run("apt-cache", "depends", "linux-image-amd64")
    content = script.read_bytes() + package.encode()
    return workshop.cached("kernel", content, lambda folder: workshop.run("bash", script, folder))


def disk_of(debian: Path, package: Path, scratch: Path) -> Path:
    """A disk with a Debian on it, the game installed as people do, and the guest's own parts."""
    modules = next((kernel() / "modules").iterdir())
    with workshop.overlay(debian, scratch / "vm") as tree:
        shutil.copytree(modules, tree / "lib/modules" / modules.name, symlinks=True)
        (tree / "etc/imaginiff.toml").write_text(SETTINGS)
        (tree / "imaginiff.deb").write_bytes(package.read_bytes())
        words = "apt-get install --yes --no-install-recommends /imaginiff.deb"
        workshop.run("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "-D", tree, *words.split())
        (tree / "imaginiff.deb").unlink()
        _lay_guest(tree)
        disk = scratch / "disk.ext4"
        workshop.run("mke2fs", "-q", "-t", "ext4", "-d", tree, disk, "1200M")
    return disk


def _lay_guest(tree: Path) -> None:
    units = tree / "etc/systemd/system"
    shutil.copytree(GUEST, tree / "opt/guest")
    (tree / "opt/guest/pi.sh").chmod(0o755)
    (units / "sysinit.target.wants").mkdir(parents=True, exist_ok=True)
    for name in ("pi.service", "agent.service"):
        shutil.copyfile(GUEST / name, units / name)
        (units / "sysinit.target.wants" / name).symlink_to(f"../{name}")
    (units / "imaginiff.service.d").mkdir()
    shutil.copyfile(GUEST / "game.conf", units / "imaginiff.service.d/guest.conf")
    for name in MASKED:
        (units / name).unlink(missing_ok=True)
        (units / name).symlink_to("/dev/null")
    (tree / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    (tree / "etc/fstab").write_text("")


class Machine:
    """A running virtual machine. Give it a disk that nobody else has.

    Its processor knows no AVX, which qemu emulates at twice the time for a boot. `is_counting`: its clock
    goes by instructions, 2 ns each: how busy the machine around it is changes no time measured in it.
    """

    def __init__(self, disk: Path, kernel_words: str = "", is_counting: bool = False) -> None:
        self._disk = disk
        self._socket = disk.with_suffix(".sock")
        self.console = disk.with_suffix(f".console-{time.monotonic_ns()}")
        self._socket.unlink(missing_ok=True)
        folder = kernel()
        words = (
            "console=ttyS0 root=/dev/vda rw quiet loglevel=4 panic=-1 mitigations=off nokaslr audit=0 "
            f"systemd.show_status=0 tsc=unstable random.trust_cpu=1 {kernel_words}"
        )
        # With several virtual processors one boot in eight hung before its first line.
        command = ["qemu-system-x86_64", "-accel", "tcg,thread=single", "-machine", "q35", "-cpu", "Nehalem"]
        command += [
            "-smp",
            "1",
            "-m",
            "1024",
            "-nodefaults",
            "-no-user-config",
            "-display",
            "none",
            "-no-reboot",
        ]
        command += ["-serial", f"file:{self.console}"]
        command += ["-serial", f"unix:{self._socket},server=on,wait=off"]
        command += ["-kernel", str(folder / "vmlinuz"), "-initrd", str(folder / "initrd"), "-append", words]
        command += ["-drive", f"file={disk},if=virtio,format=raw,cache=writeback"]
        command += ["-icount", "shift=1"] if is_counting else []
        self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self._line = self._connect()
        self._rest = b""

    def wait_for_hand(self) -> None:
        """Wait until the test's hand in the machine answers."""
        assert self.answer() == "here"

    def order(self, *words: Any) -> Any:
        """Give the hand an order; its answer."""
        self.begin(*words)
        return self.answer()

    def begin(self, *words: Any) -> None:
        """Give the hand an order, and do not wait for it."""
        self._line.sendall(json.dumps(words).encode() + b"\n")

    def answer(self) -> Any:
        """Wait for the answer to the oldest order that has none yet."""
        while b"\n" not in self._rest:
            more = self._line.recv(65536)
            assert more, self.console.read_text(errors="replace")[-3000:]
            self._rest += more
        answer, _, self._rest = self._rest.partition(b"\n")
        return json.loads(answer)

    def run(self, command: str) -> str:
        """Run a command in the machine; its output."""
        status, output = self.order("run", command)
        assert status == 0, (command, status, output, self.console.read_text(errors="replace")[-3000:])
        return str(output)

    def press(self, pad: int, *keys: int, seconds: float = 0.15) -> None:
        """Press keys of a pad, together."""
        self.order("press", pad, seconds, *keys)

    def levels(self, gpio: int, times: int = 1) -> list[int]:
        """The level of a line, as the kernel has it, so many times 10 ms apart."""
        return list(self.order("level", gpio, times))

    def wait_for(self, command: str, words: str, patience_s: float = PATIENCE_S) -> str:
        """Run a command until its output has these words."""
        end_s = time.monotonic() + patience_s
        while True:
            output = str(self.order("run", command)[1])
            if words in output:
                return output
            assert time.monotonic() < end_s, f"{command}: no {words!r} in {output[-3000:]}"
            time.sleep(0.3)

    def pull_the_plug(self) -> None:
        """The power fails."""
        if self._qemu.poll() is None:
            self._qemu.kill()
        self._qemu.wait()
        self._line.close()

    def end(self, patience_s: float = PATIENCE_S) -> int:
        """Wait until it has switched itself off."""
        return self._qemu.wait(patience_s)

    def _connect(self) -> socket.socket:
        end_s = time.monotonic() + 10
        while True:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(os.fspath(self._socket))
                line.settimeout(PATIENCE_S)
                return line
            except OSError:
                line.close()
                assert time.monotonic() < end_s
                time.sleep(0.05)


@contextmanager
def powered(disk: Path, kernel_words: str = "", is_counting: bool = False) -> Iterator[Machine]:
    """Power on; a machine that says nothing gets one more try. At the end its plug is pulled."""
    for tries_left in (1, 0):
        machine = Machine(disk, kernel_words, is_counting)
        try:
            machine.wait_for_hand()
            break
        except TimeoutError:
            machine.pull_the_plug()
            assert tries_left, machine.console.read_text(errors="replace")[-3000:]
    try:
        yield machine
    finally:
        machine.pull_the_plug()
