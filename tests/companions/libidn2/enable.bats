#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx enable --libidn2 and idnx disable --libidn2, and what idnx doctor says.  Each runs in a
# namespace with its own /etc and /usr/lib, which has the directory of the package libidn2-idnx.
# tests/evidence/packages/debian tests the package itself.

# shellcheck disable=SC2016 # $ is for the shells in there
load ../../command/common

LIBRARIES=$(dirname "$(realpath "$("${CC:-cc}" -print-file-name=libc.so.6)")")
ARCHITECTURE=$(basename "$LIBRARIES")
OURS=/usr/lib/$ARCHITECTURE/libidn2-idnx/libidn2.so.0
REAL=/usr/lib/$ARCHITECTURE/libidn2.so.0
CONF=/etc/ld.so.conf.d/00-idnx-$ARCHITECTURE.conf

# Separate copies of this machine's /etc and /usr/lib.
MOUNTS='
mount -t tmpfs none /mnt
mkdir /mnt/etc /mnt/etc.work /mnt/lib /mnt/lib.work
mount -t overlay -o lowerdir=/etc,upperdir=/mnt/etc,workdir=/mnt/etc.work none /etc
mount -t overlay -o lowerdir=/usr/lib,upperdir=/mnt/lib,workdir=/mnt/lib.work none /usr/lib
'

# What each script begins with:
#
#   make_library FILE OPTION...   a libidn2 with the symbols of ours that says it is $version
#   gets                          which libidn2 the dynamic linker's cache has first
BEGIN='
idnx() { "$build/idnx" "$@"; }
make_library() {
    file=$1 && shift
    grep -o "_*idn2_[a-z0-9_]*;" nss_idnx/companions/libidn2/libidn2.map | sort -u |
        sed "s/^/char /; /idn2_check_version/d" >/mnt/made.c
    [ "$version" = none ] || cat >>/mnt/made.c <<END
const char *idn2_check_version(const char *version) { return "${version:-2.3.7}"; }
END
    mkdir -p "$(dirname "$file")" && rm -f "$file"
    case $* in *-m32*) libc= ;; *) libc="-Wl,--no-as-needed -lc" ;; esac # for ldconfig of i386
    "${CC:-cc}" -shared -nostdlib -fPIC -Wl,-soname,libidn2.so.0 "$@" \
        -Wl,--version-script=nss_idnx/companions/libidn2/libidn2.map -o "$file" /mnt/made.c $libc
}
gets() { cache=$(ldconfig -p) && echo "$cache" | sed -n "s,^.libidn2.so.0 .* => ,,p" | head -n 1; }
rm -f "$libraries"/libidn2.so* /etc/ld.so.conf.d/00-idnx-*
make_library "$real"
mkdir -p "$(dirname "$ours")" && cp "$build/libidn2.so.0" "$ours"
ldconfig
cp /etc/ld.so.cache /mnt/cache
'

setup() {
    [[ $ARCHITECTURE = *-linux-gnu* ]] || skip 'the C library has no directory of an architecture'
    [ "$(id -u)" -eq 0 ] || skip 'an /etc and a /usr/lib of their own need root'
    run unshare -m sh -ec "$MOUNTS"
    [ "$status" -eq 0 ] || skip "no /etc and /usr/lib of their own here: $output"
}

# in_system SCRIPT: runs it with sh there.
in_system() {
    env -u LD_PRELOAD -u LD_LIBRARY_PATH PATH="$PATH:/usr/sbin:/sbin" \
        libraries="$LIBRARIES" ours="$OURS" real="$REAL" conf="$CONF" build="$BUILD" \
        unshare -m sh -ec "$MOUNTS$BEGIN$1"
}

such="programs that convert names themselves, such as curl,"
on="$ARCHITECTURE: $such get idnx's libidn2 when they are started from now on: $OURS"
off="$ARCHITECTURE: $such get the system's libidn2 when they are started from now on"

# after SCRIPT EXPECTED: checks what a script prints.
after() {
    run -0 in_system "$1"
    diff <(echo "$2") <(echo "$output")
}

