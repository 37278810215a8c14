#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx enable --libidn2 and idnx disable --libidn2, and what idnx doctor says.  Each runs in a
# namespace with its own /etc and /usr/lib, which has the folder of the package libidn2-idnx.
# tests/project/deb-in-chroot tests the package itself.

# shellcheck disable=SC2016 # $ is for the shells in there
load common

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
#   make_library FILE OPTION...   a libidn2 with the symbols of ours; $more goes into its map, and
#                                 $old becomes $new there
#   gets                          which libidn2 the dynamic linker's cache has first
BEGIN='
idnx() { "$build/idnx" "$@"; }
make_library() {
    file=$1 && shift
    { sed "s/${old:-^$}/$new/" nss_idnx/libidn2/libidn2.map && echo "$more"; } >/mnt/map
    grep -o "_*idn2_[a-z0-9_]*;" /mnt/map | sort -u | sed "s/^/char /" >/mnt/made.c
    mkdir -p "$(dirname "$file")" && rm -f "$file"
    "${CC:-cc}" -shared -nostdlib -fPIC -Wl,-soname,libidn2.so.0 "$@" \
        -Wl,--version-script=/mnt/map -o "$file" /mnt/made.c
}
gets() { cache=$(ldconfig -p) && echo "$cache" | sed -n "s,^.libidn2.so.0 .* => ,,p" | head -n 1; }
rm -f "$libraries"/libidn2.so* /etc/ld.so.conf.d/00-idnx-*
make_library "$real"
mkdir -p "$(dirname "$ours")" && cp "$build/libidn2.so.0" "$ours"
ldconfig
cp /etc/ld.so.cache /mnt/cache
'

