# SPDX-License-Identifier: LGPL-2.1-or-later
"""A server that notes which loopback address it was reached at, whatever the program that
reached it says."""

import select
import socket


class Listener:
    """Notes which loopback addresses are reached, on a port of its own or by ping."""

    IP_PKTINFO = 8  # of linux/in.h, missing in this Python's socket

    def __init__(self):
        self.tcp = socket.create_server(("", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.setsockopt(socket.IPPROTO_IP, self.IP_PKTINFO, 1)
        self.udp.bind(("", self.port))
        self.icmp = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
        self.takers = {
            self.tcp: self.take_connection,
            self.udp: self.take_datagram,
            self.icmp: self.take_echo_request,
        }
        self.reached = set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in self.takers:
            each.close()

    def take(self):
        """Everything that has come."""
        while ready := select.select(self.takers, [], [], 0)[0]:
            for each in ready:
                self.takers[each]()

    def take_connection(self):
        connection, _ = self.tcp.accept()
        self.reached.add(connection.getsockname()[0])
        connection.close()

    def take_datagram(self):
        _, [(_, _, info)], _, _ = self.udp.recvmsg(1, 64)
        self.reached.add(socket.inet_ntoa(info[8:12]))

    def take_echo_request(self):
        packet = self.icmp.recv(128)
        if packet[4 * (packet[0] & 15)] == 8:
            self.reached.add(socket.inet_ntoa(packet[16:20]))
