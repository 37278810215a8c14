#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# nsswitch.conf changes while a process runs, or the process changes its root.  glibc 2.33 and
# later read the file again while the root stays the same; an older glibc reads it once.

load ../../common/world

teardown() {
    [ -z "${SESSION_PID-}" ] || kill "$SESSION_PID"
    ! raw_questions
}

# says FRONT-END NAME ANSWER: checks what the running process is told.
says() {
    equal "$1 $2: $1 $3" "$1 $2: $(say "$1 $2")"
}

# new_process ANSWER: checks what a new process is told of bücher.example.
new_process() {
    equal "unspec $1" "$(ask unspec bücher.example | sed 's/ errno=.*//')"
}

# since_2_33 NEW OLD: prints what a running process is told by this glibc.
since_2_33() {
    if older_than 2.33; then echo "$2"; else echo "$1"; fi
}

@test "idnx is enabled: a running process finds names, up to 2.31 when started again" {
    hosts_line "$WITHOUT"
    session_start inside
    says unspec bücher.example EAI_NONAME
    hosts_line "$RECOMMENDED"
    says unspec bücher.example "$(since_2_33 192.0.2.10 EAI_NONAME)"
    new_process 192.0.2.10
}

@test "idnx is disabled: a running process finds names no more, up to 2.31 until its end" {
    session_start inside
    says unspec bücher.example 192.0.2.10
    hosts_line "$WITHOUT"
    says unspec bücher.example "$(since_2_33 EAI_NONAME 192.0.2.10)"
    new_process EAI_NONAME
}

# Asked for a canonical name, dns sends an unconverted name.
@test "a line that loses its brackets or gets them while a process runs sends no raw name" {
    session_start inside
    says inet-canon bücher.example 'name=xn--bcher-kva.example 192.0.2.10'
    hosts_line "$BARE"
    says inet-canon bücher.nxdomain.example EAI_NONAME
    hosts_line 'files idnx [NOTFOUND=continue] dns'
    says inet-canon ℀.example EAI_NONAME
    kill "$SESSION_PID"
    wait "$SESSION_PID" || true # else bash forgets the next one when it sees that this has ended
    hosts_line "$BARE"
    session_start inside
    says inet6 bücher.servfail.example EAI_NONAME
    hosts_line "$RECOMMENDED"
    says inet-canon bücher.nxdomain.example EAI_NONAME
    # The full code is returned if glibc reads the line again.
    says inet6 bücher.servfail.example "$(since_2_33 EAI_AGAIN EAI_NONAME)"
}

@test "an address is found again after nsswitch.conf was away for a while" {
    session_start inside
    says unspec bücher.example 192.0.2.10
    mv "$WORLD/etc/nsswitch.conf" "$WORLD/etc/away"
    say 'unspec bücher.example'
    says unspec www.a.example 192.0.2.1
    mv "$WORLD/etc/away" "$WORLD/etc/nsswitch.conf"
    says unspec bücher.example 192.0.2.10
}

@test "a process that changes its root after a lookup, of a name or an address, sends no raw name" {
    local root=$BATS_TEST_TMPDIR/root first

    mkdir -p "$root/etc"
    printf 'hosts: %s\n' "$RECOMMENDED" >"$root/etc/nsswitch.conf"
    hosts_line "$BARE"
    for first in 'inet bücher.example' 'inet www.a.example' 'gethostbyaddr 192.0.2.10'; do
        session_start inside
        say "$first"
        equal 'chroot done' "$(say "chroot $root")"
        says inet-canon bücher.nxdomain.example EAI_NONAME
        says inet-canon bücher..example EAI_NONAME
        says inet-canon bücher.example 'name=xn--bcher-kva.example 192.0.2.10'
        kill "$SESSION_PID"
        wait "$SESSION_PID" || true
    done
}

# --- The brackets after idnx ----------------------------------------------------

# Rows of: who continues with the unconverted name; the bracket.  "not found" needs glibc 2.33.
brackets() {
    printf '%s|%s\n' found SUCCESS=continue found '!UNAVAIL=return SUCCESS=continue' \
        not-found '!NOTFOUND=continue SUCCESS=return' not-found '!SUCCESS=continue' \
        both '!UNAVAIL=continue' both '!NOTFOUND=continue' both '!TRYAGAIN=continue' \
        none NOTFOUND=continue none UNAVAIL=continue none TRYAGAIN=continue \
        none '!UNAVAIL=return NOTFOUND=continue' none '!UNAVAIL=continue !UNAVAIL=return'
}

# sends raw|nothing NAME...: checks, by the log, what besides ASCII forms reaches dns.
sends() {
    local sent=nothing name line

    line=$(tail -n 1 "$WORLD/etc/nsswitch.conf")
    forget_questions
    for name in "${@:2}"; do
        ask all "$name" >/dev/null
    done
    ! raw_questions || sent=raw
    equal "$line sends $1" "$line sends $sent"
}

@test "a bracket that continues sends a raw name to dns, and none once idnx enable has replaced it" {
    local names=(bücher.nxdomain.example bücher.servfail.example ℀.example)
    local who bracket found lost

    while IFS='|' read -r who bracket; do
        hosts_line "files idnx [$bracket] dns"
        found=nothing lost=nothing
        [[ $who != found && $who != both ]] || found=raw
        [[ $who != not-found && $who != both ]] || older_than 2.33 || lost=raw
        [ "$who" = not-found ] || sends $found bücher.example
        for name in "${names[@]}"; do
            sends $lost "$name"
        done
        "$BUILD/idnx" enable --root "$WORLD" || [ $? -eq 3 ] # it has no module
        grep -Fx "hosts: $RECOMMENDED" "$WORLD/etc/nsswitch.conf"
        sends nothing bücher.example "${names[@]}"
    done < <(brackets)
}
