#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx doctor: each test makes a fault, has it found, and fixes it by following the remedy.  The
# faults of doctor.tsv and hosts_lines.tsv are made in a directory for --root, which at first is the
# root of a sound system; those that only a running system has, in a world (tests/module/system).
#
# A plain user needs a user namespace in which root owns the files.
#
# shellcheck disable=SC2030,SC2031 # each test is a subshell, which has its own remedy

load common
load ../common/world
load ../common/terminal

A='idnx [!UNAVAIL=return]'

setup_file() {
    export SOUND=$BATS_FILE_TMPDIR/sound LIB=/lib/x86_64-linux-gnu NO_ROOT='' SKIPS=4
    sound_system
    # In the namespace of a plain user, root cannot become another one.
    [ "$(id -u)" -eq 0 ] || { SKIPS=5 && NO_ROOT=$(unshare -r true 2>&1); } || true
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    mkdir "$BATS_FILE_TMPDIR/bin"
    stub_make
}

teardown_file() {
    world_stop
}

setup() {
    [ -z "$NO_ROOT" ] || skip "no user namespace here: $NO_ROOT"
    root=$BATS_TEST_TMPDIR/root
    export LD_LIBRARY_PATH=$BUILD # what this machine has
    again
}

# again: makes the system sound again.
again() {
    rm -rf "${root:?}"
    cp -a "$SOUND" "$root"
}

# Otherwise a failed test's daemon would keep bats waiting for ever.
teardown() {
    # shellcheck disable=SC2086 # several, or none
    [ -z "${MAPPED-}" ] || kill $MAPPED
    stop_nscd
}

sound_system() {
    mkdir -p "$SOUND$LIB" "$SOUND/etc"
    "$CC" -shared -nostdlib -o "$SOUND$LIB/libc.so.6" -x c /dev/null
    install -m 644 "$BUILD/libnss_idnx.so.2" "$SOUND$LIB"
    for source in '#' libvirt_guest mdns mdns4 mdns4_minimal mdns_minimal mymachines nis resolve wins x; do
        : >"$SOUND$LIB/libnss_$source.so.2"
    done
    printf 'passwd: files\nhosts: %s\n' "$RECOMMENDED" >"$SOUND/etc/nsswitch.conf"
    printf '127.0.0.1 localhost\n' >"$SOUND/etc/hosts"
    echo sound >"$SOUND/etc/hostname"
}

# as_root COMMAND...
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        unshare -r "$@"
    fi
}

doctor() {
    as_root timeout 100 "$BUILD/idnx" doctor --all --root "$root" "$@"
}

# finds LEVEL CHECK TEXT [REMEDY]: checks that $output has such a finding with TEXT, and REMEDY
# in the next line with one.  Sets $remedy to it, and $check.
finds() {
    local line next=

    check=$2
    while IFS= read -r line; do
        [[ $line == "$1"*" $2"*" "*"$3"* ]] || continue
        while IFS= read -r next && [[ $next != '      fix:'* ]]; do :; done
        remedy=${next#      fix:       }
        if [[ $remedy == *"${4-}"* ]]; then
            return 0
        fi
    done < <(unwrapped "$output")
    printf 'no %s %s "%s" "%s" in:\n%s\n' "$1" "$2" "$3" "${4-}" "$output" >&2
    return 1
}

# levels OUTPUT: prints each check of a doctor's output and its worst level: 2 FAIL, 1 WARN, or 0.
levels() {
    awk '/^(OK|SKIP|WARN|FAIL) / {
            level = $1 == "FAIL" ? 2 : $1 == "WARN"
            worst[$2] = level > worst[$2] ? level : worst[$2] + 0
        }
        END { for (check in worst) print check, worst[check] }' <<<"$1" | sort
}

# Runs the command of $remedy, as root; where $in is "inside", in the world.  Checks that $check is
# right afterwards, and no other check worse than in $output, the output of doctor; but "idnx disable"
# takes idnx out of the line, and leaves the module.  Keeps a list of the commands for the last test.
run_remedy() {
    local command=${remedy##*[Rr]un: } before after

    echo "$command" >>"$BATS_FILE_TMPDIR/followed"
    before=$(levels "$output")
    "${in:-as_root}" env PATH="$BATS_FILE_TMPDIR/bin:$BUILD:$PATH" sh -c "$command"
    after=$(levels "$("${live:-doctor}")")
    join <(echo "$before") <(echo "$after") | awk -v check="$check" -v command="$command" '
        $1 == check && $3 != 0 && command != "idnx disable" { print "still wrong after \"" command "\": " $1; bad = 1 }
        $3 > $2 && !(command == "idnx disable" && $1 == "line") {
            print "worse after \"" command "\": " $1; bad = 1
        }
        END { exit bad }'
}

# Follows $remedy: "Run: COMMAND", "... run: COMMAND" or "Write into FILE, as line N: LINE".
follow() {
    case $remedy in
    *[Rr]'un: '*)
        run_remedy
        ;;
    *[Ww]'rite into '*)
        write "$remedy"
        ;;
    *)
        echo "what is to be done? $remedy" >&2
        return 1
        ;;
    esac
}

is_sound() {
    run -0 doctor
    ! grep -E '^(WARN|FAIL)' <<<"$output"
}

@test "of a sound system all is well, and what needs a running one is skipped" {
    is_sound
    [ "$(grep -c '^OK' <<<"$output")" -eq 5 ]
    [ "$(grep -c '^SKIP' <<<"$output")" -eq "$SKIPS" ]
    finds OK module "$LIB/libnss_idnx.so.2"
    finds OK line "/etc/nsswitch.conf line 2: $RECOMMENDED"
    finds SKIP nscd 'not for --root'
    finds SKIP processes 'not for --root'
}

# --- Faults ---------------------------------------------------------------------

# Makes a fake make that installs the module beside each libc.
stub_make() {
    export INSTALLED=$SOUND$LIB/libnss_idnx.so.2
    cat >"$BATS_FILE_TMPDIR/bin/make" <<'SH'
#!/bin/sh -e
[ "$1" = install ]
find "${2#DESTDIR=}" -name libc.so.6 | while read -r libc; do
    kind=$(head -c 20 "$libc" | od -A n -j 18 -t x2)
    [ "$kind" != "$(head -c 20 "$INSTALLED" | od -A n -j 18 -t x2)" ] || {
        rm -rf "${libc%/*}/libnss_idnx.so.2"
        install -m 644 "$INSTALLED" "${libc%/*}/libnss_idnx.so.2"; }
done
SH
    chmod +x "$BATS_FILE_TMPDIR/bin/make"
}

