# SPDX-License-Identifier: LGPL-2.1-or-later
#
# ascii_names.awk: prints 10,000 ASCII names, always the same, as lines for "ask each": a front
# end of ask, from standard input, and a name.  There are twenty-one kinds of names; most are
# forbidden by one standard or another.  Kinds and front ends take turns.  As their numbers have
# no common divisor, each kind is asked for through each front end.

# The minimal standard generator (Park and Miller 1988): each awk has another rand().
function below(end) {
    state = state * 16807 % 2147483647
    return int(state / 2147483647 * end)
}

# Returns one of the words between "|".
function choice(words,   list) { return list[1 + below(split(words, list, "|"))] }

function any(octets, count,   text) {
    while (count-- > 0)
        text = text substr(octets, 1 + below(length(octets)), 1)
    return text
}

# Returns one of dnsmasq.conf's zones, by kind of answer; names without a zone get the trap.
function zone() {
    return below(64) ? choice(".a.example|.aaaa.example|.both.example|.cname.example|" \
        ".nodata.example|.nxdomain.example|.test|.com|") : ".servfail.example"
}

function labels(octets,   text) {
    for (; octets > 60; octets -= 60)
        text = text any(ALNUM, 59) "."
    return text any(ALNUM, octets)
}

function joined(count, kind,   text) {
    for (; count > 0; count--)
        text = text (kind == "number" ? any(DIGIT, 1 + below(12)) : part()) \
            (count > 1 ? "." : "")
    return text
}

# Parts that inet_aton() accepts in an address, and parts that it just rejects.
function part() {
    return sprintf(choice("%d|0%o|0x%x|0X%X|%d"), below(choice("2|256|300|65536|2147483647")))
}

function repeated(count, words,   text) {
    while (count-- > 0)
        text = text choice(words)
    return text
}

function name(kind) {
    if (kind == 0) return labels(1 + below(80)) zone()
    if (kind == 1) return any(ALNUM, 2) "--" any(LDH, below(20)) zone()
    if (kind == 2) return "_" any(LDH "_", 1 + below(20)) "._tcp" zone()
    if (kind == 3) return choice("www.|") "-" any(LDH, below(20)) zone()
    if (kind == 4) return any(LDH, 1 + below(20)) "-" zone()
    if (kind == 5) return choice("www.|||") choice("xn--|xn--|xn--|XN--") any(LDH, below(30)) \
        zone()
    if (kind == 6) return any(toupper(LOWER) LOWER, 1 + below(30)) ".Both.EXAMPLE"
    if (kind == 7) return joined(1 + below(6), "number")
    if (kind == 8) return any(ALNUM, 63) zone()
    if (kind == 9) return any(ALNUM, 64) zone()
    # One octet more than the 253 that a name can have.
    if (kind == 10) return labels(251 + below(6) - 10) ".a.example" choice(".|||")
    if (kind == 11) return labels(257 + below(3000))
    if (kind == 12) return joined(1 + below(5)) (below(16) ? "" : any(" ./x\t", 1))
    if (kind == 13) return choice("::|2001:db8::|fe80::|::ffff:192.0.2.|1:2:3:4:5:6:7:|[::") \
        any(DIGIT "abcdef", 1 + below(5)) choice("|%lo|%1|/64|%|]|:")
    if (kind == 14) return repeated(below(5), ".|..|a|b.example|a.example")
    if (kind == 15) return any(PRINTABLE, 1 + below(30)) zone()
    # Control characters, but not newline, which ends the line.
    if (kind == 16) return any(LDH, below(10)) \
        any("\001\t\v\f\r\033\037\177\\ ", 1 + below(3)) any(LDH, below(10)) zone()
    if (kind == 17) return any(LDH, 1 + below(30))
    if (kind == 18) return (below(4) ? any(LDH, 1 + below(10)) "." : "") choice("localhost|" \
        "localhost.|local|invalid|onion|home.arpa|example|2.0.192.in-addr.arpa|" \
        "8.b.d.0.1.0.0.2.ip6.arpa")
    # Names that broke software with its own idea of a valid name.
    if (kind == 19) return choice("r3---sn-ab5l6ne7.googlevideo.com|r3---sn-ab5.test|" \
        "ipv6_1-cxl0-c088.1.lhr004.ix.nflxvideo.net|a_b.test|_sip._tcp.test|jow-.github.io|" \
        "foo-.test|Cg--.test|::1|1.2.3.4|1.2.3.0/24|2001:67c:2178:8::13|xn--i-7iq.ws|" \
        "xn--s28h.test|xn--scp--j430c.test|example.com.xn--|xn--0000h.example|127.1|0x7f.1|" \
        "017700000001|0x000000000000000000000000000000007f000001.example.com||.|localhost")
    return any("-_.a0xX", 1) any("-", below(70)) zone() # 20
}

{ front[count++] = $0 }

END {
    LOWER = "abcdefghijklmnopqrstuvwxyz"; DIGIT = "0123456789"
    ALNUM = LOWER DIGIT; LDH = ALNUM "-"
    for (code = 32; code < 127; code++)
        PRINTABLE = PRINTABLE sprintf("%c", code)
    if (count == 0 || count % 3 == 0 || count % 7 == 0)
        exit 2
    state = 1
    for (number = 0; number < 10000; number++)
        print front[number % count], name(number % 21)
}
