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

fault() {
    inside "$BUILD/tests/common/fault" "$@"
}

# same WAY...: checks that a name and its ASCII form without idnx have the same fault.
same() {
    local front

    for front in u s c h; do
        hosts_line "$WITHOUT"
        fault "$@" "$front" xn--bcher-kva.both.example >"$BATS_TEST_TMPDIR/without"
        hosts_line "$RECOMMENDED"
        equal "$front:$(cat "$BATS_TEST_TMPDIR/without")" \
            "$front:$(fault "$@" "$front" bücher.both.example)"
    done
}

# nsswitch.conf cannot be read either.  So the codes are those of the line without brackets:
# EAI_AGAIN and EAI_NONAME instead of EAI_SYSTEM with EMFILE.
@test "without descriptors there is no answer, no query is sent, and an idnx.conf is not missing" {
    local front without='' with=''

    for front in u c h; do
        hosts_line "$WITHOUT"
        without+="$(fault full "$front" xn--bcher-kva.both.example);"
        hosts_line "$RECOMMENDED"
        with+="$(fault full "$front" bücher.both.example);"
    done
    equal ' e-11/24 ; e-11/24 ; h-1 ;' "$without"
    equal ' e-3/0 ; e-2/0 ; h-1 ;' "$with"
    idnx_conf 'CheckHyphens = true'
    equal ' e-3/0 ' "$(fault full u bücher.both.example)"
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
    same chroot "$BATS_TEST_TMPDIR/empty"
    equal " $ANSWER " "$(fault chroot "$BATS_TEST_TMPDIR/empty" u bücher.both.example)"
    equal ' e-2/0 ' "$(fault chroot "$BATS_TEST_TMPDIR/empty" u bücher..both.example)"
}

@test "in a chroot the idnx.conf is the one that is there" {
    mkdir -p "$BATS_TEST_TMPDIR/root/etc"
    echo 'CheckHyphens = true' >"$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    chmod 644 "$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    hosts_line "$RECOMMENDED"
    equal ' e-2/0 ' "$(fault chroot "$BATS_TEST_TMPDIR/root" u ab--ü.policy.example)"
    echo 'no = configuration' >"$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    # Without an nsswitch.conf there, the code is EAI_AGAIN, which the bare line keeps.
    equal ' e-3/0 ' "$(fault chroot "$BATS_TEST_TMPDIR/root" u bücher.both.example)"
    equal '' "$(questions | grep -v warm)"
}