# needs_own: skips where this machine's libraries are not of the kind in these tests.
needs_own() {
    [ "$(uname -m)" = x86_64 ] || skip 'not on an x86-64'
}

# Changes e_machine, the 19th octet, to another architecture's (EM_68K).
other_machine() {
    printf '\004\000' | dd of="$1" bs=1 seek=18 conv=notrunc status=none
}

# elf CLASS ORDER FILE: writes a shared object of 32 or 64 bits, in byte order < or >: only a header
# and the name of idnx's function.
elf() {
    python3 -c '
import struct, sys
bits, order = int(sys.argv[1]), sys.argv[2]
sys.stdout.buffer.write(b"\x7FELF" + struct.pack("BBB9x", bits // 32, 1 + (order == ">"), 1) +
    struct.pack(order + "HH44x", 3, 21) + b"_nss_idnx_gethostbyname4_r")
' "$1" "$2" >"$3"
}

# hosts SOURCES: sets the system's hosts: line.
hosts() {
    printf 'passwd: files\nhosts: %s\n' "$1" >"$root/etc/nsswitch.conf"
}

# conf TEXT: writes idnx.conf, with the escapes of %b.
conf() {
    printf '%b' "$1" >"$root/etc/idnx.conf"
    chmod 644 "$root/etc/idnx.conf"
}

# in_etc SCRIPT: runs it in etc/, with $M for the module.
in_etc() {
    (
        cd "$root/etc"
        # shellcheck disable=SC2034 # for the script
        M=$root$LIB/libnss_idnx.so.2
        eval "${1//ROOT/$root}"
    )
}

# possible FAULT: whether it can be made here.
possible() {
    case $1 in
    x86:*) [ "$(uname -m)" = x86_64 ] ;;
    root:*) [ "$(id -u)" -eq 0 ] ;;
    esac
}

# fault LEVEL CHECK FAULT FINDING REMEDY THEN: makes it, has it found and fixed.
fault() {
    again
    in_etc "$(sed -E 's/^(x86|root): //' <<<"$3")"
    run doctor
    case $1 in
    OK) is_sound && [ "$(grep -c '^OK *module' <<<"$output")" -eq 1 ] ;;
    FAIL) [ "$status" -eq 3 ] ;;
    WARN) [ "$status" -eq 0 ] ;;
    esac
    [ "$4" = - ] || finds "$1" "$2" "${4//ROOT/$root}" "${5//ROOT/$root}"
    case $6 in
    -) return ;;
    follow) follow ;;
    *) in_etc "$6" ;;
    esac
    is_sound
}

@test "each fault is found, and with its remedy the system is sound" {
    local row number=0

    while IFS=$'\t' read -ra row; do
        [ "${#row[@]}" -eq 6 ]
        [ "${row[4]}" != - ] || row[4]=
        possible "${row[2]}" || continue
        echo "${row[2]}"
        fault "${row[@]}"
        number=$((number + 1))
    done < <(rows doctor.tsv)
    [ "$number" -gt 100 ]
}

@test "every fault of the hosts: line is found, and the line that enable writes or says is sound" {
    while IFS=$'\t' read -r level line finding who right; do
        echo "$line"
        hosts "${line/#-/}"
        run doctor
        [ "$status" -eq "$([ "$level" = FAIL ] && echo 3 || echo 0)" ]
        finds "$level" line "$finding"
        run --separate-stderr as_root "$BUILD/idnx" enable --root "$root"
        [ "$finding" = 'has no idnx' ] || [[ $stderr == *"idnx: "*" line 2 "*"$finding"* ]]
        if [ "$who" = enable ]; then
            [ "$status" -eq 0 ]
            [[ $remedy == 'Run: idnx enable --root='* ]]
        else
            [ "$status" -eq 3 ]
            [ -z "$output" ]
            [ "$(sed -n 2p "$root/etc/nsswitch.conf")" = "hosts: ${line/#-/}" ]
            [ "$remedy" = "Write into $root/etc/nsswitch.conf, as line 2: hosts: $right" ]
            [ "${stderr_lines[-1]}" = "$remedy" ]
            follow
        fi
        is_sound
        [ "$(sed -n 2p "$root/etc/nsswitch.conf")" = "hosts: $right" ]
    done < <(rows ../common/hosts_lines.tsv)
}

@test "every line that is recommended is sound, and enable has nothing to do" {
    while read -r line; do
        echo "$line"
        hosts "$line"
        is_sound
        finds OK line "$line"
        run -0 as_root "$BUILD/idnx" enable --root "$root"
        [[ $output == *'line 2 already has idnx'* ]]
    done < <(sed -n 's/^\(# \)\?hosts: //p' "$EXAMPLE"; echo "files $A"; echo "$A dns files"
        echo 'files idnx')
}

