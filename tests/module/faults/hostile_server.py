#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# hostile_server.py ADDRESS...: a DNS server, on UDP and TCP port 53 of each address, that
# breaks the rules of RFC 1035 section 4.  The first label of a name, or the last octet of an
# address, chooses how.  Prints "ready" when it listens; dies with the process that started it.
#
#     hostile_server.py --kinds    prints the kinds of answers, one per line
#     hostile_server.py --silent   prints the kinds that send no answer

import ctypes
import signal
import socket
import struct
import sys
import threading
import time

A, CNAME, PTR, AAAA = 1, 5, 12, 28
NOERROR, FORMERR, SERVFAIL, NXDOMAIN, NOTIMP, REFUSED = range(6)
POINTER = b'\xc0\x0c'  # to the name of the question
WRONG = 251            # the last octet of an address that must not be used


def wire(*labels):
    """Returns a name of these labels as a message has it."""
    name = b''.join(bytes([len(label)]) + label for label in labels)
    return name + b'\0'


def below(*labels):
    return wire(*labels, b'target', b'example')


def read_question(query):
    """Returns the labels of the name, the type, and the whole question section."""
    at, labels = 12, []
    while query[at]:
        labels.append(query[at + 1:at + 1 + query[at]])
        at += 1 + query[at]
    kind, = struct.unpack('!H', query[at + 1:at + 3])
    return labels, kind, query[12:at + 5]


def record(name, kind, data, length=None, klass=1):
    length = len(data) if length is None else length
    return name + struct.pack('!HHIH', kind, klass, 60, length) + data


def address(kind, number):
    if kind == A:
        return bytes([192, 0, 2, number])
    return bytes.fromhex('20010db8') + bytes(11) + bytes([number])


def host(name, kind, number=1):
    """Returns a record with an address of that name, of the requested type."""
    return record(name, kind, address(kind, number))


def message(query, records=(), rcode=NOERROR, flags=0x8180, count=None, question=None,
            number=None):
    number = query[:2] if number is None else number
    question = read_question(query)[2] if question is None else question
    count = len(records) if count is None else count
    return (number + struct.pack('!HHHHH', flags | rcode, 1, count, 0, 0) + question +
            b''.join(records))


# The server's addresses, and the one that the current thread serves.
ADDRESSES = []
HERE = threading.local()

# The kinds of answers: functions of the query, its type, and whether it came by TCP.  They
# return a message, a list of messages, or None for no answer.


def cut_off(query):
    return message(query, flags=0x8380)


def by_tcp(query, tcp, reply):
    """Returns the reply, or by UDP that there is more."""
    return reply if tcp else cut_off(query)


def hosts(query, type_, numbers, **how):
    return message(query, [host(POINTER, type_, n) for n in numbers], **how)


def one(query, type_, **how):
    return hosts(query, type_, [1], **how)


def large(query, type_, tcp):
    """Answers with 64 KiB, more than any buffer has at first (CVE-2015-7547)."""
    if not tcp:
        return hosts(query, type_, range(1, 100), flags=0x8380)
    count = (65535 - 100) // (12 + (4 if type_ == A else 16))
    return hosts(query, type_, (n % 250 for n in range(count)))


def chain_of(query, type_, length):
    names = [POINTER] + [below(b'c%d' % n) for n in range(length)]
    records = [record(a, CNAME, b) for a, b in zip(names, names[1:])]
    return message(query, records + [host(names[-1], type_)])


def alias(name):
    """Returns a kind of answer with this canonical name."""
    return lambda query, type_, tcp: message(
        query, [record(POINTER, CNAME, name), host(name, type_)])


def long_name(last):
    return wire(*([b'l' * 63] * 3 + [b'l' * last]))


def data(content, **how):
    return lambda q, type_, tcp: message(q, [record(POINTER, type_, content(type_), **how)])


def behind(query):
    """Returns a pointer to the first octet after the question."""
    return 0xc000 | 12 + len(read_question(query)[2])


def in_a_circle(query, type_, tcp):
    at = behind(query) + 12
    return message(query, [record(POINTER, CNAME, struct.pack('!HH', at + 2, at)),
                           host(POINTER, type_)])


def octet_by_octet(query, type_, tcp):
    whole = one(query, type_)
    whole = struct.pack('!H', len(whole)) + whole
    return by_tcp(query, tcp, [whole[n:n + 1] for n in range(len(whole))])