@test "enable gives programs idnx's libidn2, and disable takes it back to the octet" {
    after 'idnx enable --libidn2 && gets && stat -c %a "$conf" && cat "$conf"
        idnx disable --libidn2 && test ! -e "$conf" && cmp /etc/ld.so.cache /mnt/cache
        ls /etc/ld.so.conf.d | grep -c idnx || true' "$on
$OURS
644
# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.
/usr/lib/$ARCHITECTURE/libidn2-idnx
$off
0"
}

@test "both may be repeated, and go on after a run that was killed; --dry-run changes nothing" {
    after 'idnx disable --libidn2; idnx enable --libidn2 >/dev/null
        idnx enable --libidn2; rm -r "$(dirname "$ours")" "$conf"; idnx disable --libidn2' "$off
$on"
    after 'idnx enable --libidn2 --dry-run && test ! -e "$conf"
        idnx enable --libidn2 >/dev/null
        idnx disable --libidn2 --dry-run && test -e "$conf"; gets' \
        "$ARCHITECTURE: $such would get idnx's libidn2: $OURS
$ARCHITECTURE: $such would get the system's libidn2
$OURS"
    after 'mkdir -p "${conf%/*}"; idnx enable --libidn2 >/dev/null
        cp /mnt/cache /etc/ld.so.cache; idnx enable --libidn2; gets' "$on
$OURS"
    after 'idnx enable --libidn2 >/dev/null; rm "$conf"; test "$(gets)" = "$ours"
        idnx disable --libidn2; test "$(gets)" != "$ours"' "$off"
}

@test "with --python both change, and the worse exit status counts" {
    local site=/mnt/venv/lib/python3.9/site-packages

    run -3 in_system "mkdir -p $site /usr/lib/idnx/python/site; touch /usr/lib/idnx/python/site/idnx.pth"'
        idnx enable --python=/mnt/venv --libidn2; idnx disable --libidn2 --python=/mnt/venv
        rm -r "$(dirname "$ours")"; idnx enable --libidn2 --python=/mnt/venv'
    diff - <(grep -v ^idnx: <<<"$output") <<END
$on
$site: Python programs follow idnx
$off
$site: Python programs follow their own rules
$site: Python programs follow idnx
END
    [[ $output == *'idnx: --libidn2 works only with the package'* ]]
}

@test "without the package enable refuses, and names idnx run" {
    run -3 in_system 'rm -r "$(dirname "$ours")"; idnx enable --libidn2'
    [ "$output" = 'idnx: --libidn2 works only with the package libidn2-idnx, which disables it before '\
'libidn2 is upgraded. Install that package, or run one program: idnx run PROGRAM' ]
}

@test "a file that names a library which is missing is found by doctor, and removed" {
    run -0 in_system 'idnx enable --libidn2 >/dev/null; rm "$ours"
        idnx doctor --all | grep -A 4 "^WARN  libidn2"
        idnx disable --libidn2; test ! -e "$conf"'
    [[ $output == *"$CONF names the"*'missing'*'idnx disable --libidn2'*"$off" ]]
}

