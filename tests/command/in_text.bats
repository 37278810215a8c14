#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx to-unicode --in-text and idnx check --in-text: names in any text.

load common

shown() {
    idnx to-unicode --in-text "$@"
}

rejected() {
    idnx check --in-text --set=protection=browser "$@"
}

@test "the xn-- names of a text are shown in Unicode, and look-alikes are marked" {
    while IFS='|' read -r text want; do
        echo "$text"
        [ "$(shown <<<"$text")" = "$want" ]
    done <<'END'
query: xn--bcher-kva.example IN A (xn--bcher-kva.example)|query: bücher.example IN A (bücher.example)
mx@XN--BCHER-KVA.Example: |mx@bücher.Example: 
https://xn--80ak6aa92e.com:443/?q=xn--p1ai|https://аррӏе.com[reads as apple]:443/?q=рф
_sip._tcp.xn--a.xn--bcher-kva.|_sip._tcp.xn--a.bücher.
«xn--bcher-kva» xn--ypal-43d9g,|«bücher» раypal[reads as paypal],
foo_xn--bcher-kva axn--bcher-kva xn-- n-- -xn--bcher-kva|foo_xn--bcher-kva axn--bcher-kva xn-- n-- -xn--bcher-kva
раypal.example bücher.example|раypal.example bücher.example
END
    [ "$(shown --no-check-joiners <<<xn--paypal-rf0c)" = $'pay\u200dpal[reads as paypal]' ]
}

@test "a name that a setting rejects prints its line, as grep does" {
    while IFS='|' read -r text status; do
        echo "$text"
        run "-$status" rejected <<<"$text"
        [ "$status" -eq 1 ] && [ -z "$output" ] || [ "$output" = "$text" ]
    done <<'END'
query: xn--ypal-43d9g.example IN A|0
see https://раypal.example/, please|0
«аррӏе.com»|0
...xn--80ak6aa92e.com.|0
xn--80ak6aa92e|1
Привет, мир. So ist es.Über 5µm ½.5 a..b|1
bücher.example xn--bcher-kva.example xn--a.example|1
раypal example|1
END
    run -0 rejected < <(printf 'a\nраypal.example x xn--80ak6aa92e.com\nb\naррӏе.com')
    [ "$output" = $'раypal.example x xn--80ak6aa92e.com\naррӏе.com' ]
    run -0 rejected -q < <(yes 'раypal.example')
    [ -z "$output" ]
    [ "$(rejected -0 < <(printf 'a\0b\nраypal.example\0') | hex)" = \
        "$(printf 'b\nраypal.example\0' | hex)" ]
}

@test "idnx.conf and its sections say what is rejected; with an error in it nothing is checked" {
    needs_etc
    printf 'protection = browser\n[.example]\nprotection = off\n' >"$BATS_TEST_TMPDIR/conf"
    run -0 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" check --in-text \
        < <(printf '%s\n' раypal.example раypal.com)
    [ "$output" = раypal.com ]
    echo 'protection = on' >"$BATS_TEST_TMPDIR/conf"
    run -3 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" check --in-text <<<раypal.com
    [[ $output = 'idnx: not looked up: /etc/idnx.conf, line 1: '* ]]
}

@test "names are no arguments, and the answer is no JSON" {
    run -2 shown a
    [[ $output = 'idnx: --in-text reads standard input, and writes text: "a"'* ]]
    run -2 rejected --json </dev/null
}

@test "each line is written when it has ended, before the next one" {
    coproc { shown; }
    for _ in 1 2 3; do
        echo 'at xn--bcher-kva' >&"${COPROC[1]}"
        read -r -t 60 line <&"${COPROC[0]}"
        [ "$line" = 'at bücher' ]
    done
}

@test "text without names is copied octet for octet, however long its lines are" {
    { random_octets 1 1000000; repeat 300000 n-; echo; repeat 300 xn--; printf 'xn-'; } |
        sed 's/xn--/Xn-/g' >"$BATS_TEST_TMPDIR/text"
    shown <"$BATS_TEST_TMPDIR/text" | cmp - "$BATS_TEST_TMPDIR/text"
    { repeat 500000 'a '; echo xn--ypal-43d9g.example; } >"$BATS_TEST_TMPDIR/text"
    rejected <"$BATS_TEST_TMPDIR/text" | cmp - "$BATS_TEST_TMPDIR/text"
}

# Pieces of text, each of which is one label or ends one, in random order.
@test "random text is shown as a simple program shows it" {
    for seed in 1 2 3; do
        python3 - "$seed" "$BATS_TEST_TMPDIR/text" "$BATS_TEST_TMPDIR/want" <<'END'
import random, re, sys
random.seed(int(sys.argv[1]))
labels = {b'xn--bcher-kva': 'bücher'.encode(), b'XN--MLLER-kva': 'müller'.encode(),
          b'xn--a': None, b'xn--': None, b'n--': None, b'-': None, b'example': None,
          b'x' * 64: None, b'': None, b'ab' * 130: None}
ends = [b'.', b'.', b'.', b' ', b'\n', b'\0', b'\xff', 'ü'.encode(), b'/', b'@', b'\r\n']
text = b''.join(random.choice(list(labels)) + random.choice(ends) for _ in range(40000))
def word(match):
    if len(match[0]) > 253:
        return match[0]
    return b'.'.join(labels.get(label) or label for label in match[0].split(b'.'))
open(sys.argv[2], 'wb').write(text)
open(sys.argv[3], 'wb').write(re.sub(rb'[A-Za-z0-9._-]+', word, text))
END
        shown <"$BATS_TEST_TMPDIR/text" | cmp - "$BATS_TEST_TMPDIR/want"
    done
}