def rcode(number, other=None):
    """Returns a kind of answer without records, for AAAA perhaps with another code."""
    return lambda query, type_, tcp: message(
        query, rcode=number if other is None or type_ == A else other)


LABELS = {
    'control': b'\x1b[31mred\x07',
    'newline': b'a\nb',
    'delete': b'a\x7fb',
    'nul': b'a\0b',
    'blank': b'a b',
    'blank-first': b' a',
    'dot': b'a.b',
    'backslash': b'a\\046b',
    'quote': b'"a\'b`',
    'shell': b'$(id);|&',
    'percent': b'%s%n%s',
    'low-line': b'_a',
    'hyphen': b'-a',
    'upper': b'XN--BCHER-KVA',
    'utf-8': 'b\u00fccher'.encode(),
    'latin-1': b'b\xfccher',
    'c1-control': b'a\x9b31mb',
    'bidi': '\u202egnp.exe'.encode(),
    'no-punycode': b'xn--0000h',
    'hidden-ascii': b'xn--a-',
    'long-punycode': b'xn--' + b'9' * 59,
    'localhost': b'localhost',
}

KINDS = {
    'ordinary': lambda q, t, tcp: one(q, t),
    'many': lambda q, t, tcp: by_tcp(q, tcp, hosts(q, t, range(1, 121))),
    'many-by-udp': lambda q, t, tcp: hosts(q, t, range(1, 121)),
    'many-with-one-more': lambda q, t, tcp: hosts(
        q, t, range(1, 121), flags=0x8180 if tcp else 0x8380, count=121),
    'large': large,
    'large-a-small-aaaa': lambda q, t, tcp: hosts(q, t, range(1, 250) if t == A else [1]),
    'loop': lambda q, t, tcp: message(q, [
        record(POINTER, CNAME, below(b'a')), record(below(b'a'), CNAME, below(b'b')),
        record(below(b'b'), CNAME, below(b'a'))]),
    'loop-to-itself': lambda q, t, tcp: message(q, [record(POINTER, CNAME, POINTER)]),
    'loop-with-address': lambda q, t, tcp: message(q, [
        record(POINTER, CNAME, below(b'a')), record(below(b'a'), CNAME, POINTER),
        host(POINTER, t)]),
    'chain-of-16': lambda q, t, tcp: chain_of(q, t, 16),
    'chain-of-17': lambda q, t, tcp: chain_of(q, t, 17),
    'chain-to-nowhere': lambda q, t, tcp: message(
        q, [record(POINTER, CNAME, below(b'nowhere'))]),
    'alias-of-255-octets': alias(long_name(61)),
    'alias-of-256-octets': alias(long_name(62)),
    'alias-of-the-root': alias(b'\0'),
    'owner-is-another': lambda q, t, tcp: message(q, [host(below(b'other'), t)]),
    'type-is-another': lambda q, t, tcp: message(q, [host(POINTER, A if t == AAAA else AAAA)]),
    'class-is-another': data(lambda t: address(t, 1), klass=3),
    'address-is-short': data(lambda t: address(t, 1)[:-1]),
    'address-is-long': data(lambda t: address(t, 1) + b'\1'),
    'address-is-empty': data(lambda t: b''),
    'record-is-beyond-the-end': data(lambda t: address(t, 1), length=60000),
    'count-is-too-high': lambda q, t, tcp: one(q, t, count=65535),
    'count-is-nought': lambda q, t, tcp: one(q, t, count=0),
    'pointer-to-itself': lambda q, t, tcp: message(
        q, [host(struct.pack('!H', behind(q)), t)]),
    'pointer-beyond-the-end': lambda q, t, tcp: message(q, [host(b'\xff\xff', t)]),
    'pointers-in-a-circle': in_a_circle,
    'label-type-is-reserved': lambda q, t, tcp: message(
        q, [record(POINTER, CNAME, b'\x81a\0'), host(POINTER, t)]),
    'message-is-cut-off': lambda q, t, tcp: hosts(q, t, range(1, 9))[:-37],
    'truncated-for-ever': lambda q, t, tcp: cut_off(q),
    'tcp-closes': lambda q, t, tcp: by_tcp(q, tcp, []),
    'tcp-length-is-too-high': lambda q, t, tcp: by_tcp(
        q, tcp, [struct.pack('!H', 65535) + one(q, t)]),
    'tcp-length-is-nought': lambda q, t, tcp: by_tcp(q, tcp, [b'\0\0']),
    'tcp-octet-by-octet': octet_by_octet,
    'formerr': rcode(FORMERR),
    'servfail': rcode(SERVFAIL),
    'nxdomain': rcode(NXDOMAIN),
    'nxdomain-with-addresses': lambda q, t, tcp: one(q, t, rcode=NXDOMAIN),
    'notimp': rcode(NOTIMP),
    'refused': rcode(REFUSED),
    'rcode-15': rcode(15),
    'nodata': rcode(NOERROR),
    'servfail-then-refused': rcode(SERVFAIL, REFUSED),
    'servfail-of-one-server-refused-of-the-next': lambda q, t, tcp: message(
        q, rcode=SERVFAIL if HERE.address == ADDRESSES[0] else REFUSED),
    'refused-then-address': lambda q, t, tcp:
        message(q, rcode=REFUSED) if t == A else one(q, t),
    'address-then-servfail': lambda q, t, tcp:
        message(q, rcode=SERVFAIL) if t == AAAA else one(q, t),
    'two-answers': lambda q, t, tcp: [hosts(q, t, [1]), hosts(q, t, [2])],
    # The query again, without the QR bit of an answer; glibc accepts it as one.
    'question-again': lambda q, t, tcp: one(q, t, flags=0x0100),
}
KINDS.update(('alias-' + name, alias(below(label))) for name, label in LABELS.items())