@test "a file or directory that an access control list closes is found" {
    [ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
    printf '%s\n' '#!/bin/sh' 'python3 -c "import os, sys
os.removexattr(sys.argv[2], \"system.posix_acl_access\")" "$@"' >"$BATS_FILE_TMPDIR/bin/setfacl"
    chmod +x "$BATS_FILE_TMPDIR/bin/setfacl"
    # As if SELinux or FUSE kept them out: a kernel with either is not at hand.
    module "$BATS_TEST_TMPDIR/no_list" <<<'long getxattr(void) { return -1; }'
    for closed in "$root/etc" "$root/etc/nsswitch.conf"; do
        # acl(5): u::rwx, u:65534:---, g::r-x, m::r-x, o::r-x
        python3 -c 'import os, struct, sys
os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack("<I" + "HHi" * 5, 2,
    1, 7, -1, 2, 0, 65534, 4, 5, -1, 16, 5, -1, 32, 5, -1))' "$closed" || skip 'no access control lists here'
        LD_PRELOAD=$BATS_TEST_TMPDIR/no_list/libnss_idnx.so.2 run -3 doctor
        finds FAIL line "$closed (mode 755, which would let them)" "Look at the rules of SELinux"
        run -3 doctor
        finds FAIL line "$closed (mode 755, with an access control list)" "Run: setfacl -b $closed"
        follow
        is_sound
    done
}

# --- The module ---------------------------------------------------------------

@test "a module missing for a second architecture is no failure" {
    needs_own
    mkdir "$root/lib/i386-linux-gnu"
    cp "$root$LIB/libc.so.6" "$root/lib/i386-linux-gnu"
    other_machine "$root/lib/i386-linux-gnu/libc.so.6"
    run -0 doctor
    finds WARN module "i386-linux-gnu/libnss_idnx.so.2 is missing" \
        "with CC set for that processor, run: make install DESTDIR=$root"
    cp "$root$LIB/libnss_idnx.so.2" "$root/lib/i386-linux-gnu"
    other_machine "$root/lib/i386-linux-gnu/libnss_idnx.so.2"
    run -0 doctor
    finds WARN module "i386-linux-gnu/libnss_idnx.so.2 is not a copy of this machine's module"
    # Most programs are of the first architecture.
    truncate -s 9000 "$root$LIB/libnss_idnx.so.2"
    run -3 idnx enable --root="$root"
    [[ $output == *"nothing is changed: $root$LIB/libnss_idnx.so.2 is damaged: its end is missing"* ]]
    rm "$root$LIB/libnss_idnx.so.2"
    run -3 doctor
    finds FAIL module "$LIB/libnss_idnx.so.2 is missing"
}

@test "a plain user's module is not root's" {
    [ "$(id -u)" -ne 0 ] || skip 'root owns the files here'
    run -3 "$BUILD/idnx" doctor --root "$root"
    finds FAIL module "not root but $(id -u)" 'run as root: find '
}

# --- Who writes nsswitch.conf -------------------------------------------------

# authselect_has ID HOSTS: makes nsswitch.conf that of profile ID, whose hosts: line is HOSTS.
authselect_has() {
    local directory=$root/usr/share/authselect/default/$1

    [[ $1 != custom/* ]] || directory=$root/etc/authselect/$1
    mkdir -p "$directory" "$root/etc/authselect"
    printf '%s\nwith-mdns4\n\nwith-sudo\n' "$1" >"$root/etc/authselect/authselect.conf"
    printf 'passwd: {if "with-x":x }files\n%s\n' "${2:+hosts: $2}" >"$directory/nsswitch.conf"
    cp "$root/etc/nsswitch.conf" "$root/etc/authselect"
    ln -sf /etc/authselect/nsswitch.conf "$root/etc/nsswitch.conf"
}

# stub NAME: makes a program that Debian does not have, from standard input.  It runs with the
# directory of "chroot DIRECTORY" in $directory, and records its call there.
stub() {
    local bin=$BATS_FILE_TMPDIR/bin

    # shellcheck disable=SC2016 # of that shell
    printf '#!/bin/sh\ndirectory=$1\nshift\nexport directory\nexec "$@"\n' >"$bin/chroot"
    # shellcheck disable=SC2016
    { printf '#!/bin/sh -e\necho "${0##*/} $*" >>"$directory/calls"\n'; cat; } >"$bin/$1"
    chmod 755 "$bin/chroot" "$bin/$1"
}

# enable_says: checks that idnx gives the same remedy, and shows no change as made.
enable_says() {
    run -3 --separate-stderr as_root "$BUILD/idnx" "$1" --root "$root"
    [[ $output == 'would change:'* ]]
    [ "${stderr_lines[1]}" = "$remedy" ]
}

@test "authselect, known by its link or by the comment in its file" {
    hosts 'files dns'
    authselect_has custom/mine 'files dns'
    for file in link relative dangling comment; do
        [ $file != relative ] || ln -sf authselect/nsswitch.conf "$root/etc/nsswitch.conf"
        if [ $file = dangling ]; then
            ln -sf /etc/authselect/nsswitch.conf "$root/etc/nsswitch.conf"
            mv "$root/etc/authselect/nsswitch.conf" "$BATS_TEST_TMPDIR/theirs"
        fi
        [ $file != comment ] || mv "$BATS_TEST_TMPDIR/theirs" "$root/etc/authselect/nsswitch.conf"
        if [ $file = comment ]; then
            rm "$root/etc/nsswitch.conf"
            { echo '# Generated by authselect'; cat "$root/etc/authselect/nsswitch.conf"; } \
                >"$root/etc/nsswitch.conf"
        fi
        run -3 doctor
        finds OK manager 'is written by authselect'
        [ $file != dangling ] || continue
        finds FAIL line 'has no idnx' "Put \"$A\" once, before resolve and dns, into the hosts: line \
of a profile of your own, or if the profile has none, of /etc/authselect/user-nsswitch.conf, and run \
\"authselect apply-changes\"; see authselect-profiles(5)"
        enable_says enable
    done
    sed -i "s/files dns/files $A dns/" "$root/etc/nsswitch.conf"
    run -3 --separate-stderr as_root "$BUILD/idnx" disable --root "$root"
    [[ ${stderr_lines[1]} = 'Take idnx out of the hosts: line of the profile, or of '* ]]
}

@test "openSUSE's nsswitch-config gets a drop-in" {
    local conf=$root/etc/nsswitch.conf piece=$root/etc/nsswitch.conf.d/45-idnx.conf

    printf '# This file was generated by nsswitch-config.\nhosts: files dns\n' >"$conf"
    run -3 doctor
    finds OK manager 'is written by nsswitch-config'
    finds FAIL line 'no idnx' "Write into $piece, and run nsswitch-config: hosts: $A"
    enable_says enable
    sed -i "s/files dns/files $A dns/" "$conf"
    run -3 --separate-stderr as_root "$BUILD/idnx" disable --root "$root"
    [ "${stderr_lines[1]}" = "Remove $piece, and run nsswitch-config" ]
}

# Makes the configured list the hosts: line.
stub_nixos() {
    stub nixos-rebuild <<'SH'
[ "$*" = switch ]
sed -n 's/.*nssDatabases.hosts = lib.mkForce \[ "\(.*\)" \];.*/hosts: \1/p' \
    "$directory/etc/nixos/configuration.nix" >"$directory/etc/static/nsswitch.conf"
SH
}

@test "NixOS" {
    stub_nixos
    hosts 'files dns'
    mkdir "$root/etc/static" "$root/etc/nixos"
    mv "$root/etc/nsswitch.conf" "$root/etc/static"
    ln -s /etc/static/nsswitch.conf "$root/etc/nsswitch.conf"
    rm -r "${root:?}/lib"
    run -3 doctor
    finds SKIP module 'NixOS'
    finds OK manager 'NixOS'
    finds FAIL line 'no idnx' 'system.nssModules = [ idnx ];'
    enable_says enable
    echo "${remedy#*: }" >"$root/etc/nixos/configuration.nix"
    directory=$root PATH=$BATS_FILE_TMPDIR/bin:$PATH nixos-rebuild switch
    is_sound
    # The place of a root does not make it NixOS.
    root=$BATS_TEST_TMPDIR/nix/store/root
    mkdir -p "${root%/*}"
    again
    is_sound
    finds OK manager 'neither authselect nor NixOS'
}

@test "a directory's name is quoted for the shell" {
    mv "$root" "$root it's"
    root="$root it's"
    chmod 600 "$root/etc/nsswitch.conf"
    run -3 doctor
    finds FAIL line 'not all can read' "'/"
    follow
    is_sound
}

@test "a plain user is told what root can do, and never to remove a policy" {
    conf=$root/etc/idnx.conf
    user=()
    if [ "$(id -u)" -eq 0 ]; then
        chmod 711 "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/* "$BATS_TEST_TMPDIR" 2>/dev/null || true
        user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
        cp "$BUILD/idnx" "$BATS_TEST_TMPDIR/idnx"
        "${user[@]}" "$BATS_TEST_TMPDIR/idnx" doctor --root "$root" >/dev/null ||
            skip 'another user cannot see the temporary directory'
    else
        cp "$BUILD/idnx" "$BATS_TEST_TMPDIR/idnx"
    fi
    for what in 'echo CheckBidi = true >$conf; chmod 600 $conf' ':>$conf' 'mkdir $conf' \
        'mkfifo $conf' 'ln -s /nowhere $conf' 'truncate -s 1M $conf' 'echo x >$conf' \
        'chmod 700 $root/etc'; do
        rm -rf "$conf"
        eval "$what"
        echo "$what"
        run "${user[@]}" "$BATS_TEST_TMPDIR/idnx" doctor --root "$root"
        chmod 755 "$root/etc"
        [[ $output != *'rm '* && $output != *'mv '* ]]
        ! grep -E '(R|r)un: ' <<<"$output"
    done
    echo 'CheckBidi = true' | tee "$conf" >/dev/null
    chmod 600 "$conf"
    [ "$(id -u)" -eq 0 ] || return 0
    run -3 "${user[@]}" "$BATS_TEST_TMPDIR/idnx" doctor --root "$root"
    finds FAIL config '(mode 600)' "Run as root: chmod 644 $conf"
    [ "$(grep -c '^FAIL  config' <<<"$output")" -eq 1 ]
    chown 1234 "$conf"
    run -3 "${user[@]}" "$BATS_TEST_TMPDIR/idnx" doctor --root "$root"
    finds FAIL config 'is not root but 1234' "find $conf -exec chown root:root {} + -exec chmod 644 {} +"
}

@test "--root needs /proc" {
    needs_namespaces
    # shellcheck disable=SC2016 # for that shell
    run -5 unshare_mounts sh -ec 'mount -t tmpfs none /proc; exec "$0" status --root "$1"' "$BUILD/idnx" "$root"
    [ "$output" = 'idnx: --root needs /proc: No such file or directory' ]
}

@test "a kernel or a sandbox without openat2()" {
    needs_meddling
    run -5 as_root "$BUILD/tests/common/meddle" openat2::ENOSYS -- \
        "$BUILD/idnx" doctor --root "$root"
    [ "$output" = \
        'idnx: --root needs openat2(2), new in Linux 5.6: Function not implemented' ]
    run -5 as_root "$BUILD/tests/common/meddle" openat2::EPERM -- \
        "$BUILD/idnx" doctor --root "$root"
    [ "$output" = "idnx: $root: Operation not permitted" ]
    # 99: the call was never made.
    run -99 as_root "$BUILD/tests/common/meddle" openat2::ENOSYS -- \
        "$BUILD/idnx" doctor --root /
}

# --- A running system ---------------------------------------------------------

# module DIRECTORY: compiles a module from the C code on standard input into DIRECTORY.
module() {
    mkdir -p "$1"
    "$CC" -shared -fPIC -o "$1/libnss_idnx.so.2" -x c - -Wl,-soname,libnss_idnx.so.2
}

# follows_inside: the same as follow, in the world.
follows_inside() {
    in=inside live=live follow
}

begin_live() {
    needs_namespaces
    rm -rf "$WORLD"/etc/{authselect,idnx.conf}
    begin
}

live() {
    inside env LD_LIBRARY_PATH="${MODULE:-$BUILD}" "$BUILD/idnx" doctor --all "$@"
}

@test "live: a module that crashes or hangs" {
    begin_live
    MODULE=$BATS_TEST_TMPDIR/module
    while IFS='|' read -r code finding; do
        hosts_line "$RECOMMENDED"
        module "$MODULE" <<<"$code"
        run -3 live
        finds FAIL module "$finding" 'but first run: idnx disable'
        run -1 inside env LD_LIBRARY_PATH="$MODULE" "$BUILD/idnx" resolve bücher.example
        [[ $output == *'programs end at their first lookup, because libnss_idnx.so.2'* ]]
        follows_inside
    done <<'ROWS'
int _nss_idnx_gethostbyname4_r(void) { __builtin_trap(); }|ended the process
void _exit(int); void _nss_idnx_gethostbyname4_r(void) { _exit(7); }|ended the process with status 7
int pause(void); int _nss_idnx_gethostbyname4_r(void) { return pause(); }|took more than 5 s
ROWS
}

@test "live: a module that cannot be loaded" {
    needs_no_module
    begin_live
    MODULE=$BATS_TEST_TMPDIR/module
    hosts_line "$RECOMMENDED"
    module "$MODULE" <<<'void nobody(void); void _nss_idnx_gethostbyname4_r(void) { nobody(); }'
    run -3 live
    finds FAIL module 'libnss_idnx.so.2 is missing' 'run: '
    # Where libc has it, or where this command alone has it.
    # shellcheck disable=SC2016 # for that shell
    run inside unshare -m sh -c 'mount -t tmpfs none /mnt && mkdir /mnt/up /mnt/work &&
        mount -t overlay -o lowerdir="$1",upperdir=/mnt/up,workdir=/mnt/work none "$1" || exit 77
        cp "$2" "$1"; chmod 644 "$1/${2##*/}"; env -u LD_LIBRARY_PATH "$3/idnx" doctor
        cp "$3/${2##*/}" "$1"; LD_LIBRARY_PATH=${2%/*} "$3/idnx" doctor' \
        sh "$(realpath "$(dirname "$("$CC" -print-file-name=libc.so.6)")")" \
        "$MODULE/libnss_idnx.so.2" "$BUILD"
    [ "$status" -eq 77 ] || {
        finds FAIL module 'libnss_idnx.so.2 cannot be loaded: ' "In the directory of idnx's "
        [ "$(grep -c '^FAIL  module     libnss_idnx.so.2 cannot be loaded:' <<<"$output")" -eq 2 ]
    }
}

@test "live: a module that the dynamic linker finds by its cache alone, as in /usr/local/lib" {
    needs_no_module
    begin_live
    hosts_line "$RECOMMENDED"
    # shellcheck disable=SC2016 # for that shell
    run inside unshare -m sh -c 'mount -t tmpfs none /usr/local/lib &&
        cp "$1/libnss_idnx.so.2" /usr/local/lib && /sbin/ldconfig 2>/dev/null || exit 77
        exec env -u LD_LIBRARY_PATH "$1/idnx" doctor --all' sh "$BUILD"
    [ "$status" -eq 77 ] || finds OK module /usr/local/lib/libnss_idnx.so.2
}

@test "live: authselect says that it would undo a change" {
    begin_live
    mkdir "$WORLD/etc/authselect"
    touch "$WORLD/etc/authselect/authselect.conf"
    echo '# Generated by authselect' >>"$WORLD/etc/nsswitch.conf"
    for wanted in 3 0; do
        # shellcheck disable=SC2016 # for that shell
        run inside unshare -m sh -c 'mount -t tmpfs none /mnt && mkdir /mnt/up /mnt/work &&
            mount -t overlay -o lowerdir=/usr/bin,upperdir=/mnt/up,workdir=/mnt/work none /usr/bin ||
            exit 77
            printf "#!/bin/sh\n[ \"\$*\" = check ] && exit $1\n" >/usr/bin/authselect
            chmod +x /usr/bin/authselect; exec "$2" doctor --all' sh "$wanted" "$BUILD/idnx"
        [ "$status" -ne 77 ] || break
        if [ "$wanted" -eq 3 ]; then
            finds WARN manager 'would undo changes' 'see authselect-profiles(5)'
        else
            finds OK manager 'is written by authselect'
        fi
    done
}

@test "live: no idnx in the line, an error in idnx.conf, and a charset that iconv lacks" {
    begin_live
    idnx_conf nonsense
    run -3 live
    finds FAIL config 'neither "key = value" nor'
    for charset in NO-SUCH-CHARSET ISO-2022-JP UTF-16; do
        idnx_conf "charset = $charset"
        run -3 live
        finds FAIL config "charset $charset" 'charset = ISO-8859-15'
        echo "${remedy##*: }" >"$WORLD/etc/idnx.conf"
        run live
        finds OK config idnx.conf
    done
    no_idnx_conf
    hosts_line "$WITHOUT"
    run -3 live
    finds FAIL line 'no idnx' 'Run: idnx enable'
    follows_inside
    run live
    finds OK line 'files idnx'
}

# mapped FILE: starts a process that maps FILE, and removes FILE.
mapped() {
    cp "$BUILD/libnss_idnx.so.2" "$1"
    python3 -c 'import mmap, sys, time
file = open(sys.argv[1], "rb")
mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
print("mapped", flush=True)
time.sleep(600)' "$1" >"$BATS_TEST_TMPDIR/said" 3>&- &
    MAPPED+=" $!"
    until grep -q mapped "$BATS_TEST_TMPDIR/said"; do
        kill -0 "$!"
        sleep 0.05
    done
    rm "$1" "$BATS_TEST_TMPDIR/said"
}

# takes PROGRAM WORDS: follows $remedy, by which the program, a stub, gets these words.
takes() {
    printf '#!/bin/sh\n[ "$*" = "%s" ]\n' "$2" >"$BATS_FILE_TMPDIR/bin/$1"
    chmod 755 "$BATS_FILE_TMPDIR/bin/$1"
    echo "${remedy##*un: }" >>"$BATS_FILE_TMPDIR/followed"
    PATH=$BATS_FILE_TMPDIR/bin:$PATH sh -c "${remedy##*un: }"
    rm "$BATS_FILE_TMPDIR/bin/$1"
}

# in_cgroup LINE: runs doctor with that line for the last process in the place of what cgroups(7) says.
in_cgroup() {
    echo "$1" >"$BATS_TEST_TMPDIR/cgroup"
    # shellcheck disable=SC2016 # $0 and $@ are of that shell
    run unshare_mounts sh -ec 'mount --bind "$0" "$1"; shift; exec "$@"' "$BATS_TEST_TMPDIR/cgroup" \
        "/proc/${MAPPED##* }/cgroup" "$BUILD/idnx" doctor --all
}

@test "live: processes that have the module of before an upgrade" {
    [ "$(id -u)" -eq 0 ] || skip 'only root sees processes out of its user namespace'
    run idnx doctor --all
    ! grep '^WARN  processes' <<<"$output" || skip 'such processes run here'
    unshare_mounts true || skip 'no mount namespace here'
    grep -E '^(OK  |SKIP)  processes' <<<"$output"
    mapped "$BATS_TEST_TMPDIR/libnss_other.so.2"
    run idnx doctor --all
    finds OK processes 'no process has an older module' || finds SKIP processes 'cannot be looked at'
    mapped "$BATS_TEST_TMPDIR/libnss_idnx.so.2"
    in_cgroup '0::/user.slice/user-0.slice/user@0.service/system.slice/a.service'
    finds WARN processes "1 process (${MAPPED##* }) with the module from before an upgrade" \
        "Restart what this lists; run: ps -o user,comm ${MAPPED##* }"
    takes ps "-o user,comm ${MAPPED##* }"
    in_cgroup '1:name=systemd:/system.slice/system-a.slice/b@x\x2d1.service/c'
    finds WARN processes '1 process (' "Run: systemctl restart 'b@x\x2d1.service'"
    takes systemctl 'restart b@x\x2d1.service'
    mapped "$BATS_TEST_TMPDIR/libnss_idnx.so.2.dpkg-tmp"
    run idnx doctor --all
    finds WARN processes '2 processes (' "${MAPPED##* }"
    # shellcheck disable=SC2086 # several
    kill $MAPPED
    MAPPED=
}

@test "live: a program in Go that uses libc is named" {
    [ "$(id -u)" -eq 0 ] || skip 'only root sees processes out of its user namespace'
    # As Go's linker writes it.
    "$CC" -x c -o "$BATS_TEST_TMPDIR/go" - <<'EOF'
#include <unistd.h>
__asm__(".pushsection .note.go.buildid, \"a\"; .long 4, 4, 4; .ascii \"Go\\0\\0abcd\"; .popsection");
int main(void) { return pause(); }
EOF
    "$BATS_TEST_TMPDIR/go" 3>&- &
    until [ "$(<"/proc/$!/comm")" = go ]; do sleep 0.05; done
    run idnx doctor --all
    kill $!
    finds OK processes "process ($!) in Go: a thread" || finds OK processes " $!"
}

# in_jail FLAGS: runs doctor beside a process whose root directory is $jail.
in_jail() {
    # shellcheck disable=SC2016 # for that shell
    run inside unshare "$1" --mount-proc sh -ec 'mount -t tmpfs none /mnt
        mkdir /mnt/up /mnt/work
        mount -t overlay -o lowerdir="$1",upperdir=/mnt/up,workdir=/mnt/work none "$1" || exit 77
        cp "$2/libnss_idnx.so.2" "$1"
        python3 -c "import os, sys, time
ready, written = os.pipe()
if os.fork() == 0:
    os.chroot(sys.argv[1])
    os.close(written)
    time.sleep(100)
os.close(written)
os.read(ready, 1)
os.execv(sys.argv[2], sys.argv[2:])" "$3" "$2/idnx" doctor --all' sh "$libraries" "$BUILD" "$jail"
    [ "$status" -ne 77 ] || skip 'no overlay here'
}

@test "live: a process in a chroot that lacks idnx.conf, the module, or idnx in the hosts: line" {
    [ "$(id -u)" -eq 0 ] || skip 'only root may chroot'
    needs_no_module
    begin_live
    idnx_conf 'protection = browser'
    jail=$BATS_TEST_TMPDIR/jail libraries=$(realpath "$(dirname "$("$CC" -print-file-name=libc.so.6)")")
    mkdir -p "$jail"/{etc,lib}
    for change in : 'rm etc/idnx.conf' 'echo >>etc/idnx.conf' 'sed -i s/idnx// etc/nsswitch.conf' \
        'rm lib/*' 'echo >>lib/libnss_idnx.so.2' 'echo "hosts: files dns idnx" >>etc/nsswitch.conf' \
        'echo "hosts: files idnx [!UNAVAIL=continue] dns" >>etc/nsswitch.conf' \
        'mkdir -p usr/lib64; cp "$libraries/libc.so.6" lib; mv lib/libnss* usr/lib64' 'rm -r etc'; do
        cp "$WORLD"/etc/{idnx,nsswitch}.conf "$jail/etc"
        cp "$BUILD/libnss_idnx.so.2" "$jail/lib"
        (cd "$jail" && eval "$change")
        in_jail -mpf
        if [ "$change" = : ]; then
            finds OK processes 'no process has an older module'
        else
            finds WARN processes ') with another' \
                'Put copies of /etc/idnx.conf and /etc/nsswitch.conf into their root directory, and lib'
        fi
    done
    # Without etc/resolv.conf, libc uses the name server of 127.0.0.1: this network has none.
    in_jail -mpfn
    finds OK processes 'no process has an older module'
}

@test "live: a plain user is told that he sees his own processes alone" {
    [ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
    cp "$BUILD/idnx" "$BATS_TEST_TMPDIR/idnx"
    chmod 755 "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR" "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/idnx"
    run setpriv --reuid=65534 --regid=65534 --clear-groups "$BATS_TEST_TMPDIR/idnx" doctor --all
    finds SKIP processes 'only root may look into all processes'
    setpriv --reuid=65534 sleep 100 3>&- &
    MAPPED=$!
    run setpriv --bounding-set=-sys_ptrace "$BUILD/idnx" doctor --all
    finds SKIP processes 'cannot be looked at: that takes CAP_SYS_PTRACE'
    run -0 "$BUILD/idnx" doctor --all --root="$root"
    run -1 finds SKIP line
    for capability in setuid setgid sys_chroot; do
        run setpriv --bounding-set="-$capability" "$BUILD/idnx" doctor --all --root="$root"
        finds SKIP line 'whether programs of other users can read the files is not known'
        setpriv --bounding-set="-$capability" "$BUILD/idnx" status --root="$root" |
            grep '^not for     static programs, perhaps programs of other users$'
    done
}

@test "no process of the user nobody can stop the one that has his rights" {
    needs_namespaces
    [ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
    # In a namespace, his signals reach no process of others.
    # shellcheck disable=SC2016 # for that shell
    timeout 30 unshare -pf --kill-child sh -c '
        setpriv --reuid=65534 --clear-groups sh -c "while :; do kill -s STOP -- -1; done" 2>/dev/null 3>&- &
        for run in $(seq 20); do "$0" doctor --root "$1"; done' "$BUILD/idnx" "$root"
}

# meddled RULE...: runs live with failing system calls (meddle.c).
meddled() {
    inside env LD_LIBRARY_PATH="$BUILD" \
        "$BUILD/tests/common/meddle" "$@" -- "$BUILD/idnx" doctor --all
}

@test "live: where no process can be had, that is said; where a wait is interrupted, it goes on" {
    needs_namespaces
    needs_meddling
    hosts_line "$RECOMMENDED"
    # The first ones may ask what has installed idnx.
    for rule in 'fork::EAGAIN Resource temporarily unavailable' 'pipe::EMFILE Too many open files'; do
        for ((number = 1; number < 9; number++)); do
            run meddled "${rule%% *}:$number"
            [ "$status" -ne 5 ] || break
        done
        [[ ${lines[-1]} == "idnx: a process for the "*": ${rule#* }" ]]
    done
    for number in 1 2; do
        run meddled "wait::EINTR:$number"
        finds OK manager nsswitch.conf
    done
}

# start_nscd [missing]: starts a daemon at nscd's socket, which hangs up, so that glibc asks the sources
# itself; with "missing", it answers like glibc's that no host is there.
start_nscd() {
    stop_nscd
    inside python3 -c '
import os, pathlib, socket, struct, sys
os.makedirs("/run/nscd", exist_ok=True)
pathlib.Path("/run/nscd/socket").unlink(missing_ok=True)
daemon = socket.socket(socket.AF_UNIX)
daemon.bind("/run/nscd/socket")
daemon.listen(5)
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
while True:
    program = daemon.accept()[0]
    if sys.argv[2:] and struct.unpack("3i", program.recv(12) or bytes(12))[1] == 14: # GETAI
        program.send(struct.pack("6i", 2, 0, 0, 0, 0, 1))
    program.close()
' "$BATS_TEST_TMPDIR/nscd.pid" "$@" >/dev/null 2>"$BATS_TEST_TMPDIR/nscd.err" 3>&- &
    until [ -s "$BATS_TEST_TMPDIR/nscd.pid" ]; do
        kill -0 $! || { cat "$BATS_TEST_TMPDIR/nscd.err"; return 1; }
        sleep 0.05
    done
}

stop_nscd() {
    [ ! -e "$BATS_TEST_TMPDIR/nscd.pid" ] || kill "$(cat "$BATS_TEST_TMPDIR/nscd.pid")"
    rm -f "$BATS_TEST_TMPDIR/nscd.pid"
    wait
}

@test "live: an nscd that runs, and one that has left its socket" {
    needs_namespaces
    inside mount -t tmpfs none /run
    run live
    finds OK nscd 'no nscd'
    start_nscd
    run live
    finds OK nscd 'nscd answers for programs'
    stop_nscd
    run live
    finds OK nscd 'no nscd'
    inside umount /run
}

# cached NAME SECONDS: writes a cache of nscd, in which the name expires after SECONDS: glibc's
# database_pers_head with one bucket, then the name, its hashentry (GETAI) and its datahead.
cached() {
    inside mkdir -p /var/cache/nscd
    # shellcheck disable=SC2016 # of Python
    inside python3 -c '
import struct, sys, time
name = sys.argv[1].encode() + b"\0"
head = struct.pack("4iq5I", 2, 120, 0, 1, 0, 1, 0, 0, 0, 1)
data = (name.ljust(64, b"\0") + struct.pack("BB2x5I", 14, 1, len(name), 0, 0, 2**32 - 1, 96).ljust(32, b"\0") +
    struct.pack("2Iq4BI", 32, 32, int(time.time()) + int(sys.argv[2]), 0, 0, 1, 0, 60))
open("/var/cache/nscd/hosts", "wb").write(head.ljust(120, b"\0") + struct.pack("I12x", 64) + data)
' "$@"
}

@test "live: an nscd that goes without the module is found once the line names idnx" {
    needs_namespaces
    [ "$(id -u)" -eq 0 ] || skip 'only root sees what a process maps'
    inside mount -t tmpfs none /run
    inside mkdir -p /run/systemd/system
    hosts_line "$WITHOUT"
    start_nscd missing
    run live
    finds OK nscd 'nscd answers for programs'
    hosts_line "$RECOMMENDED"
    run live
    finds FAIL nscd 'nscd answers without libnss_idnx.so.2' 'Run: systemctl restart nscd'
    takes systemctl 'restart nscd'
    # shellcheck disable=SC2016
    run inside unshare -m sh -c 'mount -t tmpfs none /proc; "$@" doctor --all' sh "$BUILD/idnx"
    finds SKIP nscd 'only root can see whether nscd answers without'
    [[ $output == *'nscd        answers for programs, perhaps without '* ]]
    run inside "$BUILD/idnx" resolve nxdomain.example
    [[ $output == *'nscd did not ask'* ]]
    run inside "$BUILD/idnx" resolve ü.nxdomain.example
    [[ $output == *'because     nscd answers without libnss_idnx.so.2'* ]]
    stop_nscd
    inside umount /run
}

@test "live: what nscd found before idnx.conf rejected it, until that expires" {
    needs_namespaces
    inside mount -t tmpfs none /run
    inside mount -t tmpfs none /var/cache
    hosts_line "$RECOMMENDED"
    idnx_conf 'protection = browser'
    start_nscd
    for row in 'xn--bcher-kva.example 60' 'xn--ypal-43d9g.example -1'; do
        # shellcheck disable=SC2086 # two words
        cached $row
        run live
        finds OK nscd 'nscd answers for programs'
    done
    cached xn--ypal-43d9g.example $((2 * 86400))
    run -3 live
    finds FAIL nscd "until $(date -d '2 days' +%F) " 'Run: nscd -i hosts'
    finds FAIL nscd 'names that /etc/idnx.conf rejects, such as xn--ypal-43d9g.example' 'Run: nscd -i hosts'
    printf '#!/bin/sh\n[ "$*" = "-i hosts" ] && rm /var/cache/nscd/hosts\n' >"$BATS_FILE_TMPDIR/bin/nscd"
    chmod 755 "$BATS_FILE_TMPDIR/bin/nscd"
    follows_inside
    # 2^18 buckets, each of which is a circle.
    circles='import struct; print(end=(struct.pack("i36xI", 2, 2**18) + bytes(2**21)).decode())'
    for damaged in 'printf x' "python3 -c '$circles'"; do
        eval "$damaged" | inside tee /var/cache/nscd/hosts >/dev/null
        run inside timeout 20 env LD_LIBRARY_PATH="$BUILD" "$BUILD/idnx" doctor --all
        finds OK nscd 'nscd answers for programs'
    done
    no_idnx_conf
    stop_nscd
    inside umount /var/cache /run
}

# --- The form -----------------------------------------------------------------

@test "what a file says reaches no terminal raw" {
    hosts $'files \e]0;x\a idnx \u202E dns'
    run doctor
    [[ $output != *$'\e'* && $output != *$'\u202E'* ]]
    finds WARN line '"<U+202E>" after idnx' 'Run: idnx enable'
    hosts $'files \e]0;x\a nis [NOTFOUND=return] dns'
    run doctor
    finds FAIL line 'never calls' '<U+001B>]0;x<U+0007> nis idnx'
    [[ $output != *$'\e'* && $remedy == 'Write into '* ]]
    run doctor --json
    [[ $output != *$'\e'* && $output != *$'\a'* ]]
}

@test "what is right or absent is not shown without --all, and the end is what status shows" {
    run -0 as_root "$BUILD/idnx" doctor --root "$root"
    [ "$output" = "$(as_root "$BUILD/idnx" status --root "$root")
No name server was queried: idnx resolve NAME does that." ]
    [ "${lines[0]}" = 'idnx        in force: programs find internationalized names' ]
    [ "${#lines[@]}" -le 12 ]
    hosts 'files idnx dns'
    run -0 as_root "$BUILD/idnx" doctor --root "$root"
    [ "$(sed -E '/^idnx  /,$d; s/ .*//' <<<"$output" | sort -u | tr '\n' ' ')" = ' WARN ' ]
    run -0 doctor
    [ "$(grep -c '^OK' <<<"$output")" -eq 4 ]
    [ "$(grep -c '^SKIP' <<<"$output")" -eq "$SKIPS" ]
    # A program reads every check.
    run -0 as_root "$BUILD/idnx" doctor --json --root "$root"
    [ "${#lines[@]}" -eq $((5 + SKIPS)) ]
}

# label FILE TYPE: sets what SELinux decides by.
label() {
    python3 -c 'import os, sys
os.setxattr(sys.argv[1], "security.selinux", f"system_u:object_r:{sys.argv[2]}:s0\0".encode())' \
        "$root$1" "$2"
}

@test "a file whose label says where it came from is found; one that idnx set makes has the right one" {
    label /etc/nsswitch.conf etc_t 2>/dev/null ||
        skip 'only a user with CAP_SYS_ADMIN sets labels here'
    label "$LIB/libc.so.6" lib_t
    label "$LIB/libnss_idnx.so.2" lib_t
    as_root "$BUILD/idnx" set --root "$root" protection=browser
    run -0 doctor
    finds OK selinux 'files have the types of'
    label /etc/idnx.conf user_home_t
    run -3 doctor
    finds FAIL selinux "/etc/idnx.conf is user_home_t:s0" 'restorecon '
    # shellcheck disable=SC2016 # $1 is that shell's
    printf '%s\n' '#!/bin/sh' 'python3 -c "import os, sys
os.setxattr(sys.argv[1], \"security.selinux\", b\"system_u:object_r:etc_t:s0\")" "$1"' \
        >"$BATS_FILE_TMPDIR/bin/restorecon"
    chmod +x "$BATS_FILE_TMPDIR/bin/restorecon"
    follow
    label "$LIB/libnss_idnx.so.2" tmp_t
    run -3 doctor
    finds FAIL selinux "libnss_idnx.so.2 is tmp_t:s0, and that of $LIB/libc.so.6 lib_t:s0" restorecon
}

@test "a pipe gets lines of at most 80 columns, and nothing is broken inside a word" {
    hosts 'files idnx [UNAVAIL=return] dns myhostname # x'
    printf '%s\n' 'protecton = browser' 'colour = blue' '[.a..b]' >"$root/etc/idnx.conf"
    chmod 600 "$root/etc/idnx.conf"
    run -3 doctor
    while IFS= read -r line; do
        [ "${#line}" -le 80 ] || [[ $line =~ ^(chmod|hosts:|idnx\ enable)|$root ]]
    done <<<"$output"
    # Each word is one of the same finding in JSON.
    words=" $(doctor --json | jq -r '.level, .check, .message, .fix' | tr '\n' ' ') "
    for word in ${output%$'\nidnx  '*}; do
        [[ $words == *"$word"* || $word == fix: ]]
    done
}

# at_width COLUMNS [OPTION]...: prints what doctor writes on a terminal that wide.
at_width() {
    local columns=$1

    shift
    as_root python3 -ISB "$BATS_TEST_DIRNAME/../common/terminal.py" "$columns" \
        "$BUILD/idnx" doctor --all --root "$root" "$@"
}

@test "a terminal gets colours, unless NO_COLOR is set; a pipe gets none" {
    needs_terminal
    unset NO_COLOR
    export TERM=xterm
    hosts 'files dns'
    run -3 at_width 80
    [[ $output == *$'\e[31mFAIL\e[0m  line '* && $output == *$'\e[32mOK\e[0m    selinux '* ]]
    NO_COLOR=1 run -3 at_width 80
    [[ $output != *$'\e'* ]]
    run -3 doctor
    [[ $output != *$'\e'* ]]
    run -3 at_width 80 --json
    [[ $output != *$'\e'* && ${lines[-1]} == '{'*'}' ]]
    hosts "$RECOMMENDED"
    run -0 at_width 40
    [[ $output == *'in force:'* ]]
}

@test "a command is whole on a terminal of any width, in UTF-8 and C, and can be pasted" {
    needs_terminal
    for locale in C.UTF-8 C; do
        for columns in 40 80 200; do
            hosts 'files dns'
            LC_ALL=$locale NO_COLOR=1 run -3 at_width "$columns"
            remedy=$(grep 'idnx enable' <<<"$output" | tail -1)
            [ "$columns" -gt 40 ] || [[ $remedy == 'idnx enable '* ]]
            PATH=$BUILD:$PATH as_root sh -c "${remedy##*un: }"
            is_sound
        done
    done
}

@test "--json has an object a line, and a remedy for each fault" {
    hosts 'files idnx dns'
    rm "$root$LIB/libnss_idnx.so.2"
    run -3 doctor --json
    jq -es --arg skips "$SKIPS SKIP" 'all((keys | join(" ")) == "check fix level message" and
            (.fix != null) == (.level == "WARN" or .level == "FAIL")) and
        ([.[].level] | sort | group_by(.) | map("\(length) \(.[0])")) ==
            ["1 FAIL", "3 OK", $skips, "1 WARN"]' <<<"$output"
}

# --- All remedies ---------------------------------------------------------------

# Prints a pattern for each command that a remedy of doctor or resolve can have, from the calls in
# the sources.  Not followed here: those of libidn2 and Python, of packages (tests/evidence/packages),
# what disable alone says, and the exceptions for names (answers.tsv).
commands() {
    python3 - nss_idnx/command/{doctor,hosts,machine,verdict}/*.c <<'PYTHON'
import re, sys
for path in sys.argv[1:]:
    text = open(path).read()
    for call in re.findall(r'remedy_command\((.*?)\);', text, re.S):
        words = re.split(r',\s*(?=")', call, maxsplit=1)
        if len(words) < 2 or path.endswith(("ld_cache.c", "pythons.c", "converters.c", "verdict.c")):
            continue
        form = re.match(r'((?:"(?:[^"\\]|\\.)*"|\s|[A-Z_]+)+)', words[1]).group(1)
        pieces = re.findall(r'"((?:[^"\\]|\\.)*)"|([A-Z_]+)', form)
        pattern = "".join({"IDNX_CONF": "/etc/idnx.conf"}.get(macro, "") + re.sub("%[a-z]", ".*", re.sub(r"([+{}])", r"\\\1", piece))
                          for piece, macro in pieces)
        print(pattern)
PYTHON
}

@test "each command that a remedy can have was followed" {
    [ -z "${BATS_TEST_FILTER-}" ] || skip 'not all tests run'
    [ "$(id -u)" -eq 0 ] || skip 'a plain user follows only some'
    needs_own
    needs_namespaces
    [ "$(commands | wc -l)" -ge 9 ]
    while read -r pattern; do
        [[ $pattern != 'nixos-rebuild switch' && $pattern != 'idnx doctor'* && $pattern != '.*' ]] || continue
        grep -xE -- "$pattern" "$BATS_FILE_TMPDIR/followed" || { echo "nobody followed: $pattern"; return 1; }
    done < <(commands)
    # Each is one command.
    ! grep -E '&&|;|\|' "$BATS_FILE_TMPDIR/followed"
}