@test "an architecture that has no package is an error, for both" {
    for subcommand in enable disable; do
        for word in i386 other-linux-gnu ../x '*'; do
            run -2 in_system "idnx $subcommand --libidn2='$word'"
            [[ $output = "idnx: libidn2-idnx is installed for "*", not for: \"$word\""* ]]
        done
    done
    run -2 in_system 'rm -r "$(dirname "$ours")"; idnx disable --libidn2=other'
    [[ $output = *'libidn2-idnx is not installed for: "other"'* ]]
    run -0 in_system 'idnx enable --libidn2=all && idnx disable --libidn2=all'
    [ "$output" = "$on
$off" ]
}

# rejected SCRIPT: checks that enable declines after SCRIPT, and that the file is not there
# afterwards, even if it was before.
rejected() {
    run -0 --separate-stderr in_system "$1"'
        ldconfig; for before in off on; do
            [ $before = off ] || { mkdir -p "${conf%/*}" && dirname "$ours" >"$conf" && ldconfig; }
            status=0 && idnx enable --libidn2 || status=$?
            [ "$status" -eq 3 ] && [ ! -e "$conf" ] && [ "$(gets)" != "$ours" ]
        done'
    # shellcheck disable=SC2154 # set by run
    [ "$(sort -u <<<"$stderr" | wc -l)" -eq 1 ]
    [[ $stderr = "idnx: $ARCHITECTURE: "* ]]
    [ "$output" = '' ]
}

newer="is newer than libidn2 2.3.8, so programs may need functions that idnx's libidn2 lacks"

@test "it rejects beside a libidn2 that is newer, or does not say so, if programs can load it" {
    for version in 2.3.9 2.3.10 2.4.0 3.0 none; do
        rejected "version=$version"'; make_library "$real"'
        [[ $stderr = *"/libidn2.so.0 $newer"* ]]
    done
    rejected 'version=2.3.9; make_library /usr/lib/local/libidn2.so.0
        echo /usr/lib/local >/etc/ld.so.conf.d/zz.conf'
    [[ $stderr = *"/usr/lib/local/libidn2.so.0 $newer"* ]]
    after 'version=2.3.8; make_library "$real"; idnx enable --libidn2' "$on"
    after 'version=2.3.9; echo "" | "${CC:-cc}" -shared -nostdlib -x c - -o /mnt/libno.so
        make_library "$real" -Wl,--no-as-needed -L/mnt -lno; ldconfig; idnx enable --libidn2' "$on"
}

@test "the package conflicts with what the command rejects" {
    newest=$(sed -n 's/^#define LIBIDN2_NEWEST "\(.*\)"$/\1/p' nss_idnx/command/machine/machine.h)
    for field in Breaks Conflicts; do
        grep -qxF "$field: libidn2-0 (>> $newest-99)" conf/debian/control
    done
}

@test "it takes itself back where another one wins, ld.so.conf does not look, or it cannot be loaded" {
    stays="the system's libidn2 stays in use, since"
    rejected 'make_library "$(dirname "$real")/glibc-hwcaps/x86-64-v2/libidn2.so.0"'
    [[ $stderr = *"$stays ldconfig searches the directory of "*\
"/glibc-hwcaps/x86-64-v2/libidn2.so.0 before all others" ]]
    rejected 'make_library /usr/lib/other/libidn2.so.0
        echo /usr/lib/other >/etc/ld.so.conf.d/00-first.conf'
    [[ $stderr = *"the directory of /usr/lib/other/libidn2.so.0 before all others" ]]
    rejected 'echo /nowhere >/etc/ld.so.conf'
    [[ $stderr = *"$OURS is damaged, or /etc/ld.so.conf lacks "* ]] ||
        [[ $stderr = *" before all others" ]]
    rejected 'echo "" | "${CC:-cc}" -shared -nostdlib -x c - -o /mnt/libnowhere.so
        make_library "$ours" -Wl,--no-as-needed -L/mnt -lnowhere'
    [[ $stderr = *"$stays $OURS is damaged, or "* ]]
    rejected 'echo >"$ours"'
    [[ $stderr = *"since $OURS is damaged, or "* ]]
}

@test "one of two architectures is switched alone" {
    [ "$ARCHITECTURE" = x86_64-linux-gnu ] || skip 'for x86-64, which has another beside it'
    other=/usr/lib/i386-linux-gnu/libidn2-idnx/libidn2.so.0
    run -0 in_system 'make_library '$other' -m32
        switch() { idnx "$@" >/dev/null && echo /etc/ld.so.conf.d/00-idnx-*; }
        switch enable --libidn2=i386-linux-gnu
        switch enable --libidn2
        switch disable --libidn2=i386-linux-gnu
        switch disable --libidn2'
    i386=/etc/ld.so.conf.d/00-idnx-i386-linux-gnu.conf
    [ "$output" = "$i386
$i386 $CONF
$CONF
/etc/ld.so.conf.d/00-idnx-*" ]
}

@test "what is in the way stops it, and then nothing has changed" {
    for subcommand in enable disable; do
        run -5 in_system 'mkdir "$conf"; idnx '$subcommand' --libidn2'
        [ "$output" = "idnx: $CONF: Is a directory" ]
    done
    run -0 in_system 'ln -s /mnt/other "$conf"; idnx enable --libidn2 && test ! -e /mnt/other
        gets; test ! -L "$conf"'
    run -5 in_system 'mount --bind /bin/false "$(realpath /sbin/ldconfig)"; idnx enable --libidn2'
    [ "$output" = "idnx: $ARCHITECTURE: ldconfig failed: run it as root, and see why" ]
}

# An ldconfig that prints the cache, and makes none.
fails='cp "$(realpath /sbin/ldconfig)" /mnt/real && printf "%s\n" "#!/bin/sh" \
    "[ \"\$1\" = -p ] && exec /mnt/real -p" "exit 1" >/mnt/fails && chmod +x /mnt/fails
    mount --bind /mnt/fails "$(realpath /sbin/ldconfig)"
    '

@test "where ldconfig fails nothing is switched on, and it is said" {
    run -5 in_system 'idnx enable --libidn2 >/dev/null; '"$fails"'idnx disable --libidn2'
    [ "$output" = "idnx: $ARCHITECTURE: ldconfig failed: run it as root, and see why" ]
    run -5 in_system "$fails"'idnx enable --libidn2 || status=$?; ls /etc/ld.so.conf.d; exit $status'
    [[ $output = "idnx: $ARCHITECTURE: ldconfig failed: run it as root, and see why"* &&
        $output != *00-idnx* ]]
}

@test "a system call that fails leaves what was there" {
    needs_meddling
    for rule in open:new:EPERM write:new:EIO renameat:conf:EIO unlinkat:conf:EIO \
        pipe::EMFILE pipe::EMFILE:2 fork::EAGAIN fork::EAGAIN:2; do
        file=${CONF##*/} subcommand=enable
        [[ $rule != unlinkat:* ]] || subcommand=disable
        rule=${rule/:conf:/:$file:}
        rule=${rule/:new:/:$file.idnx-*:}
        run -0 in_system '[ '$subcommand' = enable ] || idnx enable --libidn2 >/dev/null
            before=$(gets) && status=0
            "$build/tests/common/meddle" '"$rule"' -- "$build/idnx" '$subcommand' --libidn2 || status=$?
            echo "status $status" && [ "$before" = "$(gets)" ]
            [ '$subcommand' = disable ] || [ ! -e "$conf" ]'
        echo "$rule: $output"
        [[ $output = *"idnx: "*"status 5"* ]]
    done
}

@test "a library path of its own, and a library before all others, change nothing" {
    for before in LD_LIBRARY_PATH=/nowhere LD_LIBRARY_PATH= 'LD_PRELOAD="$real"' LD_PRELOAD=; do
        after "$before"' idnx enable --libidn2; gets' "$on
$OURS"
    done
    run -2 idnx enable --libidn2 --root /
}

@test "a plain user is told who may" {
    run -0 in_system 'status=0
        setpriv --reuid=65534 --regid=65534 --clear-groups "$build/idnx" enable --libidn2 || status=$?
        test $status -eq 5 && test ! -e "$conf"
        idnx enable --libidn2 >/dev/null && status=0
        setpriv --reuid=65534 --regid=65534 --clear-groups "$build/idnx" disable \
            --libidn2='"$ARCHITECTURE"' || status=$?
        test $status -eq 5 && test -e "$conf"'
    [ "$output" = "idnx: $CONF: Permission denied
Run this again as root
idnx: $CONF: Permission denied
Run this again as root" ]
}

# What doctor says of libidn2, as in its lines of text.
export FINDINGS='select(.check == "libidn2") | .level + " " * (6 - (.level | length)) + "libidn2    "
    + .message, (.fix | values | "      fix:       " + .)'

# --- The maintainer scripts ----------------------------------------------------------

# postinst SCRIPT: puts it as a program, with idnx in PATH.
postinst='sed "s/#DEB_HOST_MULTIARCH#/'$ARCHITECTURE'/" conf/debian/libidn2-idnx.postinst >/mnt/postinst
    ln -s "$(realpath "$build/idnx")" /mnt/idnx; PATH=/mnt:$PATH; was_on=/var/lib/libidn2-idnx/'$ARCHITECTURE'
    mount -t tmpfs none /var/lib; mkdir /var/lib/libidn2-idnx
    '

@test "an upgrade under LD_PRELOAD switches it on again" {
    run -0 in_system "$postinst"'touch "$was_on"
        LD_PRELOAD=libc.so.6 LD_LIBRARY_PATH=/nowhere sh /mnt/postinst configure 1
        gets; test ! -e "$was_on"'
    [ "$output" = "$OURS" ]
}

@test "an upgrade that cannot switch it on again says so, and so does doctor" {
    run -0 in_system "$postinst"'touch "$was_on"; version=2.4; make_library "$real"; ldconfig
        sh /mnt/postinst configure 1; gets; test -e "$was_on"
        idnx doctor --json | jq -r "$FINDINGS" | grep -A 1 "before an upgrade"'
    [[ $output = *"$newer"*"
libidn2-idnx: disabled, so programs get the system's libidn2: fix what idnx reports, then run: \
idnx enable --libidn2
"*"/libidn2.so.0
WARN  libidn2    $OURS was in use before an upgrade, which could not enable it again
"*"fix:       Run: idnx enable --libidn2" ]]
}

# --- idnx doctor ---------------------------------------------------------------------

# doctor SCRIPT: prints what doctor says of libidn2 after SCRIPT, and then what it says after
# its remedy, if it has one, was followed.
doctor() {
    run -0 in_system '
        says() { idnx doctor --json | jq -r "$FINDINGS" || true; }
        system=$(gets)
        '"$1"'
        says >/mnt/said && cat /mnt/said
        sed -n "s/^ *fix: .*[Rr]un: \(.*\)/\1/p" /mnt/said >/mnt/remedy
        [ ! -s /mnt/remedy ] || { . /mnt/remedy >/dev/null && says; }'
}

other_rules="$OURS is not in use: programs that convert names themselves follow other rules than \
idnx's, unless \"idnx run\" runs them"

in_use="OK    libidn2    $OURS is in use: programs that convert names themselves follow idnx, too"
switch='idnx enable --libidn2 >/dev/null; '

@test "doctor tells whether programs get it, for each architecture" {
    doctor 'true'
    [ "$output" = "OK    libidn2    $other_rules" ]
    doctor "$switch"
    [ "$output" = "$in_use" ]
    doctor 'rm -r "$(dirname "$ours")"'
    [[ $output = 'OK    libidn2    the package libidn2-idnx is not installed: '* ]]
    doctor 'mount --bind /bin/false "$(realpath /sbin/ldconfig)"'
    [ "$output" = 'SKIP  libidn2    there is no ldconfig to ask' ]
    [ "$ARCHITECTURE" = x86_64-linux-gnu ] || return 0 # which has another beside it
    doctor 'make_library /usr/lib/i386-linux-gnu/libidn2-idnx/libidn2.so.0 -m32
        idnx enable --libidn2=$(basename "$libraries") >/dev/null'
    [ "${#lines[@]}" -eq 2 ]
    [[ $output = *"$OURS is in use: "* ]]
    [[ $output = */i386-linux-gnu/libidn2-idnx/libidn2.so.0\ is\ not\ in\ use*other\ rules* ]]
}

# Rows of: what was done, what doctor finds, and what it finds after its remedy was followed.
findings() {
    printf '%s|%s|%s\n' \
        'version=2.3.9; make_library "$real"; ldconfig' \
        "FAIL  libidn2    $OURS is in use, and /*/libidn2.so.0 is newer than libidn2 2.3.8: programs \
built for that one may not start" "OK    libidn2    $other_rules" \
        'make_library "$(dirname "$real")/glibc-hwcaps/x86-64-v2/libidn2.so.0"; ldconfig' \
        "WARN  libidn2    /*/glibc-hwcaps/x86-64-v2/libidn2.so.0 precedes $OURS, because ldconfig \
searches its directory first" 'OK    libidn2    *' \
        'make_library /usr/lib/other/libidn2.so.0; echo /usr/lib/other >/etc/ld.so.conf.d/00-first.conf; ldconfig' \
        "WARN  libidn2    /usr/lib/other/libidn2.so.0 precedes $OURS, because *" 'OK    libidn2    *' \
        'rm "$conf"' "WARN  libidn2    $OURS is in use until ldconfig runs, although it was disabled" \
        "OK    libidn2    $other_rules" \
        'cp /mnt/cache /etc/ld.so.cache' "WARN  libidn2    $OURS is not in use, although $CONF names \
its directory: ldconfig has not run since" "$in_use"
}

@test "doctor finds a libidn2 that is newer or precedes idnx's, and a run that was killed" {
    while IFS='|' read -r done finding after; do
        echo "$done"
        doctor "$switch$done"
        # shellcheck disable=SC2053 # patterns
        [[ ${lines[0]} == $finding && ${lines[2]-} == $after ]]
        [[ ${lines[1]} == *'fix: '* ]]
    done < <(findings)
}
