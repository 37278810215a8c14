#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx log: each name that lookups have logged, and what idnx.conf says of it today.

load common

setup() {
    needs_etc
    BUILD=$(realpath "$BUILD")
    cd "$BATS_TEST_TMPDIR"
    cat >log <<'END'
Nov 24 12:00:00 host idnx[812]: would reject раypal.example (xn--ypal-43d9g.example) for ssh: SCRIPTS, /etc/idnx.conf line 1
Nov 24 12:00:01 host idnx: rejected раypal.example (xn--ypal-43d9g.example) for curl: READS_AS_ASCII, /etc/idnx.conf line 1; lost before: 3
<84>Nov  5 12:00:02 host idnx: rejected x (xn--80ak6aa92e.com) for a?b: SCRIPTS, z
2026-11-24T12:00:03.5+01:00 host authpriv.warn idnx[814]: rejected раypal.example (xn--ypal-43d9g.example) for ssh: SCRIPTS, /etc/idnx.conf
<84>2026-11-24T12:00:04Z host idnx[814]: rejected bücher-рay.example (xn--bcher-ay-65a974f.example) for ssh: SCRIPTS, /etc/idnx.conf line 4
<84>2026-11-24T12:00:04Z host idnx[814]: rejected bücher-рay.example (xn--bcher-ay-65a974f.example) for ssh: SCRIPTS, /etc/idnx.conf line 4
2026-11-24T12:00:05Z host idnx[815]: lost entries for ssh: too many names at once; lost before: 1
END
    cp log pure
    # What others choose the words of, and what has another tag or no time.
    cat >>log <<'END'
Nov 24 12:00:06 host sshd[9]: Invalid user idnx[1]: rejected x (xn--80ak6aa92e.com) for s: SCRIPTS, z from 192.0.2.1
Nov 24 12:00:06 host sshd[9]: Invalid user  idnx[1]: rejected x (xn--80ak6aa92e.com) for s: SCRIPTS, z from 192.0.2.1
Nov 24 12:00:06 idnx[1]: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 12:00:06 host idnx[x]: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 12:00:06 host idnx[1: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 12:00:06 host idnx[1] rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 12:00:06 host widnx: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 12:00:06 host idnx: reject x (xn--80ak6aa92e.com) for y: SCRIPTS, z
idnx[1]: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 host idnx[1]: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 12:00:06 host sshd: a.b idnx[1]: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
Nov 24 12:00:06 host idnx[815]: rejected  () for : , x
Nov 24 12:00:06 host idnx[815]: rejected x (bü) for ssh: SCRIPTS, x
END
}

# logs CONF ARGUMENT...: runs idnx log under that idnx.conf, and cuts each reason after its code.
logs() {
    printf "$1" >conf
    configured conf "$BUILD/idnx" log "${@:2}" | sed -E 's/((rejected|pass): [^(]*)\([A-Z_]+\)[:;].*/\1.../'
}

@test "each name has a line, with its programs and times, and the last line counts them" {
    diff - <(logs '#' log) <<'END'
      3  раypal.example, reads as paypal, for ssh curl, Nov 24 12:00:00 to 2026-11-24T12:00:03.5+01:00
      2  bücher-рay.example, for ssh alone, 2026-11-24T12:00:04Z
      1  аррӏе.com, reads as apple, for a?b, Nov  5 12:00:02
3 names in 6 entries since Nov 24 12:00:00; at least 4 more were lost in 2 programs
END
}

@test "a line counts if syslog put the tag idnx there, whatever else a line says" {
    pure=$(logs '#' pure)
    diff <(echo "$pure") <(logs '#' log)
}

@test "--all adds the rules, today's answer and the way out, unless the name reads as another" {
    diff - <(logs 'protection = browser\n[.com]\nmode = report\n' --all log log) <<'END'
      6  раypal.example, reads as paypal, for ssh curl, Nov 24 12:00:00 to 2026-11-24T12:00:03.5+01:00
         xn--ypal-43d9g.example: SCRIPTS READS_AS_ASCII
         today: rejected: label 1 mixes Cyrillic р а with Latin and reads as "paypal" ...
      4  bücher-рay.example, for ssh alone, 2026-11-24T12:00:04Z
         xn--bcher-ay-65a974f.example: SCRIPTS
         today: rejected: label 1 mixes Cyrillic р with Latin ...
      2  аррӏе.com, reads as apple, for a?b alone, Nov  5 12:00:02
         xn--80ak6aa92e.com: SCRIPTS
         today: would be rejected; mode = report, which protects nobody, lets it pass: label 1 reads as "apple" ...
3 names in 12 entries since Nov 24 12:00:00; at least 8 more were lost in 2 programs
END
    [ "$(logs 'protection = on' --all log | grep -c 'today: not looked up: /etc/idnx.conf, line 1: ')" -eq 3 ]
}

@test "more programs of a name than a person reads are not listed" {
    printf 'Nov 24 12:00:00 host idnx: rejected x (xn--a) for program%s: SCRIPTS, z\n' {1000..9999} >many
    [[ $(logs '#' many) == *' 9000  xn--a, for program1000 program1001 '*' program1341 ..., Nov 24 '* ]]
}

@test "the command that it names lets the name pass" {
    printf 'protection = browser\n' >conf
    follow="$BUILD/idnx log --all log | sed -n 's/.* run.*: idnx/idnx/p' | sh >/dev/null"
    PATH=$BUILD:$PATH configured conf sh -c "$follow; $BUILD/idnx log --all log" >all
    [ "$(grep -c 'today: converted' all)" -eq 1 ]
}

@test "--json has the same members, in which check's object is nested" {
    diff - <(logs 'protection = browser' --json log 2>/dev/null | head -n 2 | tail -n 1 |
        jq -c '[.ace, .count, .programs, .rules, .users, .first, .last, .today.verdict]') <<'END'
["xn--bcher-ay-65a974f.example",2,["ssh"],["SCRIPTS"],[],"2026-11-24T12:00:04Z","2026-11-24T12:00:04Z","rejected"]
END
    diff <(logs '#' --json log 2>/dev/null | head -n 1 | jq -r 'keys[]') <(cd "$OLDPWD" && page_members ace)
    [ "$(logs '#' --json log 2>&1 >/dev/null)" = '3 names in 6 entries since Nov 24 12:00:00; at least 4 more were lost in 2 programs' ]
}

# journalctl COMMAND: what takes its place.
journalctl() {
    mkdir -p bin
    printf '#!/bin/sh\n%s\n' "$1" >bin/journalctl
    chmod +x bin/journalctl
}

# entry TIME USER MESSAGE: as journalctl exports it.
entry() {
    printf '__CURSOR=x\n__REALTIME_TIMESTAMP=%s000000\n_UID=%s\nMESSAGE=%s\nIDNX_LOST=9\n\n' "$@"
}

@test "without a file, the journal has the users, too" {
    journalctl 'echo "$*" >&2; cat journal'
    {
        entry 1795780800 0 'rejected x (xn--bcher-kva.example) for ssh: SCRIPTS, y'
        # A message with a control character, which its length precedes, is none of ours.
        printf '_UID=5\nMESSAGE\n\x2f\0\0\0\0\0\0\0rejected\n\nMESSAGE=rejected x (xn--a) for b: C, d\n\n\n'
        entry 1795780801 1000 'rejected x (xn--bcher-kva.example) for ssh: SCRIPTS, y; lost before: 2'
        entry 1795780802 1000 'rejected x (xn--80ak6aa92e.com) for ssh: SCRIPTS, y'
        entry 1795780803 1000 'rejected x (xn--80ak6aa92e.com) for curl: SCRIPTS, y'
        entry 1795780804 1000 'hello'
    } >journal
    TZ=UTC PATH=$PWD/bin:$PATH run -0 --separate-stderr idnx log --since="2026-11-24 12:00"
    # shellcheck disable=SC2154 # set by run
    [ "$stderr" = '--no-pager --output=export --identifier=idnx --since=2026-11-24 12:00' ]
    diff - <(echo "${output%; new ones are lost*}") <<'END'
      2  аррӏе.com, reads as apple, for ssh curl, by user 1000 alone, 2026-11-27 12:00:02 to 2026-11-27 12:00:03
      2  bücher.example, for ssh alone, by user 0 1000, 2026-11-27 12:00:00 to 2026-11-27 12:00:01
2 names in 4 entries since 2026-11-27 12:00:00; at least 2 more were lost in 1 program
END
}

@test "no entry has its reason" {
    : >empty
    for row in '#:/etc/idnx.conf sets no protection' \
        'protection = on:/etc/idnx.conf cannot be used: run idnx doctor' \
        'protection = browser:/etc/idnx.conf sets neither log = rejected nor mode = report'; do
        [ "$(logs "${row%%:*}\n" empty)" = "0 names in 0 entries: ${row#*:}" ]
    done
    [[ $(logs 'protection = browser\nlog = rejected\n' empty) = \
        '0 names in 0 entries: '@(no name was rejected|neither systemd-journald nor syslog runs)* ]]
}

# listening COMMAND...: runs it in a machine where journald, or none (dead), has the journal's socket.
listening() {
    printf 'protection = browser\nlog = rejected\n' >conf
    # shellcheck disable=SC2016 # of that shell
    configured conf sh -ec 'mount -t tmpfs none /run; mkdir -p /run/systemd/journal
        exec python3 -c "import socket, subprocess, sys
journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
journal.bind(\"/run/systemd/journal/socket\")
sys.argv[1] == \"dead\" and journal.close()
sys.exit(subprocess.run(sys.argv[2:]).returncode)" "$@"' sh "$@"
}

@test "a journald that has died is noticed, although its socket is left" {
    ! python3 -c 'import os, socket
os.path.realpath("/dev/log").startswith("/run/") or socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).connect("/dev/log")' \
        2>/dev/null || skip 'syslog runs here'
    journalctl 'cat journal'
    : >journal
    PATH=$PWD/bin:$PATH
    [[ $(listening alive "$BUILD/idnx" log) == '0 names in 0 entries: no name was rejected' ]]
    [[ $(listening dead "$BUILD/idnx" log) == '0 names in 0 entries: neither systemd-journald nor syslog runs' ]]
    listening dead "$BUILD/idnx" status | grep 'log         on, but neither systemd-journald nor syslog runs'
    entry 1795780800 0 'rejected x (xn--bcher-kva.example) for ssh: SCRIPTS, y' >journal
    [[ $(listening alive "$BUILD/idnx" log) != *'new ones'* ]]
    [[ $(listening dead "$BUILD/idnx" log) == *'; new ones are lost, since neither systemd-journald nor syslog runs' ]]
    # Without journalctl, and as here perhaps without a file of syslog.
    run -0 listening alive env PATH=/nowhere "$BUILD/idnx" log
    [[ -r /var/log/auth.log || -r /var/log/secure || $output == '0 names in 0 entries: there are neither journalctl nor '* ]]
}

@test "if nothing can be read, the way out is said" {
    journalctl 'exit 1'
    PATH=$PWD/bin:$PATH run -5 idnx log --since=today
    [[ $output = 'idnx: journalctl failed'*'; idnx log FILE reads a file of syslog' ]]
    run -2 idnx log --since=today log
    run -2 idnx log log.2.gz
    [[ $output = *'zcat FILE | idnx log /dev/stdin: "log.2.gz"'* ]]
    run -5 idnx log nowhere
    [ "$output" = 'idnx: nowhere: No such file or directory' ]
}
