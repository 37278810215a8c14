# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the files of tests/module/system share: a world for the whole file.  Each test begins
# with the recommended line and no idnx.conf, and ends with no raw question in the log.  A file
# may define zones() and prepare(), which asks something before all tests.
# shellcheck shell=bash

source "$(dirname "${BASH_SOURCE[0]}")/fixture.bash"
source "$(dirname "${BASH_SOURCE[0]}")/table.bash"

zones() { :; }
prepare() { :; }

setup_file() {
    export RESULTS=$BATS_FILE_TMPDIR/results
    mkdir "$RESULTS"
    world_start "$BATS_FILE_TMPDIR/world" <(cat "$WORLD_TESTS/dnsmasq.conf"; zones)
    [ -n "$WORLD_NO_NAMESPACE" ] || prepare
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    begin
}

begin() {
    hosts_line "$RECOMMENDED"
    resolv_conf 'options timeout:2 attempts:1'
    printf '127.0.0.1 localhost\n::1 localhost\n' >"$WORLD/etc/hosts"
    no_idnx_conf
    forget_questions
}

teardown() {
    [ -n "${raw_on_purpose-}" ] || ! raw_questions
}

# as_without NAME [LINE]: checks that every front end sees and asks the same as without idnx.
as_without() {
    local without

    hosts_line "$WITHOUT"
    without=$(ask_and_questions all "$1")
    hosts_line "${2:-$RECOMMENDED}"
    equal "$1: $without" "$1: $(ask_and_questions all "$1")"
}

# Beside EAI_NONAME and EAI_NODATA errno means nothing.  In glibc 2.31 it is what "files" or
# "dns" has left; this makes it 0.
without_left_errno() {
    if older_than 2.33; then
        sed -E 's/ (EAI_NO[A-Z]+) errno=[0-9]+$/ \1 errno=0/'
    else
        cat
    fi
}
