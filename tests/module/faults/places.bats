#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Lookups without something that is nearly always there: descriptors, /proc, /etc.  exports.bats
# shows that there is no thread-local data, and that no variable of the environment is read.

load ../../common/world

ANSWER='xn--bcher-kva.both.example 2001:db8::3 192.0.2.3'

needs_no_sanitizer() {
    [ -z "$(sanitizers)" ] || skip "a sanitizer has needs of its own: $1"
}

# after LINE FRONT NAME: prints what a process is told that has loaded the module before that line.
after() {
    printf 'unspec warm.a.example\n%s\n%s %s\n' "$@" | inside "$BUILD/tests/common/ask" each |
        tail -n 1
}

# same LINE: checks that a name and its ASCII form without idnx have the same fault.
same() {
    local front without

    for front in unspec inet6 inet-canon gethostbyname_r; do
        hosts_line "$WITHOUT"
        without=$(after "$1" "$front" xn--bcher-kva.both.example)
        hosts_line "$RECOMMENDED"
        equal "$without" "$(after "$1" "$front" bücher.both.example)"
    done
}

# nsswitch.conf cannot be read either.  So the codes are those of the line without brackets:
# EAI_AGAIN and EAI_NONAME instead of EAI_SYSTEM with EMFILE.
@test "without descriptors there is no answer, no query is sent, and an idnx.conf is not missing" {
    local front code

    while read -r front code; do
        hosts_line "$WITHOUT"
        [[ $(after 'open /dev/null' "$front" xn--bcher-kva.both.example) == *' errno=24' ]]
        hosts_line "$RECOMMENDED"
        equal "$front $code" "$(after 'open /dev/null' "$front" bücher.both.example)"
    done <<'ROWS'
unspec EAI_AGAIN errno=11
inet-canon EAI_NONAME errno=0
gethostbyname_r NETDB_INTERNAL errno=24
ROWS
    idnx_conf 'CheckHyphens = true'
    equal 'unspec EAI_AGAIN errno=11' "$(after 'open /dev/null' unspec bücher.both.example)"
    equal '' "$(questions | grep -v warm)"
}

@test "without /proc there is the same answer" {
    needs_no_sanitizer /proc
    equal "unspec-canon name=$ANSWER" \
        "$(inside unshare -m sh -c \
            'mount -t tmpfs none /proc && [ ! -e /proc/self ] && exec "$@"' - \
            "$BUILD/tests/common/ask" unspec-canon bücher.both.example)"
}

# No nsswitch.conf says what ends the search, so RETURN does.
@test "in an empty directory, without /etc, the answer is the ASCII form's" {
    mkdir "$BATS_TEST_TMPDIR/empty"
    same "chroot $BATS_TEST_TMPDIR/empty"
    equal "unspec-canon name=$ANSWER" \
        "$(after "chroot $BATS_TEST_TMPDIR/empty" unspec-canon bücher.both.example)"
    equal 'unspec EAI_NONAME errno=0' \
        "$(after "chroot $BATS_TEST_TMPDIR/empty" unspec bücher..both.example)"
}

@test "in a chroot the idnx.conf is the one that is there" {
    mkdir -p "$BATS_TEST_TMPDIR/root/etc"
    echo 'CheckHyphens = true' >"$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    chmod 644 "$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    hosts_line "$RECOMMENDED"
    equal 'unspec EAI_NONAME' \
        "$(after "chroot $BATS_TEST_TMPDIR/root" unspec ab--ü.policy.example | cut -d ' ' -f -2)"
    echo 'no = configuration' >"$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    # Without an nsswitch.conf there, the code is EAI_AGAIN, which the bare line keeps.
    equal 'unspec EAI_AGAIN errno=11' \
        "$(after "chroot $BATS_TEST_TMPDIR/root" unspec bücher.both.example)"
    equal '' "$(questions | grep -v warm)"
}