setup() {
    [[ $ARCHITECTURE = *-linux-gnu* ]] || skip 'the C library has no folder of an architecture'
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

added="--- /dev/null
+++ $CONF
@@ -0,0 +1,2 @@
+# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.
+/usr/lib/$ARCHITECTURE/libidn2-idnx"

removed="--- $CONF
+++ /dev/null
@@ -1,2 +0,0 @@
-# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.
-/usr/lib/$ARCHITECTURE/libidn2-idnx"

@test "enable gives programs idnx's libidn2, and disable takes it back to the octet" {
    run -0 in_system 'idnx enable --libidn2 && gets && stat -c %a "$conf" && cat "$conf"
        idnx disable --libidn2 && test ! -e "$conf" && cmp /etc/ld.so.cache /mnt/cache
        ls /etc/ld.so.conf.d | grep -c idnx || true'
    [ "$output" = "$added
$ARCHITECTURE: programs that are started from now on get $OURS
$OURS
644
# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.
/usr/lib/$ARCHITECTURE/libidn2-idnx
$removed
$ARCHITECTURE: programs that are started from now on get the system's libidn2
0" ]
}

@test "both say so where there is nothing to do" {
    run -0 in_system 'idnx disable --libidn2; idnx enable --libidn2 >/dev/null
        before=$(stat -c "%i %Y" "$conf") && idnx enable --libidn2
        test "$before" = "$(stat -c "%i %Y" "$conf")"'
    [ "$output" = "programs get the system's libidn2 already
$ARCHITECTURE: programs get $OURS already" ]
}

@test "--dry-run shows the same and changes nothing" {
    run -0 in_system 'idnx enable --libidn2 --dry-run && test ! -e "$conf"
        idnx enable --libidn2 >/dev/null
        idnx disable --libidn2 --dry-run >/dev/null && test -e "$conf"'
    [ "$output" = "$added
$ARCHITECTURE: programs would get $OURS" ]
}

@test "with --json it is an object for each architecture" {
    run -0 in_system 'idnx enable --libidn2 --json; idnx disable --libidn2 --json'
    diff <(jq -r 'keys[]' <<<"$output" | LC_ALL=C sort -u) <(page_members architecture)
    [ "$(jq -c '[.architecture, .file, .changed, .library]' <<<"$output")" = \
        "[\"$ARCHITECTURE\",\"$CONF\",true,\"$OURS\"]
[\"$ARCHITECTURE\",\"$CONF\",true,null]" ]
}

@test "an object says that the file was changed where it was taken back" {
    run -0 in_system 'idnx enable --libidn2 >/dev/null
        make_library /usr/lib/other/libidn2.so.0
        echo /usr/lib/other >/etc/ld.so.conf.d/00-first.conf
        for before in on off; do idnx enable --libidn2 --json 2>/dev/null || test $? -eq 3; done'
    [ "$(jq -c .changed <<<"$output")" = $'true\nfalse' ]
}

@test "without the package enable refuses, and names idnx run" {
    run -3 in_system 'rm -r "$(dirname "$ours")"; idnx enable --libidn2'
    [ "$output" = 'idnx: the package libidn2-idnx is not installed, which switches this off '\
'before programs need a newer libidn2; for one program use: idnx run PROGRAM' ]
    run -3 in_system 'idnx enable --libidn2=other-linux-gnu'
}

# refused SCRIPT: checks that enable refuses after SCRIPT, and that the file is not there
# afterwards, even if it was before.
refused() {
    run -0 --separate-stderr in_system "$1"'
        ldconfig; for before in off on; do
            [ $before = off ] || { mkdir -p "${conf%/*}" && dirname "$ours" >"$conf" && ldconfig; }
            status=0 && idnx enable --libidn2 || status=$?
            [ "$status" -eq 3 ] && [ ! -e "$conf" ] && [ "$(gets)" != "$ours" ]
        done'
    # shellcheck disable=SC2154 # set by run
    [ "$(sort -u <<<"$stderr" | wc -l)" -eq 1 ]
    [[ $stderr = "idnx: $ARCHITECTURE: "* ]]
    shows_nothing_done
}

would="would change:
$added"

# Fails if $output shows a change as made.
shows_nothing_done() {
    [[ $output != '--- '* ]]
    [ "$(grep -B 1 '^--- ' <<<"$output" | grep -v '^--' | grep -cvx 'would change:')" -eq 0 ]
}

# undone SCRIPT: the same where only what programs get after the change speaks against it.
undone() {
    refused "$1"
    [[ $output = "$would"* ]]
}

newer='more="IDN2_9.0.0 { global: idn2_new; };"; '

@test "it refuses beside a libidn2 with symbols of a version that idnx's lacks" {
    refused "$newer"'make_library "$real"'
    [[ $stderr = *"/libidn2.so.0 has symbols of version IDN2_9.0.0, which programs may need"* ]]
}

@test "it refuses so beside one that programs do not get" {
    refused "$newer"'make_library /usr/lib/local/libidn2.so.0
        echo /usr/lib/local >/etc/ld.so.conf.d/zz.conf'
    [[ $stderr = *"/usr/lib/local/libidn2.so.0 has symbols of version IDN2_9.0.0"* ]]
}

@test "it refuses beside one with a symbol that idnx's lacks" {
    refused 'old="idn2_free;"; new="idn2_free; idn2_new;"; make_library "$real"'
    [[ $stderr = *"/libidn2.so.0 has the symbol idn2_new@IDN2_0.0.0, which programs may need"* ]]
}

@test "it refuses beside one whose symbols it cannot count" {
    refused 'make_library "$real" -Wl,--hash-style=sysv'
    [[ $stderr = *"/libidn2.so.0 cannot be compared with idnx's, so idnx's stays off" ]]
}

@test "it refuses where a folder of glibc-hwcaps has one" {
    refused 'make_library "$(dirname "$real")/glibc-hwcaps/x86-64-v2/libidn2.so.0"'
    [[ $stderr = *"/glibc-hwcaps/x86-64-v2/libidn2.so.0 is in a folder that wins over all"* ]]
}

@test "it takes itself back where another one wins" {
    undone 'make_library /usr/lib/other/libidn2.so.0
        echo /usr/lib/other >/etc/ld.so.conf.d/00-first.conf'
    [[ $stderr = *"programs would still get /usr/lib/other/libidn2.so.0"* ]]
}

@test "it takes itself back where ld.so.conf does not look" {
    undone 'echo /nowhere >/etc/ld.so.conf'
    [[ $stderr = *"ldconfig does not find $OURS: does /etc/ld.so.conf have the line"* ]] ||
        [[ $stderr = *"programs would still get "* ]]
}

@test "it takes itself back where the library cannot be loaded" {
    undone 'echo "" | "${CC:-cc}" -shared -nostdlib -x c - -o /mnt/libnowhere.so
        make_library "$ours" -Wl,--no-as-needed -L/mnt -lnowhere'
    [[ $stderr = *"$OURS cannot be loaded, so it stays off" ]]
    refused 'echo >"$ours"'
    [[ $stderr = *"$OURS is no shared object" ]]
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
    run -3 in_system 'mkdir "$conf.idnx-new"; idnx enable --libidn2'
    [[ $output = "$would
idnx: $CONF.idnx-new is in the way"* ]]
    run -5 in_system 'mkdir "$conf"; idnx enable --libidn2'
    run -5 in_system 'ln -s /etc/passwd "$conf"; idnx disable --libidn2'
    run -5 in_system 'mount --bind /bin/false "$(realpath /sbin/ldconfig)"; idnx enable --libidn2'
    [ "$output" = 'idnx: ldconfig failed: run it and see why' ]
}

@test "a system call that fails leaves what was there" {
    needs_meddling
    for rule in open:new:EPERM write:new:EIO fsync:new:EIO renameat:conf:EPERM unlinkat:conf:EIO \
        pipe::EMFILE pipe::EMFILE:2 fork::EAGAIN fork::EAGAIN:2 wait::EINTR wait::EINTR:2; do
        file=${CONF##*/} subcommand=enable
        [[ $rule != unlinkat:* ]] || subcommand=disable
        rule=${rule/:new:/:$file.idnx-new:} rule=${rule/:conf:/:$file:}
        run -0 in_system '[ '$subcommand' = enable ] || idnx enable --libidn2 >/dev/null
            before=$(gets) && status=0
            "$build/tests/common/meddle" '"$rule"' -- "$build/idnx" '$subcommand' --libidn2 || status=$?
            echo "status $status" && [ "$before" = "$(gets)" ]
            [ '$subcommand' = disable ] || [ ! -e "$conf" ]'
        echo "$rule: $output"
        [[ $output = *"idnx: "*"status 5"* ]]
        shows_nothing_done
    done
}

@test "after a run that was killed the next one goes on" {
    run -0 in_system 'mkdir -p "${conf%/*}"; idnx enable --libidn2 >/dev/null
        cp /mnt/cache /etc/ld.so.cache; idnx enable --libidn2; gets
        idnx disable --libidn2 >/dev/null; echo x >"$conf.idnx-new"; idnx enable --libidn2 | tail -n 1
        ls "${conf%/*}" | grep -c idnx'
    [ "$output" = "$ARCHITECTURE: programs get $OURS already
$OURS
$ARCHITECTURE: programs that are started from now on get $OURS
1" ]
}

@test "it does not go by a library path of its own, and takes no other words" {
    run -2 in_system 'LD_LIBRARY_PATH=/nowhere idnx enable --libidn2'
    [[ $output = *'LD_LIBRARY_PATH or LD_PRELOAD is set'*': unset it first'* ]]
    run -2 idnx enable --libidn2 --root /
    run -2 idnx enable --libidn2='*'
    run -2 idnx disable --libidn2=../x
}

@test "a plain user is told who may" {
    run -0 in_system 'status=0
        setpriv --reuid=65534 --regid=65534 --clear-groups "$build/idnx" enable --libidn2 || status=$?
        test $status -eq 5 && test ! -e "$conf"
        idnx enable --libidn2 >/dev/null && status=0
        setpriv --reuid=65534 --regid=65534 --clear-groups "$build/idnx" disable \
            --libidn2='"$ARCHITECTURE"' || status=$?
        test $status -eq 5 && test -e "$conf"'
    [ "$output" = "$would
idnx: $CONF: Permission denied
Run as root: idnx enable --libidn2
would change:
$removed
idnx: $CONF: Permission denied
Run as root: idnx disable --libidn2=$ARCHITECTURE" ]
}

# --- idnx doctor ---------------------------------------------------------------------

# doctor SCRIPT: prints what doctor says of libidn2 after SCRIPT, and then what it says after
# its remedy, if it has one, was followed.
doctor() {
    run -0 in_system '
        says() { idnx doctor | grep -A 1 " libidn2  " | grep -E " libidn2  |remedy:" || true; }
        system=$(gets)
        '"$1"'
        says >/mnt/said && cat /mnt/said
        sed -n "s/^ *remedy: .*[Rr]un: \(.*\)/\1/p" /mnt/said >/mnt/remedy
        [ ! -s /mnt/remedy ] || { . /mnt/remedy >/dev/null && says; }'
}

other_rules='is first, since "idnx enable --libidn2" was not run: programs that convert names '\
'themselves go by other rules than idnx'\''s, unless "idnx run" runs them'

@test "doctor tells which libidn2 is first" {
    doctor 'true'
    [[ $output = "OK    libidn2    /"*"/libidn2.so.0 $other_rules" ]]
    doctor 'idnx enable --libidn2 >/dev/null'
    [ "$output" = "OK    libidn2    $OURS is first: programs that convert names themselves go \
by idnx, too" ]
    doctor 'rm "$real"; ldconfig'
    [ "$output" = 'OK    libidn2    no libidn2 is installed' ]
    doctor 'mount --bind /bin/false "$(realpath /sbin/ldconfig)"'
    [ "$output" = 'SKIP  libidn2    there is no ldconfig to ask' ]
}

@test "doctor tells it for each architecture" {
    [ "$ARCHITECTURE" = x86_64-linux-gnu ] || skip 'for x86-64, which has another beside it'
    doctor 'make_library /usr/lib/i386-linux-gnu/libidn2.so.0 -m32; idnx enable --libidn2 >/dev/null
        echo /usr/lib/i386-linux-gnu >>/etc/ld.so.conf; ldconfig'
    [ "${#lines[@]}" -eq 2 ]
    [[ $output = *"$OURS is first: "* ]]
    [[ $output = */i386-linux-gnu/libidn2.so.0\ is\ first*other\ rules* ]]
}

@test "doctor fails a machine where a libidn2 has more than idnx's before it" {
    doctor "$newer"'idnx enable --libidn2 >/dev/null; make_library "$real"; ldconfig'
    [[ ${lines[0]} = "FAIL  libidn2    $OURS is first, and lacks symbols of version IDN2_9.0.0, \
which "*"/libidn2.so.0 has: programs built for that one may not start" ]]
    [[ ${lines[1]} = *'remedy:    Run: idnx disable --libidn2' ]]
    [[ ${lines[2]} = "OK    libidn2    /"*"/libidn2.so.0 $other_rules" ]]
}

@test "doctor warns where another one is before idnx's" {
    doctor 'idnx enable --libidn2 >/dev/null
        make_library "$(dirname "$real")/glibc-hwcaps/x86-64-v2/libidn2.so.0"; ldconfig'
    [[ ${lines[0]} = "WARN  libidn2    /"*"/glibc-hwcaps/x86-64-v2/libidn2.so.0 precedes $OURS, \
because folders of glibc-hwcaps come first" ]]
    [[ ${lines[2]} = "OK    libidn2    "* ]]
    doctor 'idnx enable --libidn2 >/dev/null; make_library /usr/lib/other/libidn2.so.0
        echo /usr/lib/other >/etc/ld.so.conf.d/00-first.conf; ldconfig'
    [[ ${lines[0]} = "WARN  libidn2    /usr/lib/other/libidn2.so.0 precedes $OURS, because "* ]]
    [[ ${lines[2]} = "OK    libidn2    "* ]]
}

@test "doctor warns of a file that switches nothing on" {
    doctor 'idnx enable --libidn2 >/dev/null; rm "$ours"; ldconfig'
    [[ ${lines[0]} = "OK    libidn2    "* ]]
    [ "${lines[1]}" = "WARN  libidn2    $CONF exists, but ldconfig finds no libidn2 in the folder \
it names" ]
}
