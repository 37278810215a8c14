# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the tests of the idnx command share.  BUILD is the build directory.
# shellcheck shell=bash

bats_require_minimum_version 1.5.0

# A sanitizer's finding ends the run, with a status that the command never uses.
export ASAN_OPTIONS=exitcode=99:detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:exitcode=99

idnx() {
    "${BUILD:?the build directory}/idnx" "$@"
}

# meddle RULE... -- COMMAND...: runs it with failing system calls (meddle.c).
meddle() {
    "$BUILD/tests/common/meddle" "$@"
}

# For tests that use meddle.
needs_meddling() {
    local reason

    reason=$(meddle -- true 2>&1) || skip "no system call can be made to fail here: $reason"
}

# For tests of a module that is missing.
needs_no_module() {
    ! PATH=$PATH:/usr/sbin:/sbin ldconfig -p | grep -q libnss_idnx ||
        skip 'the module is installed here'
}

# repeat N TEXT: the text N times, without a newline.
repeat() {
    head -c "$1" /dev/zero | LC_ALL=C sed "s,\x00,$2,g"
}

# page_members [FIRST]...: prints, sorted, the members that idnx-json(5) describes in the lists
# that begin with them; those of all lists if none is given.
page_members() {
    awk -v lists=" $* " '
        /^\.Bl/ { begins = 1 }
        /^\.It Li/ {
            if (begins)
                wanted = lists == "  " || index(lists, " " $3 " ")
            begins = 0
            for (i = 3; wanted && i <= NF; i += 2)
                print $i
        }' nss_idnx/command/idnx-json.5 | LC_ALL=C sort -u
}

# --- This machine's idnx.conf ---------------------------------------------------

# unshare_mounts COMMAND...: runs it with mounts of its own; for this a plain user has to be
# root in a namespace.
unshare_mounts() {
    if [ "$(id -u)" -eq 0 ]; then
        unshare -m "$@"
    else
        unshare -rm "$@"
    fi
}

# Prints why /etc cannot be replaced here; nothing if it can.
NO_ETC=$(unshare_mounts mount --bind "$BATS_RUN_TMPDIR" /etc 2>&1) || true

# For tests of an idnx.conf.
needs_etc() {
    [ -z "$NO_ETC" ] || skip "no /etc of its own here: $NO_ETC"
}

# configured FILE COMMAND...: runs it with nothing in /etc but a hosts: line with idnx, and FILE as
# idnx.conf; -: none.
configured() {
    local etc=$BATS_TEST_TMPDIR/etc file=$1

    shift
    rm -rf "$etc"
    mkdir "$etc"
    echo 'hosts: files idnx' >"$etc/nsswitch.conf"
    if [ "$file" != - ]; then
        install -m 644 "$file" "$etc/idnx.conf"
    elif [ -n "$NO_ETC" ]; then
        "$@" # with the machine's, which most do not have
        return
    fi
    # shellcheck disable=SC2016 # $0 and $@ are of that shell
    LD_LIBRARY_PATH=$BUILD unshare_mounts sh -ec 'mount --bind "$0" /etc; exec "$@"' "$etc" "$@"
}

# write REMEDY: follows "Write into FILE, as line N: LINE" as a person does with an editor; without
# a number, the line is added.
write() {
    local file=${1#*rite into } line number after

    line=${file#*: }
    file=${file%%: *}
    number=${file##*, as line }
    [ "$number" != "$file" ] || number=
    file=${file%%, *}
    if [ -z "$number" ]; then
        mkdir -p "${file%/*}"
        echo "$line" >>"$file"
        return
    fi
    after=$(tail -n "+$((number + 1))" "$file"; echo x)
    { head -n "$((number - 1))" "$file"; echo "$line"; printf %s "${after%x}"; } \
        >"$BATS_TEST_TMPDIR/written"
    cat "$BATS_TEST_TMPDIR/written" >"$file"
}

# unwrapped TEXT: prints each finding, and each remedy, in one line, however narrow doctor writes.
unwrapped() {
    awk '/^idnx  / { ends = 1 } /^(OK|SKIP|WARN|FAIL) / { ends = 0 } ends { next }
        /^(OK|SKIP|WARN|FAIL) |^      fix:/ { printf "%s%s", sep, $0; sep = "\n"; next }
        { sub(/^ +/, ""); printf " %s", $0 } END { print "" }' <<<"$1"
}
