#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""aliases.py ADDRESS: hostile_server.py with more kinds of answers, whose aliases end at a
look-alike: KIND.KIND.hostile.test.  "aliases.py --kinds" prints these, and "aliases.py --led
ADDRESS" those that bring the look-alike's address from the resolver there."""

import os
import struct
import sys

sys.path.insert(0, os.path.dirname(__file__) + '/../../module/faults')
import hostile_server as server  # noqa: E402
from hostile_server import A, CNAME, POINTER, behind, message, record, wire  # noqa: E402

DNAME, CHAOS = 39, 3
LABEL = b'xn--pypal-4ve'
LOOK_ALIKE = wire(LABEL, b'test')
ADDRESS = bytes([192, 0, 2, 66])
PLAIN = wire(b'plain', b'test')
OWNER = b'\xc0\x17'  # what follows "delegation." in the question: only its names are redirected


def trap(name):
    return record(name, A, ADDRESS)


def forward(query, skip):
    """Returns a pointer to the octet that is this far after the first record's data begins."""
    return struct.pack('!H', behind(query) + 12 + skip)


def chain(query, length):
    names = [wire(b'c%d' % n, b'test') for n in range(length)]
    pairs = zip([POINTER] + names, names + [LOOK_ALIKE])
    return message(query, [record(a, CNAME, b) for a, b in pairs] + [trap(LOOK_ALIKE)])


def alias(name):
    return lambda q, t, tcp: message(q, [record(POINTER, CNAME, name), trap(name)])


KINDS = {
    'alias': alias(LOOK_ALIKE),
    'alias-in-utf-8': alias(wire('p\u0430ypal'.encode(), b'test')),
    'alias-of-a-service': alias(wire(b'a', b'_x', b'_tcp', LABEL, b'test')),
    'alias-of-another-class': lambda q, t, tcp: message(
        q, [record(POINTER, CNAME, LOOK_ALIKE, klass=CHAOS), trap(LOOK_ALIKE)]),
    'alias-after-the-address': lambda q, t, tcp: message(
        q, [trap(LOOK_ALIKE), record(POINTER, CNAME, LOOK_ALIKE)]),
    'chain-of-nine': lambda q, t, tcp: chain(q, 8),
    'delegation': lambda q, t, tcp: message(q, [
        record(OWNER, DNAME, LOOK_ALIKE),
        record(POINTER, CNAME, wire(b'delegation', LABEL, b'test')),
        trap(wire(b'delegation', LABEL, b'test'))]),
    'pointer-forwards': lambda q, t, tcp: message(
        q, [record(POINTER, CNAME, forward(q, 2)), trap(LOOK_ALIKE)]),
    'label-and-pointer-forwards': lambda q, t, tcp: message(q, [
        record(POINTER, CNAME, bytes([len(LABEL)]) + LABEL + forward(q, len(LABEL) + 3)),
        trap(wire(b'test'))]),
    'second-alias-has-no-end': lambda q, t, tcp: message(q, [
        record(POINTER, CNAME, PLAIN), trap(PLAIN),
        record(PLAIN, CNAME, LOOK_ALIKE, length=60000)]),
}


def is_led(resolver, kind):
    label = kind.encode()
    question = wire(label, label, b'hostile', b'test') + struct.pack('!2H', A, 1)
    with server.socket.socket(type=server.socket.SOCK_DGRAM) as client:
        client.settimeout(5)
        client.sendto(struct.pack('!6H', 1, 0x100, 1, 0, 0, 0) + question, (resolver, 53))
        return ADDRESS in client.recv(4096)


if sys.argv[1:] == ['--kinds']:
    print(*KINDS)
elif sys.argv[1] == '--led':
    print(*[kind for kind in KINDS if is_led(sys.argv[2], kind)])
else:
    server.KINDS.update(KINDS)
    server.main(sys.argv[1:])
