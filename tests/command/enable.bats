#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx enable and idnx disable as commands: what they show, write, keep and reject.
# doctor.bats and tests/module/hosts_action.c test which line becomes which.  tests/module/enable.c
# tests what glibc makes of the line, and what a kill leaves.

load common
load ../common/terminal

setup() {
    root=$BATS_TEST_TMPDIR/root
    conf=$root/etc/nsswitch.conf
    mkdir -p "$root/etc" "$root/lib"
    { head -c 20 "$BUILD/idnx"; head -c 44 /dev/zero; } >"$root/lib/libc.so.6"
    cp "$BUILD/libnss_idnx.so.2" "$root/lib"
    export LD_LIBRARY_PATH=$BUILD # what this machine has
    printf 'passwd: files systemd\nhosts: files dns\nrpc: db\n' >"$conf"
    cp "$conf" "$BATS_TEST_TMPDIR/original"
}

# Prints the original file with idnx enabled.
enabled() {
    sed 's/^hosts: files dns/hosts: files idnx [!UNAVAIL=return] dns/' \
        "$BATS_TEST_TMPDIR/original"
}

# The directory contains only FILE..., in this order, and nsswitch.conf is unchanged.
unchanged_beside() {
    cmp "$conf" "$BATS_TEST_TMPDIR/original"
    [ "$(ls "$root/etc")" = "$(printf '%s\n' nsswitch.conf "$@")" ]
}

# For tests with in_namespace.  Called outside of its "run", in which a skip counts as success.
needs_namespace() {
    unshare=(unshare -m)
    [ "$(id -u)" -eq 0 ] || unshare=(unshare -rm)
    "${unshare[@]}" mount -t tmpfs none /mnt 2>/dev/null || skip 'no mount namespace here'
}

# in_namespace SCRIPT: runs it with sh as root in a mount namespace.
in_namespace() {
    "${unshare[@]}" env conf="$conf" root="$root" idnx="$BUILD/idnx" sh -c "$1"
}

# --- Remedies -----------------------------------------------------------------

