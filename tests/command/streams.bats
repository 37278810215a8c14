#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What idnx does with its streams, beside what answers.tsv has: calls that fail, a terminal, any text.

load common
load ../common/terminal

@test "a standard output that fails when it is closed exits 5" {
    needs_meddling
    # shellcheck disable=SC2016 # eval's
    run -5 eval 'meddle close:out:EIO -- "$BUILD/idnx" to-ascii ü >"$BATS_TEST_TMPDIR/out"'
    [ "$output" = 'idnx: standard output: Input/output error' ]
}

@test "reads and writes that are interrupted, or for which it is too early, are made again" {
    needs_meddling
    echo ü >"$BATS_TEST_TMPDIR/in"
    for rule in read:in:EINTR read:in:EAGAIN write:out:EINTR write:out:EAGAIN; do
        meddle "$rule" -- "$BUILD/idnx" to-ascii <"$BATS_TEST_TMPDIR/in" >"$BATS_TEST_TMPDIR/out"
        [ "$(cat "$BATS_TEST_TMPDIR/out")" = xn--tda ]
    done
}

@test "on a terminal a line is answered at once, and one Control-D ends the input" {
    needs_terminal
    coproc TERMINAL {
        timeout 100 script -qec "stty -echo; echo ready; $BUILD/idnx to-ascii" /dev/null
    }
    terminal=$TERMINAL_PID
    exec {from}<&"${TERMINAL[0]}" {to}>&"${TERMINAL[1]}" # bash closes its own when that ends
    read -r answer <&"$from"
    [ "$answer" = $'ready\r' ]
    read -r answer <&"$from"
    [ "$answer" = $'idnx: waiting for names, one a line, until Control-D\r' ]
    echo bücher >&"$to"
    read -r answer <&"$from"
    [ "$answer" = $'xn--bcher-kva\r' ]
    printf 'last\4\4' >&"$to" # the first ends the line without a newline
    read -r answer <&"$from"
    [ "$answer" = $'last\r' ]
    wait "$terminal"
}

# Pieces of text, each of which is one label or ends one, in random order.
@test "random text is shown as a simple program shows it" {
    python3 - "$BATS_TEST_TMPDIR/text" "$BATS_TEST_TMPDIR/want" <<'END'
import random, re, sys
random.seed(1)
labels = {b'xn--bcher-kva': 'bücher'.encode(), b'XN--MLLER-kva': 'müller'.encode(),
          b'xn--a': None, b'xn--': None, b'n--': None, b'-': None, b'example': None,
          b'x' * 64: None, b'': None, b'ab' * 130: None}
ends = [b'.', b'.', b'.', b' ', b'\n', b'\0', b'\xff', '«'.encode(), b'/', b'@', b'\r\n']
text = b''.join(random.choice(list(labels)) + random.choice(ends) for _ in range(120000))
def word(match):
    name = match[0].lstrip(b'-.')
    parts = name.split(b'.')
    if len(name) > 253 or any(len(label) > 63 or label in (b'xn--a', b'xn--') for label in parts):
        return match[0]
    before = match[0][:len(match[0]) - len(name)]
    return before + b'.'.join(labels.get(label) or label for label in parts)
open(sys.argv[1], 'wb').write(text)
open(sys.argv[2], 'wb').write(re.sub(rb'[\w-]+(\.[\w-]+)*', word, text))
END
    idnx to-unicode --in-text <"$BATS_TEST_TMPDIR/text" | cmp - "$BATS_TEST_TMPDIR/want"
}
