#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Static programs, of this release of glibc and of others.  The module needs no libc, and so none of
# another release is loaded for it: such a program is as without idnx.

load installed

setup_file() {
    installed_world
}

teardown_file() {
    world_stop
}

# answers LINE PROGRAM: without those of getent, which is dynamic, and an errno that means nothing.
answers() {
    local name

    hosts_line "$1"
    for name in www.both.example www.nodata.example bücher.example; do
        installed "$2" all "$name" 2>&1 || echo "ends with $?"
    done | sed -E '/^getent/d; s/ (EAI_[A-Z]+) errno=.*/ \1/'
}

@test "static programs of this and other releases are as without idnx" {
    local program without

    grep -q nolibc "$BUILD/alone" || skip 'before glibc 2.34 the module needs libc by name'
    for program in "$BUILD"/static/tests/common/ask "$BUILD"/foreign/*; do
        [ -e "$program" ] || continue
        without=$(answers "$WITHOUT" "$program")
        equal "$program: $without" "$program: $(answers "$RECOMMENDED" "$program")"
        [[ $program == */bullseye || $without == *$'\ngethostbyname_r name=www.both.example 192.0.2.3\n'* ]]
    done
}