SILENT = {
    'silence': lambda q, t, tcp: None,
    'id-is-another': lambda q, t, tcp: hosts(
        q, t, [WRONG], number=bytes(octet ^ 0x55 for octet in q[:2])),
    'question-is-another': lambda q, t, tcp: hosts(
        q, t, [WRONG], question=below(b'other') + struct.pack('!HH', t, 1)),
    'no-message': lambda q, t, tcp: [b'', b'\0', q[:11]],
}


def reverse(query, number):
    """Answers a reverse lookup with the label of that number, or with that many names."""
    if number < len(LABELS):
        return message(query, [record(POINTER, PTR, below(list(LABELS.values())[number]))])
    return message(query, [record(POINTER, PTR, below(b'n%d' % n, b'xn--tda'))
                           for n in range(number)])


def answer(query, tcp):
    labels, type_, _ = read_question(query)
    if type_ == PTR:
        return reverse(query, int(labels[0]))
    kind = labels[0].lower().decode('latin-1')
    return {**KINDS, **SILENT}.get(kind, KINDS['nxdomain'])(query, type_, tcp)


def serve_udp(sock):
    HERE.address = sock.getsockname()[0]
    while True:
        query, client = sock.recvfrom(4096)
        replies = answer(query, False)
        if isinstance(replies, bytes):
            replies = [replies]
        for reply in replies or []:
            sock.sendto(reply, client)


def serve_connection(sock):
    HERE.address = sock.getsockname()[0]
    stream = sock.makefile('rb')
    while True:
        length = stream.read(2)
        if len(length) < 2:
            break
        reply = answer(stream.read(struct.unpack('!H', length)[0]), True)
        if isinstance(reply, bytes):
            sock.sendall(struct.pack('!H', len(reply)) + reply)
        elif reply is not None:
            for part in reply:
                sock.sendall(part)
                time.sleep(0.0005)
            break
    stream.close()
    sock.close()


def serve_tcp(listener):
    while True:
        sock, _ = listener.accept()
        threading.Thread(target=survive, args=(serve_connection, sock), daemon=True).start()


def survive(serve, sock):
    """Calls serve, and ignores that a client disconnects."""
    try:
        serve(sock)
    except OSError:
        sock.close()


def listen(ip):
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind((ip, 53))
    tcp = socket.create_server((ip, 53), backlog=512)
    for serve, sock in (serve_udp, udp), (serve_tcp, tcp):
        threading.Thread(target=serve, args=(sock,), daemon=True).start()


def main(arguments):
    if arguments == ['--kinds']:
        print('\n'.join(sorted(KINDS)))
    elif arguments == ['--silent']:
        print('\n'.join(SILENT))
    else:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        ADDRESSES.extend(arguments)
        for ip in arguments:
            listen(ip)
        print('ready', flush=True)
        signal.pause()


if __name__ == '__main__':
    main(sys.argv[1:])