# would_change SUBCOMMAND SENTENCE: checks that it fails with the difference, the sentence and
# a remedy, and shows no change as made.  Sets $remedy.
would_change() {
    run -3 --separate-stderr idnx "$1" --root "$root"
    [[ $output == 'would change:
--- '*'
+++ '*'
@@ '* ]]
    [ "${stderr_lines[0]}" = "idnx: $2" ]
    remedy=${stderr_lines[1]}
}

# Runs the command in $remedy, or writes its line; programs of other systems are stubs.
follow() {
    if [[ $remedy == *[Ww]'rite into '* ]]; then
        write "$remedy"
        return
    fi
    PATH=$BATS_TEST_DIRNAME/stubs:$BUILD:$PATH \
        sh -c "$(sed -E 's/^.*[Rr]un( as root)?: //' <<<"$remedy")"
}

# doctor_says_the_same: checks that doctor has the same remedy for the line without idnx.
doctor_says_the_same() {
    idnx doctor --json --root "$root" | jq -r .fix | grep -qxF -- "$remedy"
}

# --- What is kept -------------------------------------------------------------

# attributes FILE [NAME=VALUE]...: sets these extended attributes, and prints all of FILE.
attributes() {
    python3 -c 'import os, sys
file = sys.argv[1]
for pair in sys.argv[2:]:
    name, value = pair.split("=")
    os.setxattr(file, name, value.encode())
for name in sorted(os.listxattr(file)):
    print(name, os.getxattr(file, name), sep="=")' "$@"
}

# An access control list as the kernel has it, for os.setxattr().
ACL='import os, struct, sys
acl = struct.pack("<I" + 5 * "HHI", 2, 1, 6, 0xFFFFFFFF, 2, 4, 4242, 4, 0, 0xFFFFFFFF,
                  16, 4, 0xFFFFFFFF, 32, 4, 0xFFFFFFFF)
os.setxattr(sys.argv[1], sys.argv[2], acl)'

needs_attributes() {
    attributes "$conf" user.idnx=kept >/dev/null 2>&1 ||
        skip 'no extended attributes in this file system: set TMPDIR to another'
}

@test "mode, extended attributes, owner and group stay, in the new file and in the backup" {
    local what='%a'

    needs_attributes
    chmod 604 "$conf"
    python3 -c "$ACL" "$conf" system.posix_acl_access
    if [ "$(id -u)" -eq 0 ]; then
        chown 4242:4243 "$conf"
        chmod 2640 "$conf"
        what='%u %g %a'
    fi
    expected=$(stat -c "$what" "$conf"; attributes "$conf")
    for file in "$conf" "$conf.before-idnx"; do
        [ -e "$conf.before-idnx" ] || idnx enable --root "$root" || [ $? -eq 3 ] # not all can read it
        [ "$(stat -c "$what" "$file"; attributes "$file")" = "$expected" ]
    done
    idnx disable --root "$root"
    [ "$(stat -c "$what" "$conf"; attributes "$conf")" = "$expected" ]
    [[ $expected == *"user.idnx=b'kept'"* && $expected == *posix_acl_access* ]]
}

@test "the new file gets the label of the old one, but not what signs its octets" {
    signed=$(attributes "$conf" security.{evm,ima}=signed security.idnx=label 2>/dev/null) ||
        skip 'this kernel, or a user without CAP_SYS_ADMIN, sets no security.ima and security.evm'
    for subcommand in enable disable; do
        idnx "$subcommand" --root "$root"
        kept=$(attributes "$conf")
        [[ $kept == *"security.idnx=b'label'"* && $kept != *signed* ]]
        [ "$subcommand" = disable ] || [ "$(attributes "$conf.before-idnx")" = "$signed" ]
    done
}

@test "a label that may not be set is not, where the new file has it already" {
    needs_meddling
    needs_attributes
    # As in a container, where the directory sets the label: here a permitted process sets it.
    set_it='import glob, os
os.setxattr(*glob.glob(os.environ["conf"] + ".idnx-*"), "user.idnx", b"kept")'
    export conf
    MEDDLE="python3 -c '$set_it'" \
        run -99 meddle flistxattr:nsswitch.conf:run 'fsetxattr:nsswitch.conf.idnx-*:EPERM' \
        -- "$BUILD/idnx" enable --root "$root"
    [[ $output == *'meddle: never made: fsetxattr:'* && $output != *'idnx: '* ]]
    cmp "$conf" <(enabled)
    [[ $(attributes "$conf") == *"user.idnx=b'kept'"* ]]
    # A different value does not count.
    run -0 idnx disable --root "$root"
    MEDDLE="python3 -c '${set_it/kept/else}'" \
        run -5 meddle flistxattr:nsswitch.conf:run 'fsetxattr:nsswitch.conf.idnx-*:EPERM' \
        -- "$BUILD/idnx" enable --root "$root"
    grep -qxF "idnx: $conf: Operation not permitted" <<<"$output"
    unchanged_beside
}

@test "a file system without extended attributes and lists has nothing to keep" {
    needs_meddling
    while read -r rule; do
        run -0 meddle "$rule" -- "$BUILD/idnx" enable --root "$root"
        cmp "$conf" <(enabled)
        run -0 idnx disable --root "$root"
        unchanged_beside
    done <<'RULES'
fremovexattr:nsswitch.conf.idnx-*:ENOTSUP
fremovexattr:nsswitch.conf.idnx-*:ENODATA
flistxattr:nsswitch.conf:ENOTSUP
fsync:etc:EINVAL
RULES
}

@test "a list of the directory is not given to the new file" {
    python3 -c "$ACL" "$root/etc" system.posix_acl_default 2>/dev/null ||
        skip 'no access control lists in this file system: set TMPDIR to another'
    idnx enable --root "$root"
    [ "$(stat -c %a "$conf")" = "$(stat -c %a "$BATS_TEST_TMPDIR/original")" ]
    [[ $(attributes "$conf") != *posix_acl* ]]
}

# --- What is rejected ----------------------------------------------------------

@test "a symbolic link is passed through unchanged, and the remedy changes the file it leads to" {
    for target in ../../original /mine/file "../it's"; do
        echo "$target"
        mkdir -p "$root/mine"
        rm -f "$conf"
        ln -s "$target" "$conf"
        printf 'passwd: files systemd\nhosts: files dns\nrpc: db\n' |
            tee "$root/original" "$root/mine/file" >"$root/it's"
        would_change enable "$conf is a symbolic link, and another program may overwrite its target"
        doctor_says_the_same
        follow
        [ "$(readlink "$conf")" = "$target" ]
        [[ $(idnx doctor --all --root "$root") == *"OK    line       "* ]]
        would_change disable "$conf is a symbolic link, and another program may overwrite its target"
        follow
        [[ $(unwrapped "$(idnx doctor --root "$root")") == *'line 2 has no idnx'* ]]
        [ "$(ls "$root/etc")" = nsswitch.conf ]
    done
    cmp "$root/it's" "$BATS_TEST_TMPDIR/original"
}

@test "a link that leads nowhere gives way to a file" {
    ln -sf /nowhere "$conf"
    would_change enable "$conf is a symbolic link, and another program may overwrite its target"
    doctor_says_the_same
    [[ $remedy == 'Remove the link, which leads nowhere, and run'* ]]
    rm "$conf"
    follow
    [ "$(tail -n 1 "$conf")" = 'hosts: files idnx [!UNAVAIL=return] dns' ]
}

# --- What fails ---------------------------------------------------------------

# with_stubs: prints the script that follows $remedy in a namespace.
with_stubs() {
    # shellcheck disable=SC2016 # $remedy is of that shell
    echo 'PATH="${idnx%/*}:$PATH" sh -c "${remedy##*un: }"'
}

@test "a read-only /etc is not changed, and the remedy is for one that can be written" {
    needs_namespace
    # shellcheck disable=SC2016
    run -0 in_namespace 'mount --bind "$root/etc" "$root/etc"
        mount -o remount,bind,ro "$root/etc"
        "$idnx" enable --root "$root" >"$root/shown" 2>"$root/said"
        echo "$?"
        remedy=$(tail -n 1 "$root/said")
        "$idnx" doctor --json --root "$root" | grep -cF "$remedy"
        ! touch "$root/etc/x" || exit
        mount -o remount,bind,rw "$root/etc"
        '"$(with_stubs)"' >/dev/null || exit
        "$idnx" doctor --all --root "$root" | grep -c "^OK    line"'
    [ "$(grep -v '^touch' <<<"$output")" = $'5\n1\n1' ]
    [ "$(head -n 1 "$root/shown")" = 'would change:' ]
    [[ $(cat "$root/said") == "idnx: $conf: Read-only file system
Make its file system writable, and run: idnx enable --root=$root" ]]
    cmp "$conf" <(enabled)
}

@test "a file that is a mount of its own is not replaced, and the remedy writes into it" {
    needs_namespace
    cp "$conf" "$root/outside"
    # shellcheck disable=SC2016
    run -0 in_namespace 'mount --bind "$root/outside" "$conf"
        "$idnx" enable --root "$root" >"$root/shown" 2>"$root/said"
        echo "$?"
        remedy=$(tail -n 1 "$root/said")
        "$idnx" doctor --json --root "$root" | grep -cF "$remedy"
        echo "${remedy##*: }"'
    [ "${lines[*]}" = '5 1 files idnx [!UNAVAIL=return] dns' ]
    [ "$(head -n 1 "$root/shown")" = 'would change:' ]
    remedy=$(tail -n 1 "$root/said")
    [[ $remedy == 'Write into the file that is mounted there, as line 2: hosts: '* ]]
    unchanged_beside
    enabled >"$root/outside"
    # shellcheck disable=SC2016
    run -0 in_namespace 'mount --bind "$root/outside" "$conf"
        mount -o remount,bind,ro "$conf"
        ! "$idnx" disable --root "$root"'
    [[ $output == *"idnx: $conf: Device or resource busy
Write into the file that is mounted there, as line 2: hosts: files dns" ]]
}

@test "who may not write is told" {
    chmod 555 "$root/etc"
    if [ "$(id -u)" -eq 0 ]; then
        chmod 711 "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/* "$BATS_TEST_TMPDIR" 2>/dev/null || true
        user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
        "${user[@]}" test -r "$conf" || skip 'another user cannot see the temporary directory'
    fi
    run -5 "${user[@]}" "$BUILD/idnx" enable --root "$root"
    chmod 755 "$root/etc"
    [[ $output == "would change:
"*"idnx: $conf: Permission denied
Run as root: idnx enable --root=$root" ]]
    unchanged_beside
}

# Builds a library that prints which file is put on disk, and when the new one gets its name.
ordered_calls() {
    "${CC:-cc}" -shared -fPIC -o "$1" -x c - <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int fsync(int fd)
{
	char path[64], target[4096] = "";

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	readlink(path, target, sizeof target - 1);
	dprintf(STDERR_FILENO, "fsync %s\n", strrchr(target, '/') + 1);
	return 0;
}

int renameat(int from, const char *old, int to, const char *new)
{
	int (*next)(int, const char *, int, const char *) = dlsym(RTLD_NEXT, "renameat");

	dprintf(STDERR_FILENO, "rename %s\n", old);
	return next(from, old, to, new);
}
C
}

@test "the new file is on disk before it has the name, and so is the name in the end" {
    ordered_calls "$BATS_TEST_TMPDIR/calls.so"
    for subcommand in enable disable; do
        run -0 --separate-stderr env LD_PRELOAD="$BATS_TEST_TMPDIR/calls.so" \
            ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" \
            "$BUILD/idnx" "$subcommand" --root "$root"
        [ "$(sed 's/idnx-[0-9]*/idnx-new/; /before-idnx$/d' <<<"$stderr" | uniq)" = "fsync nsswitch.conf.idnx-new
rename nsswitch.conf.idnx-new
fsync etc" ]
    done
}

@test "a file that somebody changes meanwhile is left to them" {
    # The output does not fit into a pipe: idnx has read the file, and waits.
    printf 'hosts: %050000d dns\n' 1 >"$conf"
    { idnx enable --root "$root" 2>"$root/said" || echo "$?" >>"$root/said"; } | {
        head -c 1 >/dev/null
        cat "$BATS_TEST_TMPDIR/original" >"$conf"
        cat >/dev/null
    }
    [ "$(cat "$root/said")" = "idnx: the change above failed; check the file before you try again:
idnx: $conf: another program has changed it meanwhile
4" ]
    unchanged_beside
}

# rows of: failing call, exit status, message
failing_calls() {
    local io='Input/output error' new='nsswitch.conf.idnx-*'

    printf '%s|%s|%s\n' \
        read:nsswitch.conf:EIO:3              3 "cannot be read: $io" \
        "open:$new:EIO"                       5 "$io" \
        "write:$new:EIO"                      5 "$io" \
        "fremovexattr:$new:EIO"               5 "$io" \
        "fchown:$new:EIO"                     5 "$io" \
        "fchmod:$new:EIO"                     5 "$io" \
        flistxattr:nsswitch.conf:EIO          5 "$io" \
        "fsync:$new:EIO"                      5 "$io" \
        "linkat:$new.before-idnx:EIO"         5 "$io" \
        "linkat:$new.before-idnx:EPERM"       5 'Operation not permitted' \
        renameat:nsswitch.conf:EIO            5 "$io"
    # An attribute or an owner that cannot be given to the new file.
    attributes "$conf" user.idnx=kept >/dev/null 2>&1 || return 0
    printf '%s|5|%s\n' fgetxattr:nsswitch.conf:EIO "$io" "fsetxattr:$new:EIO" "$io"
}

@test "whichever call fails, it is said, and the file is as it was" {
    needs_meddling
    while IFS='|' read -r rule status said; do
        echo "$rule"
        run "-$status" meddle "$rule" -- "$BUILD/idnx" enable --root "$root"
        grep -qxE "idnx: $conf:? $said" <<<"$output"
        cmp "$conf" "$BATS_TEST_TMPDIR/original"
        [ "$(find "$root/etc" -name '*.idnx-*')" = '' ]
    done < <(failing_calls)
    # An older backup that cannot be replaced.
    rm -f "$conf.before-idnx"
    echo 'hosts: dns' >"$conf.before-idnx"
    for rule in renameat:nsswitch.conf.before-idnx:EIO 'linkat:nsswitch.conf.idnx-*:EIO'; do
        run -5 meddle "$rule" -- "$BUILD/idnx" enable --root "$root"
        [ "${lines[-1]}" = "idnx: $conf: Input/output error" ]
        cmp "$conf" "$BATS_TEST_TMPDIR/original"
        [ "$(find "$root/etc" -name '*.idnx-*')" = '' ]
    done
    # Linux before 5.8 does not say earlier that the file is a mount.
    run -5 meddle renameat:nsswitch.conf:EBUSY -- "$BUILD/idnx" enable --root "$root"
    [[ ${lines[-1]} == 'Write into the file that is mounted there, as line 2: hosts: '* ]]
    idnx enable --root "$root"
    cmp "$conf" <(enabled)
    cmp "$conf.before-idnx" "$BATS_TEST_TMPDIR/original"
    [ "$(find "$root/etc" -type f | wc -l)" -eq 2 ]
}

@test "a change that may not be on disk is said" {
    needs_meddling
    run -5 meddle fsync:etc:EIO -- "$BUILD/idnx" enable --root "$root"
    [ "${lines[-1]}" = "idnx: $conf: Input/output error" ]
    cmp "$conf" <(enabled)
    cmp "$conf.before-idnx" "$BATS_TEST_TMPDIR/original"
}

# What others may do to the file between reading and replacing; "$theirs" gets the result.
changes() {
    cat <<'SCRIPTS'
echo 'hosts: dns' | tee "$conf" >"$theirs"
tr a-z b-za <"$conf" >"$theirs"; cat "$theirs" >"$conf"
tr a-z b-za <"$conf" >"$theirs"; cat "$theirs" >"$conf"; touch -d "$then.25" "$conf"
tr a-z b-za <"$conf" >"$theirs"; touch -d "$then.5" "$theirs"; cp -p "$theirs" "$conf.x"; mv "$conf.x" "$conf"
rm "$conf"
SCRIPTS
}

@test "whatever others change between reading and replacing is left to them" {
    needs_meddling
    export conf theirs=$BATS_TEST_TMPDIR/theirs then='2020-01-01 00:00:00' MEDDLE
    while read -r MEDDLE; do
        # When the new file is written, and when the old one is kept.
        for call in fsync:nsswitch.conf.idnx-* linkat:nsswitch.conf.idnx-*; do
            echo "$call: $MEDDLE"
            rm -f "$theirs" "$root/etc"/*
            cp "$BATS_TEST_TMPDIR/original" "$conf"
            touch -d "$then.5" "$conf"
            run meddle "$call:run" -- "$BUILD/idnx" enable --root "$root"
            [ "$status" -eq 4 ] || [[ $MEDDLE == rm* && $status -eq 5 ]] # nothing to keep
            [[ ${lines[-1]} == "idnx: $conf: "* ]]
            [ "$(find "$root/etc" -name '*.idnx-*')" = '' ]
            [ ! -e "$theirs" ] || cmp "$conf" "$theirs"
            [ -e "$theirs" ] || [ ! -e "$conf" ]
        done
    done < <(changes)
}

@test "a file that others make meanwhile is not replaced" {
    needs_meddling
    rm "$conf"
    # shellcheck disable=SC2016 # in there
    MEDDLE='echo "hosts: dns" >"$conf"' conf=$conf \
        run -4 meddle 'fsync:nsswitch.conf.idnx-*:run' -- "$BUILD/idnx" enable --root "$root"
    [ "${lines[-1]}" = "idnx: $conf: another program has changed it meanwhile" ]
    [ "$(cat "$conf")" = 'hosts: dns' ]
    [ "$(ls "$root/etc")" = nsswitch.conf ]
}

# --- The rest -----------------------------------------------------------------

@test "a terminal gets no control character of the file" {
    needs_terminal
    printf 'hosts:\tfiles a\033]2;x\007b\177c dns\r\n' >"$conf"
    run -0 on_terminal 500 "$BUILD/idnx" enable --dry-run --root "$root"
    [[ $output == *$'-hosts:\tfiles a<U+001B>]2;x<U+0007>b<U+007F>c dns'* ]]
    [[ $output != *$'\033'* ]]
}

@test "without --root it is this system's file, and a module that is missing is said" {
    needs_namespace
    needs_no_module
    # shellcheck disable=SC2016
    run -0 in_namespace 'mount --bind "$root/etc" /etc
        env LD_LIBRARY_PATH=/nowhere "$idnx" enable 2>&1; "$idnx" disable >/dev/null 2>&1'
    [[ $output == *'+++ /etc/nsswitch.conf'*'idnx: not in force: '*'libnss_idnx.so.2 is missing'*"In the directory of idnx's "*', run: '* ]]
    unchanged_beside
}

# a_module: makes a directory, first, for a module: a copy of the one that is built.
a_module() {
    needs_namespace
    directory=$BATS_TEST_TMPDIR/module-${1-}
    module=$directory/libnss_idnx.so.2
    mkdir -m 755 "$directory"
    cp "$BUILD/libnss_idnx.so.2" "$module"
}

# rejects_module FAULT: enable says so and how to get another one, and changes nothing.
rejects_module() {
    # shellcheck disable=SC2016
    run -3 in_namespace "set -- '$directory'"'
        mount --bind "$root/etc" /etc
        LD_LIBRARY_PATH=$1 "$idnx" enable 2>&1'
    [[ $output == *"$1"*"In the directory of idnx's "*', run: '* ]]
    cmp "$conf" "$BATS_TEST_TMPDIR/original"
}

@test "a module that would end every process is not enabled, whatever is left of it" {
    for size in 1000 4096 20000 40000; do
        a_module $size
        truncate -s $size "$module"
        rejects_module 'nothing is changed: libnss_idnx.so.2 ended the process: '
        [ "$(ls "$root/etc")" = nsswitch.conf ]
    done
}

# is_skipped FAULT: enable, with the module where libc is, enables idnx, and says what is wrong.
is_skipped() {
    # shellcheck disable=SC2016
    run -0 in_namespace "set -- '$(dirname "$("$CC" -print-file-name=libc.so.6)")' '$module'"'
        mount -t tmpfs none /mnt && mkdir /mnt/up /mnt/work && libc=$(realpath "$1") &&
            mount -t overlay -o "lowerdir=$libc,upperdir=/mnt/up,workdir=/mnt/work" none "$libc" ||
            { echo "no overlay"; exit; }
        cp -p "$2" "$libc"; mount --bind "$root/etc" /etc
        env -u LD_LIBRARY_PATH "$idnx" enable 2>&1; mv "$root/etc/nsswitch.conf.before-idnx" "$conf"'
    [ "$output" != 'no overlay' ] || skip 'no overlay here'
    [[ $output == *'now has idnx'*'idnx: not in force: '*"libnss_idnx.so.2 "$1* ]]
}

@test "a module that glibc skips is enabled, and what is wrong with it said" {
    needs_no_module # which would be hidden
    a_module
    chmod 000 "$module"
    is_skipped '(mode 000)*Run: chmod 644 /'
    chmod 755 "$module"
    printf '\004\000' | dd of="$module" bs=1 seek=18 conv=notrunc status=none
    is_skipped 'is for another processor'
    cp "$BUILD/libidnx.so.0" "$module"
    is_skipped "is not idnx's"
    truncate -s 50 "$module"
    is_skipped 'is damaged: '
}

# --- A dry run ------------------------------------------------------------------

# same_end SCRIPT: checks that after SCRIPT in a namespace, a dry run ends as the change does.
same_end() {
    # shellcheck disable=SC2016
    run -0 in_namespace "$1"'
        for option in --dry-run --root="$root"; do
            "$idnx" enable --root "$root" "$option" >"$root/said" 2>&1
            echo "status $?"
            cat "$root/said"
            ls "$root/etc"
            cat "$conf"
        done'
    half=$((${#lines[@]} / 2))
    [ "$((half * 2))" -eq "${#lines[@]}" ]
    for ((i = 0; i < half; i++)); do
        [ "${lines[i]}" = "${lines[i + half]}" ]
    done
    [ "${lines[0]}" = 'status 5' ]
}

@test "--dry-run ends as the change would: read-only, a mount of its own, no space" {
    needs_namespace
    # shellcheck disable=SC2016
    same_end 'mount --bind "$root/etc" "$root/etc"; mount -o remount,bind,ro "$root/etc"'
    [[ $output == *'Read-only file system'* ]]
    # shellcheck disable=SC2016
    same_end 'cp "$conf" "$root/outside"; mount --bind "$root/outside" "$conf"'
    [[ $output == *'Device or resource busy'* ]]
    # shellcheck disable=SC2016
    same_end 'mount -t tmpfs -o size=4096 none "$root/etc"; echo "hosts: files dns" >"$conf"'
    [[ $output == *"idnx: $conf: No space left on device"* ]]
    [[ $output == *$'Make room on its file system, and run this again\nnsswitch.conf\nhosts: files dns' ]]
}

@test "an immutable file: enable, a dry run and doctor say chattr -i" {
    chattr +i "$conf" 2>/dev/null || skip 'no immutable files here'
    run -5 --separate-stderr idnx enable --root "$root"
    said=$stderr
    remedy=${stderr_lines[-1]}
    doctor_says_the_same
    run -5 --separate-stderr idnx enable --dry-run --root "$root"
    chattr -i "$conf"
    [ "$stderr" = "$said" ]
    [ "$said" = "idnx: $conf: Operation not permitted
Make it mutable with \"chattr -i\", and run: idnx enable --root=$root" ]
    unchanged_beside
    follow
    cmp "$conf" <(enabled)
}
