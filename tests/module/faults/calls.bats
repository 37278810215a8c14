#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A lookup in which a system call fails, the module's or glibc's: the first read(), in another
# process the second, and so on through the whole lookup; then every other system call
# likewise.  A program may see only what it may see when it asks for the ASCII form without
# idnx, or the cause.  Where glibc itself aborts, it aborts in both.  After that, the thread is
# cancelled in the call instead.
#
# glibc's abort is expected (it aborts if the kernel does not tell it the addresses of this
# machine), so its words only go to the log.

load ../../common/world

FRONTS='u s c h'

# The address of xn--bcher-kva.policy.example.
ADDRESS=198.51.100.1

prepare() {
    ulimit -c 0
    hosts_line "$WITHOUT"
    fault learn h localhost || export NO_SECCOMP=$?
    [ -z "${NO_SECCOMP-}" ] || return 0
    for_each_fault "$WITHOUT" without xn--bcher-kva.both.example
    FRONTS=r for_each_fault "$WITHOUT" without "$ADDRESS"
}

setup() {
    needs_namespaces
    [ -z "${NO_SECCOMP-}" ] || skip 'no seccomp_unotify here: Linux 5.5 has it'
    begin
}

fault() {
    inside "$BUILD/tests/common/fault" "$@"
}

# for_each_fault LINE RESULT NAME: writes the different outcomes to RESULT/CALL-FRONT, and all
# of them to RESULT.all.
for_each_fault() {
    local call front

    mkdir -p "$RESULTS/$2"
    hosts_line "$1"
    for call in $(fault); do
        for front in $FRONTS; do
            fault "$call" "$front" "$3" | tee -a "$RESULTS/$2.all" |
                sed 's/^[^ ]* [0-9]*://' | sort -u >"$RESULTS/$2/$call-$front"
        done
    done
}

# unexpected RESULT [OUTCOME...]: prints the outcomes there that are neither those without idnx
# nor one of OUTCOME.
unexpected() {
    local file

    for file in "$RESULTS/$1"/*; do
        sort -u "$RESULTS/without/${file##*/}" <(printf ' %s\n' "${@:2}") |
            comm -13 - <(sort -u "$file") | sed "s/^/${file##*/}:/"
    done
}

# EAI_SYSTEM with the error of the failing call: EIO, EMFILE, ENOMEM, ENOBUFS, ECONNREFUSED,
# ENETUNREACH.
CAUSES=('e-11/5 ' 'e-11/24 ' 'e-11/12 ' 'e-11/105 ' 'e-11/111 ' 'e-11/101 ')
# EAI_AGAIN and TRY_AGAIN; EAI_NONAME and EAI_NODATA.
TRY_AGAIN=('e-3/0 ' 'h2 ')
NOT_FOUND=('e-2/0 ' 'e-5/0 ')

@test "without idnx calls fail, and so do lookups" {
    [ "$(wc -l <"$RESULTS/without.all")" -gt 100 ]
    grep -q '^read 2: e-11/5 $' "$RESULTS/without.all"
    grep -q '^close 3: xn--bcher-kva.both.example 2001:db8::3 192.0.2.3 $' \
        "$RESULTS/without.all"
}

@test "whichever call fails, the outcome is one of the ASCII form's, or says why" {
    for_each_fault "$RECOMMENDED" recommended bücher.both.example
    equal '' "$(unexpected recommended "${CAUSES[@]}")"
    [ "$(wc -l <"$RESULTS/recommended.all")" -gt "$(wc -l <"$RESULTS/without.all")" ]
}

@test "on the bare line a failure may be another one, but there is no other answer" {
    FRONTS='u c' for_each_fault "$BARE" bare bücher.both.example
    equal '' "$(unexpected bare "${CAUSES[@]}" "${TRY_AGAIN[@]}" \
        "${NOT_FOUND[@]}")"
}

@test "with an idnx.conf it may also be \"try again\"" {
    idnx_conf 'CheckHyphens = true' 'canonical-name = unicode'
    for_each_fault "$RECOMMENDED" conf bücher.both.example
    # Only the canonical name differs.
    sed -i 's/ bücher\.both/ xn--bcher-kva.both/' "$RESULTS/conf"/*
    equal '' "$(unexpected conf "${CAUSES[@]}" "${TRY_AGAIN[@]}")"
}

# "h2": TRY_AGAIN; gethostbyaddr_r has no EAI code.
@test "the names of an address are the same or, with an idnx.conf that cannot be read, in ASCII" {
    FRONTS=r for_each_fault "$RECOMMENDED" reverse "$ADDRESS"
    equal '' "$(unexpected reverse)"
    idnx_conf 'reverse = unicode'
    FRONTS=r for_each_fault "$RECOMMENDED" reverse-unicode "$ADDRESS"
    grep -q ' bücher.policy.example ' "$RESULTS/reverse-unicode/read-r"
    sed -i 's/ bücher\./ xn--bcher-kva./' "$RESULTS/reverse-unicode"/*
    equal '' "$(unexpected reverse-unicode 'h2 ')"
}

# forbidden RESULT NAME: checks that it is forbidden, whichever call fails.
forbidden() {
    for_each_fault "$RECOMMENDED" "$1" "$2"
    equal '' "$(grep -E '[0-9]: .*[0-9][.:][0-9]' "$RESULTS/$1.all")"
    [ "$(grep -c ' e-3/0 ' "$RESULTS/$1.all")" -ge 10 ]
    equal '' "$(questions | grep -v warm.a.example)"
}

@test "what idnx.conf forbids is forbidden, and the ASCII form of it, whichever call fails" {
    idnx_conf 'CheckHyphens = true'
    forbidden forbidden ab--ü.policy.example
    idnx_conf 'protection = browser'
    forbidden protected xn--ypal-43d9g.policy.example
}

@test "whichever call failed, no descriptor stayed open" {
    local lookups runs

    lookups=$(cat "$RESULTS"/*.all | wc -l)
    # In the last lookup of each run there was no such call left to fail.
    runs=$(find "$RESULTS"/* -type f -path '*/*-[a-z]' | wc -l)
    echo "# note: $((lookups - runs)) calls have failed, each in a lookup of its own" >&3
    ! grep 'and descriptors' "$RESULTS"/*.all
}

# cancel RESULT LINE FRONT NAME
cancel() {
    hosts_line "$2"
    fault cancel "$3" "$4" >>"$RESULTS/cancel-$1"
}

# most_octets RESULT, most_descriptors RESULT: print the most that a thread leaves.
most_octets() {
    sed 's/.*: [a-z]* \([-0-9]*\).*/\1/' "$RESULTS/cancel-$1" | sort -n | tail -n 1
}

