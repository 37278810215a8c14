#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Sources that know names by themselves: myhostname, mymachines, and multicast DNS
# through avahi; and every line of nsswitch.conf.example with all of them running.

load world

setup() {
    fresh
    hostname idnx
}

# --- myhostname ---------------------------------------------------------------

@test "a host name in ACE is found by myhostname" {
    HOSTS=$(example 'With libnss-myhostname')
    hostname xn--bcher-kva
    same bücher '2001:db8::fe 192.0.2.254'
}

# hostname(1) rejects this name; the kernel does not.
@test "a host name in UTF-8 is what it was without idnx" {
    HOSTS=$(example 'With libnss-myhostname')
    echo bücher >/proc/sys/kernel/hostname
    unharmed bücher '.*'
}

@test "myhostname keeps the names below localhost" {
    HOSTS=$(example 'With libnss-myhostname')
    unharmed ü.localhost '::1 127.0.0.1'
    same ü.localhost '::1 127.0.0.1'
}

# --- mymachines ---------------------------------------------------------------

@test "a container with a name in ACE is found by mymachines" {
    HOSTS=$(example "With all of systemd's sources")
    same bücher '2001:db8::fd 192.0.2.253'
}

# --- Multicast DNS ------------------------------------------------------------

@test "a UTF-8 name of another machine is found by multicast DNS as before" {
    HOSTS=$(example 'With libnss-mdns')
    unharmed bücher.local 192.0.2.40
    grep -q '^getent-ahosts .*STREAM bücher.local' "$FOUND"
    HOSTS=${HOSTS/mdns4/mdns}
    unharmed bücher.local 192.0.2.40
    unharmed grün.local 2001:db8::40
}

@test "a name that multicast DNS does not have is not found, as before" {
    HOSTS=$(example 'With libnss-mdns')
    unharmed fehlt-ü.local 'EAI_NONAME errno=0'
}

@test "a name in .local that is not of multicast DNS is found by dns" {
    HOSTS=$(example 'With libnss-mdns')
    same %.bücher.corp.local 192.0.2.30
}

@test "multicast DNS after idnx is asked for ACE" {
    HOSTS="$(example 'With libnss-mdns') mdns4"
    same %.bücher.nxdomain.test 'EAI_NONAME errno=0'
}

# --- Every line ---------------------------------------------------------------

@test "on every line of nsswitch.conf.example a name is told what its ACE form is" {
    mapfile -t lines < <(sed -n 's/^\(# \)\?hosts: //p' "$IDNX/conf/nsswitch.conf.example")
    [ "${#lines[@]}" -eq 7 ]
    for HOSTS in "${lines[@]}"; do
        same %.bücher.both.test     '2001:db8::3 192.0.2.3'
        same %.bücher.nxdomain.test 'EAI_NONAME errno=0'
    done
}
