# SPDX-License-Identifier: LGPL-2.1-or-later
"""A server that records the loopback address at which a program reaches it, whatever that
program reports."""

import re
import select
import socket


class Listener:
    """Records which loopback addresses are reached, by its own port, by port 80 or by ping, and
    the hosts that HTTP requests name."""

    HTTP = 80

    IP_PKTINFO = 8  # from linux/in.h, missing in this Python's socket

    def __init__(self, speaks_http):
        """With speaks_http, each connection stays open until its request has arrived."""
        self.tcp = socket.create_server(("", 0))
        self.http = socket.create_server(("", self.HTTP))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.setsockopt(socket.IPPROTO_IP, self.IP_PKTINFO, 1)
        self.udp.bind(("", self.port))
        self.icmp = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
        self.takers = {
            self.tcp: lambda: self.take_connection(self.tcp),
            self.http: lambda: self.take_connection(self.http),
            self.udp: self.take_datagram,
            self.icmp: self.take_echo_request,
        }
        self.speaks_http = speaks_http
        self.reached = set()
        self.hosts = set()

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

    def take_datagram(self):
        _, [(_, _, info)], _, _ = self.udp.recvmsg(1, 64)
        self.reached.add(socket.inet_ntoa(info[8:12]))

    def take_echo_request(self):
        packet = self.icmp.recv(128)
        if packet[4 * (packet[0] & 15)] == 8:
            self.reached.add(socket.inet_ntoa(packet[16:20]))
