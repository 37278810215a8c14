#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""aliases.py ADDRESS: hostile_server.py with more kinds of answers, whose aliases end at a
look-alike: KIND.hostile.test.  "aliases.py --kinds" prints these."""

import os
import struct
import sys

sys.path.insert(0, os.path.dirname(__file__) + '/../../module/faults')
import hostile_server as server  # noqa: E402
from hostile_server import A, CNAME, POINTER, behind, message, record, wire  # noqa: E402

DNAME, CHAOS = 39, 3
LABEL = b'xn--pypal-4ve'
LOOK_ALIKE = wire(LABEL, b'test')
PLAIN = wire(b'plain', b'test')


def trap(name):
    return record(name, A, bytes([192, 0, 2, 66]))


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
        q, [record(POINTER, CNAME, LOOK_ALIKE, klass=CHAOS), trap(POINTER)]),
    'alias-after-the-address': lambda q, t, tcp: message(
        q, [trap(LOOK_ALIKE), record(POINTER, CNAME, LOOK_ALIKE)]),
    'chain-of-nine': lambda q, t, tcp: chain(q, 8),
    'delegation': lambda q, t, tcp: message(q, [
        record(wire(b'hostile', b'test'), DNAME, LOOK_ALIKE),
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
if sys.argv[1:] == ['--kinds']:
    print('\n'.join(KINDS))
else:
    server.KINDS.update(KINDS)
    server.main(sys.argv[1:])
