# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a dnsmasq that has the addresses of the test names, and counts raw queries."""

import subprocess
import sys
import time

from jobs import ADDRESSES, IN_HOSTS

WRONG = "127.66.66.66"
RAW = "<name unprintable>"  # what dnsmasq writes for such a name


def zones():
    """Returns dnsmasq's configuration.  All names except the test names have a wrong address,
    raw names included.  "local" makes a missing type NODATA, not REFUSED."""
    ours = {ace: ADDRESSES[ace] for ace in ADDRESSES if ace not in IN_HOSTS}
    lines = ["no-resolv", "no-hosts", "log-queries", "cache-size=0", "user=root"]
    lines += [f"address=/#/{WRONG}", "local=/#/"]
    for ace, address in ours.items():
        lines += [f"address=/{ace}/{address}", f"local=/{ace}/"]
    return "\n".join(lines) + "\n"


class DNS:
    """A dnsmasq, and its log."""

    def __init__(self, stem):
        conf, log = stem.with_suffix(".conf"), stem.with_suffix(".log")
        conf.write_text(zones())
        with open(log, "w", encoding="utf-8") as written:
            self.process = subprocess.Popen(["dnsmasq", "-d", "-C", conf], stderr=written)
        self.log = open(log, encoding="utf-8", errors="replace")
        while "started" not in self.log.read():
            if self.process.poll() is not None:
                sys.exit(f"dnsmasq ended: {log.read_text()}")
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def raw_questions(self):
        """Counts the raw queries since the last call, or since the start."""
        return sum("query[" in line and RAW in line for line in self.log.read().splitlines())
