# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the programs share that run other programs in a system in a directory: tables, a network with
a name server, a server that is reached, and TAP."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
from table import rows  # noqa: E402, F401

RAW = "<name unprintable>"  # what dnsmasq logs for a name that is not ASCII


def chosen(variable, every):
    """Returns those that a list with commas in the environment names, or all."""
    return os.environ[variable].split(",") if os.environ.get(variable) else every


# --- The network --------------------------------------------------------------------


def quietly(*words):
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)


def network():
    quietly("ip", "link", "set", "lo", "up")
    # AI_ADDRCONFIG ignores loopback addresses; this one is for documentation (RFC 5737).
    quietly("ip", "address", "add", "192.0.2.254/24", "dev", "lo")


def files_of_etc(hosts=""):
    Path("/etc/hosts").write_text("127.0.0.1 localhost idnx\n" + hosts)
    Path("/etc/resolv.conf").unlink(missing_ok=True)
    Path("/etc/resolv.conf").write_text("nameserver 127.0.0.1\noptions timeout:2 attempts:1\n")
    Path("/etc/nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files dns\n")


def make_locale(locale):
    """Makes a locale that glibc lacks.  A program whose locale is missing would silently use C."""
    language, _, charset = locale.partition(".")
    if language != "C":
        quietly("localedef", "-i", language, "-f", charset, locale)
    where = os.environ | {"LC_ALL": locale}
    asked = subprocess.run(["locale", "charmap"], env=where, capture_output=True, text=True)
    if asked.stdout.strip() != (charset or "ANSI_X3.4-1968"):
        sys.exit(f"there is no locale {locale}")


class DNS:
    """A dnsmasq that answers as the options say; "local" makes a missing type NODATA."""

    def __init__(self, log, *options):
        words = ["dnsmasq", "-C", "/dev/null", "-d", "--no-resolv", "--no-hosts", "--log-queries"]
        words += ["--cache-size=0", "--user=root", "--local=/#/", *options]
        with open(log, "w", encoding="utf-8") as written:
            self.process = subprocess.Popen(words, stderr=written)
        self.log = open(log, encoding="utf-8", errors="replace")
        while "started" not in self.log.read():
            if self.process.poll() is not None:
                sys.exit(f"dnsmasq ended: {Path(log).read_text()}")
            time.sleep(0.02)

    def asked(self):
        """Returns the names of the queries since the last call; a raw one is RAW."""
        lines = [line for line in self.log.read().splitlines() if "query[" in line]
        return [line.split("] ", 1)[1].rsplit(" from ", 1)[0].lower() for line in lines]


class Listener:
    """Records which loopback addresses are reached, by its own port, by port 80 or by ping, and
    the hosts that HTTP requests name, whatever the program reports."""

    IP_PKTINFO = 8  # from linux/in.h, missing in this Python's socket

    def __init__(self, speaks_http=False):
        """With speaks_http, each connection stays open until its request has arrived."""
        tcp, http = socket.create_server(("", 0)), socket.create_server(("", 80))
        self.port = tcp.getsockname()[1]
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.setsockopt(socket.IPPROTO_IP, self.IP_PKTINFO, 1)
        udp.bind(("", self.port))
        icmp = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
        self.takers = {
            tcp: lambda: self.take_connection(tcp),
            http: lambda: self.take_connection(http),
            udp: lambda: self.take_datagram(udp),
            icmp: lambda: self.take_echo_request(icmp),
        }
        self.speaks_http = speaks_http
        self.reached, self.hosts = set(), set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in self.takers:
            each.close()

    def take(self):
        """Takes everything that has arrived."""
        while ready := select.select(self.takers, [], [], 0)[0]:
            for each in ready:
                self.takers[each]()

    def take_connection(self, server):
        connection, _ = server.accept()
        self.reached.add(connection.getsockname()[0])
        if self.speaks_http:
            self.takers[connection] = lambda: self.take_request(connection)
        else:
            connection.close()

    def take_request(self, connection):
        try:
            request = connection.recv(4096)
        except ConnectionError:
            request = b""
        found = re.search(rb"^Host: *([^\r\n]*)", request, re.MULTILINE | re.IGNORECASE)
        if found:
            self.hosts.add(re.sub(r":[0-9]+$", "", found[1].decode(errors="backslashreplace")))
        del self.takers[connection]
        connection.close()

    def take_datagram(self, udp):
        _, [(_, _, info)], _, _ = udp.recvmsg(1, 64)
        self.reached.add(socket.inet_ntoa(info[8:12]))

    def take_echo_request(self, icmp):
        packet = icmp.recv(128)
        if packet[4 * (packet[0] & 15)] == 8:
            self.reached.add(socket.inet_ntoa(packet[16:20]))


# --- Programs -----------------------------------------------------------------------


def run(words, listener=None, patience=10, grace=None, env=None):
    """Runs a program until it ends, until it has reached the listener for that many seconds of
    grace, or until patience is over.  Kills what is left of it; returns its output."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=os.environ | (env or {}),
            cwd="/tmp",
            start_new_session=True,
        )
        watch(process, listener, time.monotonic() + patience, grace)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        if listener:
            listener.take()
        output.seek(0)
        return output.read().decode(errors="replace")


def watch(process, listener, end, grace):
    ended = os.pidfd_open(process.pid)
    while (left := end - time.monotonic()) > 0:
        sockets = listener.takers if listener else []
        if ended in select.select([ended, *sockets], [], [], left)[0]:
            break
        if listener:
            listener.take()
            if listener.reached and grace is not None:
                end = min(end, time.monotonic() + grace)
    os.close(ended)


def in_networks(command, count):
    """Runs the command, with the number of a worker, in networks of their own; returns what each
    line of their JSON, [index, value], says, in the order of the indexes."""
    outputs = [tempfile.TemporaryFile() for _ in range(2)]
    workers = [
        subprocess.Popen(["unshare", "--net", *command, str(number)], stdout=output)
        for number, output in enumerate(outputs)
    ]
    found = {}
    for worker, output in zip(workers, outputs):
        worker.wait()
        output.seek(0)
        found |= dict(json.loads(line) for line in output)
    if len(found) != count:
        sys.exit(f"{len(found)} of {count} runs were seen")
    return [found[index] for index in range(count)]


def work(number, jobs, do, log, *options):
    """Does every second job with a dnsmasq of its own; prints its result for in_networks()."""
    network()
    dns = DNS(f"{log}-{number}", *options)
    for index in range(number, len(jobs), 2):
        print(json.dumps([index, do(jobs[index], dns)]), flush=True)
    dns.process.terminate()


def print_tap(tests):
    """Prints a line for each title and its failures; returns whether there are none."""
    passed, number = True, 0
    for number, (what, wrong) in enumerate(tests, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {what}", flush=True)
        for line in wrong:
            print(f"# {line}")
        passed = passed and not wrong
    print(f"1..{number}")
    return passed
