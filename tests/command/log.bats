#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx log: each name that lookups have logged, and what idnx.conf says of it today.

load common

setup() {
    needs_etc
    BUILD=$(realpath "$BUILD")
    cd "$BATS_TEST_TMPDIR"
    sed 's/^/Nov 24 12:00:00 host /' >log <<'END'
idnx[812]: would reject раypal.example (xn--ypal-43d9g.example) for ssh: SCRIPTS, /etc/idnx.conf line 1
idnx[813]: rejected раypal.example (xn--ypal-43d9g.example) for curl: READS_AS_ASCII, /etc/idnx.conf line 1; lost before: 3
sshd[1]: rejected x (xn--80ak6aa92e.com) for y: SCRIPTS, z
idnx[813]: rejected x (xn--80ak6aa92e.com) for a?b: SCRIPTS, z
idnx[814]: rejected раypal.example (xn--ypal-43d9g.example) for ssh: SCRIPTS, /etc/idnx.conf
idnx[814]: rejected bücher.example (xn--bcher-kva.example) for ssh: PROTECTED, /etc/idnx.conf line 4
idnx[815]: rejected  () for : , x
idnx[815]: rejected x (bü) for ssh: SCRIPTS, x
END
}

# logs CONF ARGUMENT...: runs idnx log under that idnx.conf, and cuts each reason after its code.
logs() {
    printf "$1" >conf
    configured conf "$BUILD/idnx" log "${@:2}" | sed -E 's/((rejected|pass): [^:]*)\([^:]*\):.*/\1.../'
}

@test "each name is shown once, with its programs, rules, today's answer and the way out" {
    diff - <(logs '#' log) <<'END'
      3  раypal.example (xn--ypal-43d9g.example) for ssh curl: SCRIPTS READS_AS_ASCII, reads as paypal
         today: converted
      1  аррӏе.com (xn--80ak6aa92e.com) for a?b: SCRIPTS, reads as apple
         today: converted
      1  bücher.example (xn--bcher-kva.example) for ssh: PROTECTED
         today: converted
END
    diff - <(logs 'protection = browser\nprotect = bucher.example\n[.com]\nmode = report\n' log log) <<'END'
      6  раypal.example (xn--ypal-43d9g.example) for ssh curl: SCRIPTS READS_AS_ASCII
         today: rejected: label 1 contains characters of scripts beyond the restriction level ...
         to let it pass, add to idnx.conf:
             [.раypal.example]
             protection = off
      2  аррӏе.com (xn--80ak6aa92e.com) for a?b: SCRIPTS
         today: would be rejected; mode = report, which protects nobody, lets it pass: label 1 reads as ASCII, but is of another script ...
         to let it pass, add to idnx.conf:
             [.аррӏе.com]
             protection = off
      2  bücher.example (xn--bcher-kva.example) for ssh: PROTECTED
         today: rejected: the name reads as a protected name ...
END
    [ "$(logs 'protection = on' log | grep -c 'today: not looked up: /etc/idnx.conf, line 1: ')" -eq 3 ]
}

@test "the section that it names lets the name pass" {
    printf 'protection = browser\n' >conf
    configured conf "$BUILD/idnx" log --json log | jq -r '.let_pass // empty' >>conf
    [ "$(logs "$(cat conf)" log | grep -c 'today: converted')" -eq 3 ]
}

@test "--json has the same members, in which check's object is nested" {
    diff - <(logs 'protection = browser' --json log | head -n 1 |
        jq -c '[.ace, .count, .programs, .rules, .let_pass, .today.verdict, .today.finding.reads_as]') <<'END'
["xn--ypal-43d9g.example",3,["ssh","curl"],["SCRIPTS","READS_AS_ASCII"],"[.раypal.example]\nprotection = off\n","rejected","paypal"]
END
    diff <(logs '#' --json log | head -n 1 | jq -r 'keys[]') <(cd "$OLDPWD" && page_members ace)
}

@test "without a file, journalctl is asked; if it fails, the way out is said" {
    mkdir bin
    # shellcheck disable=SC2016 # of that shell
    printf '#!/bin/sh\necho "$*" >&2\ncat log\n' >bin/journalctl
    chmod +x bin/journalctl
    echo 'rejected x (xn--bcher-kva.example) for ssh: SCRIPTS, y' >log
    PATH=$PWD/bin:$PATH run -0 --separate-stderr idnx log --since="2026-11-24 12:00"
    # shellcheck disable=SC2154 # set by run
    [ "$stderr" = '--quiet --no-pager --output=cat --identifier=idnx --since=2026-11-24 12:00' ]
    [[ ${lines[0]} = '      1  bücher.example '* ]]
    echo 'exit 1' >bin/journalctl
    PATH=$PWD/bin:$PATH run -5 idnx log
    [[ $output = *'idnx: journalctl failed; without a journal, name the file '* ]]
    run -2 idnx log --since=today log
    run -5 idnx log nowhere
    [ "$output" = 'idnx: nowhere: No such file or directory' ]
}
