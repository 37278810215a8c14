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
KINDS = {}
SILENT = []


def kind(function):
    KINDS[function.__name__.replace('_', '-')] = function
    return function


def silent(function):
    SILENT.append(function.__name__.replace('_', '-'))
    return kind(function)


@kind
def ordinary(query, type_, tcp):
    return message(query, [host(POINTER, type_)])


@kind
def many(query, type_, tcp):
    if not tcp:
        return message(query, flags=0x8380)
    return message(query, [host(POINTER, type_, n) for n in range(1, 121)])


@kind
def many_by_udp(query, type_, tcp):
    return message(query, [host(POINTER, type_, n) for n in range(1, 121)])


@kind
def many_with_one_more(query, type_, tcp):
    records = [host(POINTER, type_, n) for n in range(1, 121)]
    return message(query, records, flags=0x8180 if tcp else 0x8380, count=121)


@kind
def large(query, type_, tcp):
    """Answers with 64 KiB, more than any buffer has at first (CVE-2015-7547)."""
    if not tcp:
        return message(query, [host(POINTER, type_, n) for n in range(1, 100)],
                       flags=0x8380)
    count = (65535 - 100) // (12 + (4 if type_ == A else 16))
    return message(query, [host(POINTER, type_, n % 250) for n in range(count)])


@kind
def large_a_small_aaaa(query, type_, tcp):
    if type_ == AAAA:
        return message(query, [host(POINTER, type_)])
    return message(query, [host(POINTER, type_, n) for n in range(1, 250)])


@kind
def loop(query, type_, tcp):
    return message(query, [record(POINTER, CNAME, below(b'a')),
                           record(below(b'a'), CNAME, below(b'b')),
                           record(below(b'b'), CNAME, below(b'a'))])


@kind
def loop_to_itself(query, type_, tcp):
    return message(query, [record(POINTER, CNAME, POINTER)])


@kind
def loop_with_address(query, type_, tcp):
    return message(query, [record(POINTER, CNAME, below(b'a')),
                           record(below(b'a'), CNAME, POINTER), host(POINTER, type_)])


def chain_of(query, type_, length):
    names = [POINTER] + [below(b'c%d' % n) for n in range(length)]
    records = [record(a, CNAME, b) for a, b in zip(names, names[1:])]
    return message(query, records + [host(names[-1], type_)])


@kind
def chain_of_16(query, type_, tcp):
    return chain_of(query, type_, 16)


@kind
def chain_of_17(query, type_, tcp):
    return chain_of(query, type_, 17)


@kind
def chain_to_nowhere(query, type_, tcp):
    return message(query, [record(POINTER, CNAME, below(b'nowhere'))])


def alias(label):
    """Returns a kind of answer whose canonical name begins with this label."""
    def answer(query, type_, tcp):
        return message(query, [record(POINTER, CNAME, below(label)),
                               host(below(label), type_)])
    return answer


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
for name_, label_ in LABELS.items():
    KINDS['alias-' + name_] = alias(label_)


@kind
def alias_of_255_octets(query, type_, tcp):
    name = wire(*([b'l' * 63] * 3 + [b'l' * 61]))
    return message(query, [record(POINTER, CNAME, name), host(name, type_)])


@kind
def alias_of_256_octets(query, type_, tcp):
    name = wire(*([b'l' * 63] * 3 + [b'l' * 62]))
    return message(query, [record(POINTER, CNAME, name), host(name, type_)])


@kind
def alias_of_the_root(query, type_, tcp):
    return message(query, [record(POINTER, CNAME, b'\0'), host(b'\0', type_)])


@kind
def owner_is_another(query, type_, tcp):
    return message(query, [host(below(b'other'), type_)])


@kind
def type_is_another(query, type_, tcp):
    return message(query, [host(POINTER, A if type_ == AAAA else AAAA)])


@kind
def class_is_another(query, type_, tcp):
    return message(query, [record(POINTER, type_, address(type_, 1), klass=3)])


@kind
def address_is_short(query, type_, tcp):
    return message(query, [record(POINTER, type_, address(type_, 1)[:-1])])


@kind
def address_is_long(query, type_, tcp):
    return message(query, [record(POINTER, type_, address(type_, 1) + b'\1')])


@kind
def address_is_empty(query, type_, tcp):
    return message(query, [record(POINTER, type_, b'')])


@kind
def record_is_beyond_the_end(query, type_, tcp):
    return message(query, [record(POINTER, type_, address(type_, 1), length=60000)])


@kind
def count_is_too_high(query, type_, tcp):
    return message(query, [host(POINTER, type_)], count=65535)


@kind
def count_is_nought(query, type_, tcp):
    return message(query, [host(POINTER, type_)], count=0)