most_descriptors() {
    sed 's/.*: [a-z]* //' "$RESULTS/cancel-$1" | awk '{ print NF - 1 }' | sort -n | tail -n 1
}

# calls_that_leave RESULT: prints how many of how many; the last lookup of a run had none.
calls_that_leave() {
    echo "$(grep -c ': cancelled .* AF_' "$RESULTS/cancel-$1") of" \
        "$(grep -c '^[a-z]' "$RESULTS/cancel-$1")"
}

# In getaddrinfo() for all families glibc leaves a socket for sorting addresses, AF_INET or
# AF_INET6, or for listing this machine's, AF_NETLINK, and their memory.  A lookup of an
# internationalized name has more such calls, but a thread is cancelled in only one.
@test "whichever call a thread is cancelled in, nothing of ours is left, and no more of glibc's" {
    local front

    [ -z "$(sanitizers)" ] || skip "AddressSanitizer does not know that a stack was unwound"
    for front in $FRONTS; do
        cancel without "$WITHOUT" "$front" xn--bcher-kva.both.example
        cancel without "$WITHOUT" "$front" xn--bcher-kva.nxdomain.example
        cancel with "$RECOMMENDED" "$front" bücher.both.example
        cancel with "$RECOMMENDED" "$front" bücher.nxdomain.example
        cancel with "$BARE" "$front" bücher..example
    done
    cancel without "$WITHOUT" r "$ADDRESS"
    echo "# note: calls a cancelled thread leaves a socket in: $(calls_that_leave with)," \
        "without idnx $(calls_that_leave without)" >&3
    idnx_conf 'canonical-name = unicode' 'reverse = unicode' 'charset = ISO-8859-1'
    for front in $FRONTS; do
        cancel with "$RECOMMENDED" "$front" bücher.both.example
        cancel with "$RECOMMENDED" "$front" $'b\xfccher.both.example'
    done
    cancel with "$RECOMMENDED" r "$ADDRESS"

    # Threads were cancelled while the module had a file open.
    grep -qE '^read /etc/idnx.conf, [0-9]*: cancelled 0$' "$RESULTS/cancel-with"
    grep -qE '^read /etc/nsswitch.conf, [0-9]*: ' "$RESULTS/cancel-with"
    grep -qE '^read .*/ISO8859-1.so, [0-9]*: cancelled' "$RESULTS/cancel-with"
    # No lock is left: another thread finds its name.  A process that ends is not killed.
    equal '' "$(grep -E 'no answer|killed' "$RESULTS/cancel-with")"
    # No file stays open, and nothing at all stays if the thread ran to its end.
    equal '' "$(grep -E ': (cancelled .* /|ended [0-9-]+ )' "$RESULTS/cancel-with")"
    grep -q ' AF_NETLINK$' "$RESULTS/cancel-without"
    equal 1 "$(most_descriptors with)"
    echo "# note: beside it at most $(most_octets with) octets," \
        "without idnx $(most_octets without)" >&3
    [ "$(most_octets with)" -le "$(most_octets without)" ]
}

killed() {
    ! "$@"
}

# A sandbox has to be entered after a first lookup, which loads the module: loading maps its
# code, whatever the module does.
@test "a lookup makes no call that the line \"files dns\" does not make for the ASCII form" {
    local front calls

    for front in $FRONTS; do
        hosts_line "$WITHOUT"
        calls=$(fault learn "$front" xn--bcher-kva.both.example | tail -n 1)
        equal "sandbox:$(fault learn "$front" xn--bcher-kva.both.example | head -n 1)" \
            "$(hosts_line "$RECOMMENDED"; fault sandbox "$calls" "$front" bücher.both.example)"
        # Nor does it if the name does not exist, and the module reads nsswitch.conf.
        hosts_line "$WITHOUT"
        calls=$(fault learn "$front" xn--bcher-kva.nxdomain.example | tail -n 1)
        equal "sandbox:$(fault learn "$front" xn--bcher-kva.nxdomain.example | head -n 1)" \
            "$(hosts_line "$RECOMMENDED"
               fault sandbox "$calls" "$front" bücher.nxdomain.example)"
        # Nor does it if it logs the name, by sendto(), which glibc has for a name that exists.
        calls+=" $(fault learn "$front" xn--bcher-kva.both.example | tail -n 1)"
        equal "sandbox:$(fault learn "$front" xn--bcher-kva.nxdomain.example | head -n 1)" \
            "$(hosts_line "$RECOMMENDED"
               idnx_conf 'protection = browser' 'log = rejected'
               fault sandbox "$calls" "$front" раypal.example)"
        no_idnx_conf
        # The negative control: a sandbox that allows no call.
        killed fault sandbox '' "$front" bücher.both.example
    done
}
