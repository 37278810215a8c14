#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Processes of many threads that ask dnsmasq, and meanwhile are interrupted or forked.  glibc
# itself is not made for the latter: a child may wait for ever for a lock that another thread of
# its parent held.  A lookup of an internationalized name contains a second lookup, and takes
# that lock twice.  FORKS=1000 counts better than the 20 here.  calls.bats cancels threads.

load ../../common/world

# crowd_without MODE COUNT ZONE: asks for the ASCII form without idnx; crowd_with: the name.
crowd_without() {
    hosts_line "$WITHOUT"
    inside "$BUILD/tests/common/crowd" "$1" "$2" "xn--bcher-kva.$3"
}

crowd_with() {
    hosts_line "$RECOMMENDED"
    inside "$BUILD/tests/common/crowd" "$1" "$2" "bücher.$3"
}

same() {
    equal "$(crowd_without "$@")" "$(crowd_with "$@")"
}

@test "64 threads see what the ASCII form gives, also when they are interrupted each millisecond" {
    [ "$(crowd_without threads 64 both.example | grep -c ' 0 others$')" -eq 4 ]
    same threads 64 both.example
    same threads 64 nxdomain.example
    same threads 16 servfail.example
    same storm 64 both.example
}

@test "a timeout comes when it would come, interrupted or not" {
    local began=$SECONDS

    resolv_conf 'options timeout:1 attempts:1'
    equal $'0: h2 , 0 others\n1: h2 , 0 others\n2: e-3/0 , 0 others\n3: e-3/0 , 0 others' \
        "$(LOOKUPS=1 crowd_with storm 4 timeout.example)"
    # Four lookups of a second each, then four at once; for both families glibc waits twice.
    [ "$((SECONDS - began))" -ge 5 ]
}

# How many hang varies from run to run.
@test "each forked child that hangs waits for a lock of glibc, as without idnx" {
    local way found count=${FORKS:-20}

    for way in without with; do
        found=$(crowd_$way fork "$count" both.example)
        echo "# note: $way idnx $found" >&3
        [[ $found == "of $count children "*", 0 elsewhere, 0 fail" ]]
    done
}

@test "a child that hangs elsewhere is told from these" {
    run crowd_with fork-hanging 1 both.example
    [ "${lines[-1]}" = \
        'of 1 children 0 hang in getaddrinfo(), 0 at resolv.conf, 1 elsewhere, 0 fail' ]
}
