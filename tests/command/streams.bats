#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the idnx command does with its streams: errors, pipes, a terminal, memory.

load common
load ../common/terminal

# to_full ARGUMENT...: runs idnx with a standard output that cannot be written to.
to_full() {
    idnx "$@" >/dev/full
}

@test "a failed write is said and exits 5" {
    for arguments in 'to-ascii a' 'to-unicode --json a' '--help' '--version' 'to-ascii --help' \
        'check a' 'explain a' 'explain --json a' 'compare a a' 'punycode -e a'; do
        # shellcheck disable=SC2086 # several words
        run -5 to_full $arguments
        [ "$output" = 'idnx: standard output: No space left on device' ]
    done
}

@test "a failed write exits 5 also where a name was rejected, of endless input, and of a reason" {
    run -5 to_full to-ascii <<<'a b'
    [[ $output == *'No space left on device' ]]
    run -5 to_full to-ascii < <(yes example.com)
    [ "$output" = 'idnx: standard output: No space left on device' ]
    run -5 --separate-stderr eval 'idnx to-ascii a "b c" 2>/dev/full'
    [ "$output" = $'a' ]
}

@test "a closed standard output exits 5 where something is to be written" {
    run -5 eval 'idnx to-ascii a >&-'
    run -0 eval 'idnx to-ascii </dev/null >&-'
}

@test "a failed read is said and exits 5" {
    run -5 idnx to-ascii <"$BATS_TEST_TMPDIR"
    [ "$output" = 'idnx: standard input: Is a directory' ]
    run -5 eval 'idnx to-ascii <&-'
    [ "$output" = 'idnx: standard input: Bad file descriptor' ]
}

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

# status_before_head COMMAND...: returns its exit status when its reader leaves after one line.
status_before_head() {
    yes bücher.example 2>/dev/null | "$@" | head -n 1
    return "${PIPESTATUS[1]}"
}

@test "SIGPIPE ends the command as any other" {
    run -141 status_before_head env --default-signal=PIPE "$BUILD/idnx" to-ascii
    [ "$output" = xn--bcher-kva.example ]
    for subcommand in explain check compare 'punycode -e'; do
        # shellcheck disable=SC2086 # several words
        run -141 status_before_head env --default-signal=PIPE "$BUILD/idnx" $subcommand
    done
}

@test "where SIGPIPE is ignored a closed pipe is a failed write" {
    run -5 status_before_head env --ignore-signal=PIPE "$BUILD/idnx" to-ascii
    [[ $output == *'idnx: standard output: Broken pipe'* ]]
}

@test "a co-process answers each line before the next is asked" {
    coproc IDNX { idnx to-ascii 2>&1; }
    for name in bücher faß example; do
        echo "$name" >&"${IDNX[1]}"
        read -r -t 10 answer <&"${IDNX[0]}"
        [ "$answer" = "$(idnx to-ascii "$name")" ]
    done
    echo 'a b' >&"${IDNX[1]}"
    read -r -t 10 answer <&"${IDNX[0]}"
    [ "$answer" = '' ]
    read -r -t 10 answer <&"${IDNX[0]}"
    [[ $answer == 'idnx: line 4: "'*'": label 1 '* ]]
}

@test "the beginning of a line does not hold back the lines before it" {
    coproc IDNX { idnx to-ascii; }
    printf 'bücher\nexa' >&"${IDNX[1]}"
    read -r -t 10 answer <&"${IDNX[0]}"
    [ "$answer" = xn--bcher-kva ]
    printf 'mple\n' >&"${IDNX[1]}"
    read -r -t 10 answer <&"${IDNX[0]}"
    [ "$answer" = example ]
}

@test "a co-process may use JSON" {
    coproc IDNX { idnx to-unicode --json; }
    echo xn--bcher-kva >&"${IDNX[1]}"
    read -r -t 10 answer <&"${IDNX[0]}"
    [ "$(jq -r .output <<<"$answer")" = bücher ]
}

@test "on a terminal a line is answered at once, and one Control-D ends the input" {
    needs_terminal
    coproc TERMINAL {
        timeout 10 script -qec "stty -echo; echo ready; $BUILD/idnx to-ascii" /dev/null
    }
    terminal=$TERMINAL_PID
    read -r answer <&"${TERMINAL[0]}"
    [ "$answer" = $'ready\r' ]
    read -r answer <&"${TERMINAL[0]}"
    [ "$answer" = $'idnx: waiting for names, one a line, until Control-D\r' ]
    echo bücher >&"${TERMINAL[1]}"
    read -r answer <&"${TERMINAL[0]}"
    [ "$answer" = $'xn--bcher-kva\r' ]
    printf 'last\4\4' >&"${TERMINAL[1]}" # the first ends the line without a newline
    read -r answer <&"${TERMINAL[0]}"
    [ "$answer" = $'last\r' ]
    wait "$terminal"
}

@test "non-blocking streams lose nothing" {
    seq -f 'n%.0f.example' 60000 >"$BATS_TEST_TMPDIR/names"
    nonblocking='import os, sys
os.set_blocking(0, False), os.set_blocking(1, False)
os.execv(sys.argv[1], sys.argv[1:])'
    { sleep 0.1; cat "$BATS_TEST_TMPDIR/names"; sleep 0.1; echo end; } |
        python3 -c "$nonblocking" "$BUILD/idnx" to-ascii |
        { sleep 0.3; cat; } |
        cmp - <(cat "$BATS_TEST_TMPDIR/names"; echo end)
}

# peak_memory OCTETS: prints the peak memory, in kB, for a line of OCTETS.
peak_memory() {
    coproc IDNX { exec "$BUILD/idnx" to-ascii 2>/dev/null; }
    { repeat "$1" a; echo; echo end; } >&"${IDNX[1]}"
    # shellcheck disable=SC2034 # two lines: the rejected one and this
    read -r -t 30 rejected <&"${IDNX[0]}"
    read -r -t 30 answer <&"${IDNX[0]}"
    [ "$answer" = end ]
    sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$IDNX_PID/status"
}

@test "a line of 20 megabytes needs no more memory than a short one" {
    short=$(peak_memory 10000)
    long=$(peak_memory 20000000)
    [ "$long" -lt $((short + 1000)) ]
}
