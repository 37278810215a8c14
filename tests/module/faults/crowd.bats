#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Processes of many threads that ask dnsmasq and are forked meanwhile.  glibc is not made for
# that: a child may wait for ever for a lock that another thread of its parent held.  A lookup of
# an internationalized name contains a second lookup, and takes that lock twice.  FORKS=1000
# counts better than the 20 here.  threads.c has many threads, calls.bats cancels and interrupts.

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