@kind
def pointer_to_itself(query, type_, tcp):
    at = 12 + len(read_question(query)[2])
    return message(query, [host(struct.pack('!H', 0xc000 | at), type_)])


@kind
def pointer_beyond_the_end(query, type_, tcp):
    return message(query, [host(b'\xff\xff', type_)])


@kind
def pointers_in_a_circle(query, type_, tcp):
    at = 12 + len(read_question(query)[2]) + 12
    circle = struct.pack('!HH', 0xc000 | at + 2, 0xc000 | at)
    return message(query, [record(POINTER, CNAME, circle), host(POINTER, type_)])


@kind
def label_type_is_reserved(query, type_, tcp):
    return message(query, [record(POINTER, CNAME, b'\x81a\0'), host(POINTER, type_)])


@kind
def message_is_cut_off(query, type_, tcp):
    return message(query, [host(POINTER, type_, n) for n in range(1, 9)])[:-37]


@kind
def truncated_for_ever(query, type_, tcp):
    return message(query, flags=0x8380)


@kind
def tcp_closes(query, type_, tcp):
    return [] if tcp else message(query, flags=0x8380)


@kind
def tcp_length_is_too_high(query, type_, tcp):
    if not tcp:
        return message(query, flags=0x8380)
    return [struct.pack('!H', 65535) + message(query, [host(POINTER, type_)])]


@kind
def tcp_length_is_nought(query, type_, tcp):
    return [b'\0\0'] if tcp else message(query, flags=0x8380)


@kind
def tcp_octet_by_octet(query, type_, tcp):
    if not tcp:
        return message(query, flags=0x8380)
    whole = message(query, [host(POINTER, type_)])
    whole = struct.pack('!H', len(whole)) + whole
    return [whole[n:n + 1] for n in range(len(whole))]


@kind
def formerr(query, type_, tcp):
    return message(query, rcode=FORMERR)


@kind
def servfail(query, type_, tcp):
    return message(query, rcode=SERVFAIL)


@kind
def nxdomain(query, type_, tcp):
    return message(query, rcode=NXDOMAIN)


@kind
def nxdomain_with_addresses(query, type_, tcp):
    return message(query, [host(POINTER, type_)], rcode=NXDOMAIN)


@kind
def notimp(query, type_, tcp):
    return message(query, rcode=NOTIMP)


@kind
def refused(query, type_, tcp):
    return message(query, rcode=REFUSED)


@kind
def rcode_15(query, type_, tcp):
    return message(query, rcode=15)


@kind
def nodata(query, type_, tcp):
    return message(query)


@kind
def servfail_then_refused(query, type_, tcp):
    """Answers SERVFAIL to one family and REFUSED to the other."""
    return message(query, rcode=SERVFAIL if type_ == A else REFUSED)


@kind
def servfail_of_one_server_refused_of_the_next(query, type_, tcp):
    return message(query, rcode=SERVFAIL if HERE.address == ADDRESSES[0] else REFUSED)


@kind
def refused_then_address(query, type_, tcp):
    if type_ == A:
        return message(query, rcode=REFUSED)
    return message(query, [host(POINTER, type_)])


@kind
def address_then_servfail(query, type_, tcp):
    if type_ == AAAA:
        return message(query, rcode=SERVFAIL)
    return message(query, [host(POINTER, type_)])


@kind
def two_answers(query, type_, tcp):
    return [message(query, [host(POINTER, type_, 1)]),
            message(query, [host(POINTER, type_, 2)])]


@kind
def question_again(query, type_, tcp):
    """Sends the query back, without the QR bit of an answer; glibc accepts it as one."""
    return message(query, [host(POINTER, type_)], flags=0x0100)


@silent
def silence(query, type_, tcp):
    return None


@silent
def id_is_another(query, type_, tcp):
    number = struct.unpack('!H', query[:2])[0]
    return message(query, [host(POINTER, type_, WRONG)],
                   number=struct.pack('!H', number ^ 0x5555))


@silent
def question_is_another(query, type_, tcp):
    return message(query, [host(POINTER, type_, WRONG)],
                   question=below(b'other') + struct.pack('!HH', type_, 1))


@silent
def no_message(query, type_, tcp):
    return [b'', b'\0', query[:11]]


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
    return KINDS.get(labels[0].lower().decode('latin-1'), nxdomain)(query, type_, tcp)


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
        print('\n'.join(sorted(set(KINDS) - set(SILENT))))
    elif arguments == ['--silent']:
        print('\n'.join(SILENT))
    else:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        ADDRESSES.extend(arguments)
        for ip in arguments:
            listen(ip)
        print('ready', flush=True)
        signal.pause()


main(sys.argv[1:])
