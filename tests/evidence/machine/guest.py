#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""guest.py DIRECTORY STEP...: boots the machine of a directory (image) with qemu, runs each step in
it, and prints the tests of all, as TAP.

A step is a file of bash, which is run as root after functions.bash, and prints lines "ok - TITLE" and
"not ok - TITLE".  It runs in the machine that the step before has left, but for these lines of it:

    # boot [WORD...]    boots before it, with these words for the kernel; "no-network": without a card
    # cut               the power is cut before it, then as "boot"
    # new [WORD...]     boots a machine as image has made it
    # times NUMBER      runs the step that often

What the machine writes on its console is in DIRECTORY/console.  ACCELERATOR=kvm is about ten times
as fast as the default, which works everywhere.
"""

import base64
import os
import re
import select
import subprocess
import sys
import time

LIMIT = 1800  # seconds until a machine has booted, or a step has ended: it takes a tenth

directory, steps = sys.argv[1], sys.argv[2:]
with open(os.path.join(os.path.dirname(__file__), "functions.bash"), "rb") as file:
    FUNCTIONS = file.read()


class Machine:
    def __init__(self, words):
        card = ["none"] if "no-network" in words else ["user,restrict=on,model=virtio"]
        root = [] if "ro" in words else ["rw"]
        self.process = subprocess.Popen(
            ["nice", "-n", "5", "qemu-system-x86_64", "-accel", os.environ.get("ACCELERATOR", "tcg"),
             "-cpu", "max,la57=off", "-m", "2048", "-display", "none", "-monitor", "none", "-no-reboot",
             "-kernel", "kernel", "-initrd", "initrd",
             "-append", " ".join(["root=/dev/vda console=ttyS0", *root, *words]),
             "-drive", "file=disk,format=raw,if=virtio", "-serial", "file:console", "-nic", *card,
             "-device", "virtio-rng-pci", "-device", "virtio-serial", "-chardev", "stdio,id=steps,signal=off",
             "-device", "virtserialport,chardev=steps,name=steps"],
            cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answer()  # it is ready
        self.run(b"systemctl is-system-running --wait >/dev/null || true")

    def answer(self):
        """Returns the next line; fails if there is none in time."""
        line, end = b"", time.monotonic() + LIMIT
        while not line.endswith(b"\n"):
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"no answer in {LIMIT} s")
            octets = os.read(self.process.stdout.fileno(), 65536)
            if not octets:
                raise OSError("the machine has ended")
            line += octets
        return line

    def say(self, script):
        self.process.stdin.write(base64.b64encode(script) + b"\n")
        self.process.stdin.flush()

    def run(self, script):
        """Returns the exit status of a script and what it has printed."""
        self.say(FUNCTIONS + script)
        status, _, said = base64.b64decode(self.answer()).partition(b"\n")
        return int(status), said.decode(errors="replace").splitlines()

    def end(self, by_cut):
        try:
            if not by_cut:
                self.say(b"systemctl poweroff --no-block")
            self.process.wait(0 if by_cut else LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def machine_for(script, before):
    """Returns the machine for a step: that of the step before, or another."""
    wanted = re.search(rb"^# (boot|cut|new)\b(.*)", script, re.M)
    if before and not wanted:
        return before
    if before:
        before.end(wanted[1] == b"cut")
    if not before or wanted[1] == b"new":
        subprocess.check_call(["cp", "--sparse=always", f"{directory}/image", f"{directory}/disk"])
    return Machine(wanted[2].decode().split() if wanted else [])


def main():
    machine, began = None, time.monotonic()
    for step in steps:
        with open(step, "rb") as file:
            script = file.read()
        times = re.search(rb"^# times (\d+)$", script, re.M)
        for _ in range(int(times[1]) if times else 1):
            since = time.monotonic()
            machine = machine_for(script, machine)
            booted = time.monotonic()
            status, said = machine.run(script)
            print(*(line if re.match("(not )?ok - ", line) else f"# {line}" for line in said), sep="\n")
            name = os.path.basename(step)
            if status:
                print(f"not ok - {name} ends with status {status}")
            print(f"# {name}: {booted - since:.0f} s until it began, then {time.monotonic() - booted:.0f} s",
                  flush=True)
    machine.end(by_cut=True)
    print(f"# note: all steps in {(time.monotonic() - began) / 60:.0f} minutes")


if __name__ == "__main__":
    main()
