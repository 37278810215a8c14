#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx run: a program linked with libidn2 finds idnx's.  If that is impossible, a line says why
# and the program still runs.  tests/companions/libidn2 has real programs.

load ../command/common

# Builds a program linked with libidn2 that converts its arguments, and one that is not linked.
setup_file() {
    export PROGRAMS=$BATS_FILE_TMPDIR BUILD
    BUILD=$(realpath "$BUILD")
    cat >"$PROGRAMS/converts.c" <<'END'
#include <stdio.h>
int idn2_lookup_ul(const char *src, char **name, int flags);
const char *idn2_check_version(const char *version);
int main(int argc, char **argv)
{
	char *name = "-";

	if (argc < 2)
		return puts(idn2_check_version(0)) == EOF;
	idn2_lookup_ul(argv[1], &name, 0);
	return puts(name) == EOF;
}
END
    echo 'int main(void) { return 0; }' >"$PROGRAMS/plain.c"
    is_sanitized || compile converts "$BUILD/libidn2.so.0"
    compile plain
}

is_sanitized() {
    nm -D "$BUILD/libidn2.so.0" | grep -q ' U __asan_'
}

# compile NAME FLAG...
compile() {
    "${CC:-cc}" -o "$PROGRAMS/$1" "$PROGRAMS/$1.c" "${@:2}"
}

setup() {
    ! is_sanitized || skip 'no program without its sanitizer loads the library'
}

# hosts LINE COMMAND...: runs it with that hosts: line.
hosts() {
    local etc=$BATS_TEST_TMPDIR/etc

    mkdir -p "$etc"
    printf 'hosts: %s\n' "$1" >"$etc/nsswitch.conf"
    # shellcheck disable=SC2016 # $0 and $@ are of that shell
    unshare_mounts sh -ec 'mount --bind "$0" /etc; exec "$@"' "$etc" "${@:2}"
}

# silent COMMAND...: checks that idnx run says nothing.
silent() {
    run -0 --separate-stderr "$@"
    # shellcheck disable=SC2154 # set by run
    [ "$stderr" = '' ]
}

# told TEXT COMMAND...: checks that idnx run says TEXT, and that the command runs.
told() {
    run -0 --separate-stderr "${@:2}"
    [ "$stderr" = "idnx run: $1" ]
}

@test "a program gets idnx's libidn2, and a program that it starts, too" {
    silent idnx run "$PROGRAMS/converts"
    [ "$output" = 2.99.0 ]
    silent env LC_ALL=C "$BUILD/idnx" run "$PROGRAMS/converts" Bücher.example
    [ "$output" = xn--bcher-kva.example ]
    silent idnx run "$PROGRAMS/converts" １２７.０.０.１
    [ "$output" = - ]
    # shellcheck disable=SC2016 # $0 is of that shell
    run -0 idnx run sh -c 'env "$0"' "$PROGRAMS/converts"
    [[ $output = *2.99.0 ]]
    printf '#!/bin/sh\nexec "%s"\n' "$PROGRAMS/converts" >"$BATS_TEST_TMPDIR/script"
    chmod +x "$BATS_TEST_TMPDIR/script"
    silent idnx run "$BATS_TEST_TMPDIR/script"
    [ "$output" = 2.99.0 ]
    run -0 idnx run "$BUILD/idnx" run "$PROGRAMS/converts"
    [[ $output = *2.99.0 ]]
}

@test "it is found in PATH, and beside -- whatever it is called" {
    PATH=/nonexistent:$PROGRAMS:$PATH silent idnx run converts
    [ "$output" = 2.99.0 ]
    cp "$PROGRAMS/converts" "$BATS_TEST_TMPDIR/--help"
    PATH=$BATS_TEST_TMPDIR:$PATH silent idnx run -- --help
    [ "$output" = 2.99.0 ]
    cd "$PROGRAMS"
    silent idnx run ./converts
    silent env PATH=:/nonexistent "$BUILD/idnx" run converts
    [ "$output" = 2.99.0 ]
}

@test "arguments, options among them, and the exit status or signal are the program's" {
    run -0 idnx run printf '<%s>' --help -0 '' 'a b' -- ü
    [[ $output = *'<--help><-0><><a b><--><ü>' ]]
    run -0 idnx run -- printf '<%s>' --version
    [[ $output = *'<--version>' ]]
    run -7 idnx run sh -c 'exit 7'
    run -0 idnx run true
    run -143 idnx run sh -c 'kill -TERM $$'
    run -141 env --default-signal=PIPE "$BUILD/idnx" run sh -c 'kill -PIPE $$'
    run -0 env --ignore-signal=PIPE "$BUILD/idnx" run sh -c 'kill -PIPE $$; exit 0'
}

@test "it is the same process, with the same input and output" {
    [ "$(echo in | idnx run cat 2>/dev/null)" = in ]
    # shellcheck disable=SC2016 # $$ and $PPID are of those shells
    run -0 sh -c 'echo $$; exec "$0" run sh -c "echo \$\$"' "$BUILD/idnx"
    [ "$(grep -cx "${lines[0]}" <<<"$output")" -eq 2 ]
    # shellcheck disable=SC2016 # those of the program
    descriptors='cd /proc/$$/fd && echo *'
    [ "$(idnx run sh -c "$descriptors" 2>/dev/null)" = "$(sh -c "$descriptors" 2>/dev/null)" ]
}

@test "of the environment LD_PRELOAD alone is another one, beside Python's PYTHONPATH" {
    library=$(realpath "$BUILD/libidn2.so.0")
    [ "$(env -i A=1 "$BUILD/idnx" run env 2>/dev/null | grep -v ^PYTHONPATH)" = "A=1
LD_PRELOAD=$library" ]
    for before in libc.so.6 '' libc.so.6:libm.so.6; do
        [ "$(LD_PRELOAD=$before idnx run env 2>/dev/null | grep ^LD_PRELOAD)" = \
            "LD_PRELOAD=$library${before:+:$before}" ]
    done
    # Where it is installed it finds its library by the dynamic linker's own word.
    cp "$BUILD/idnx" "$BATS_TEST_TMPDIR"
    # shellcheck disable=SC2016 # it is the dynamic linker's
    [ "$("$BATS_TEST_TMPDIR/idnx" run env 2>/dev/null | grep ^LD_PRELOAD)" = \
        'LD_PRELOAD=/usr/$LIB/idnx/libidn2.so.0' ]
}

@test "a static program runs, and a line says so" {
    compile plain -static -o "$BATS_TEST_TMPDIR/static" || skip 'no static libc here'
    told "$BATS_TEST_TMPDIR/static is static, and so bypasses idnx, and keeps the libidn2 it may have in it" \
        idnx run "$BATS_TEST_TMPDIR/static"
    cd "$BATS_TEST_TMPDIR"
    for path in "/nonexistent:$PWD" /nonexistent: :/nonexistent; do
        told 'static is static, and so bypasses idnx, and keeps the libidn2 it may have in it' \
            env PATH="$path" "$BUILD/idnx" run static
    done
}

@test "a setuid program runs, and a line says so" {
    [ "$(id -u)" -eq 0 ] || skip 'needs root: a program of another user'
    for mode in 4755 2755; do
        cp "$PROGRAMS/plain" "$BATS_TEST_TMPDIR/setuid"
        chown nobody:nogroup "$BATS_TEST_TMPDIR/setuid"
        chmod $mode "$BATS_TEST_TMPDIR/setuid"
        told "$BATS_TEST_TMPDIR/setuid is setuid, setgid or has capabilities, and so gets its \
own libidn2" idnx run "$BATS_TEST_TMPDIR/setuid"
    done
}

@test "a program without libidn2 runs, and a line says so where idnx is not in the hosts: line" {
    needs_etc
    said="$PROGRAMS/plain is not linked with libidn2, and idnx is not in the hosts: line: idnx \
enable puts it there"
    told "$said" hosts 'files dns' "$BUILD/idnx" run "$PROGRAMS/plain"
    told "$said" hosts 'files idnx_ dns' "$BUILD/idnx" run "$PROGRAMS/plain"
    silent hosts 'files idnx [!UNAVAIL=return] dns' "$BUILD/idnx" run "$PROGRAMS/plain"
    silent hosts 'files dns' "$BUILD/idnx" run "$PROGRAMS/converts"
    rm "$BATS_TEST_TMPDIR/etc/nsswitch.conf"
    # shellcheck disable=SC2016 # $0 and $@ are of that shell
    told "$said" unshare_mounts sh -ec 'mount --bind "$0" /etc; exec "$@"' \
        "$BATS_TEST_TMPDIR/etc" "$BUILD/idnx" run "$PROGRAMS/plain"
}

# other SYMBOL VERSION DIRECTORY: makes another libidn2 there.
other() {
    mkdir -p "$3"
    echo "const char *$1(void) { return \"another\"; }" >"$PROGRAMS/other.c"
    echo "$2 { global: $1; local: *; };" >"$PROGRAMS/other.map"
    compile other -shared -fPIC -Wl,-soname,libidn2.so.0 \
        -Wl,--version-script="$PROGRAMS/other.map" -o "$3/libidn2.so.0"
}

@test "a program that would find another libidn2, by RPATH or by a script as R does, gets it" {
    other idn2_check_version IDN2_0.0.0 "$BATS_TEST_TMPDIR/other"
    compile converts "$BUILD/libidn2.so.0" -Wl,--disable-new-dtags \
        -Wl,-rpath,"$BATS_TEST_TMPDIR/other" -o "$BATS_TEST_TMPDIR/by-rpath"
    [ "$("$BATS_TEST_TMPDIR/by-rpath")" = another ]
    silent idnx run "$BATS_TEST_TMPDIR/by-rpath"
    [ "$output" = 2.99.0 ]
    printf '#!/bin/sh\nLD_LIBRARY_PATH="%s:$LD_LIBRARY_PATH" exec "%s"\n' \
        "$BATS_TEST_TMPDIR/other" "$PROGRAMS/converts" >"$BATS_TEST_TMPDIR/script"
    chmod +x "$BATS_TEST_TMPDIR/script"
    [ "$("$BATS_TEST_TMPDIR/script")" = another ]
    silent idnx run "$BATS_TEST_TMPDIR/script"
    [ "$output" = 2.99.0 ]
}

@test "a library that cannot be loaded is named by the dynamic linker, and the program runs" {
    cp "$BUILD/idnx" "$BATS_TEST_TMPDIR"
    : >"$BATS_TEST_TMPDIR/libidn2.so.0"
    run -0 --separate-stderr "$BATS_TEST_TMPDIR/idnx" run sh -c 'echo word'
    [ "$output" = word ]
    [[ $stderr = *"$BATS_TEST_TMPDIR/libidn2.so.0' from LD_PRELOAD cannot be preloaded"* ]]
}

@test "a program that needs a newer libidn2 gets its own, and a line says so" {
    other idn2_newer IDN2_9.9.9 "$BATS_TEST_TMPDIR/newer"
    echo 'const char *idn2_newer(void); int main(void) { return !idn2_newer(); }' >"$PROGRAMS/needs.c"
    compile needs "$BATS_TEST_TMPDIR/newer/libidn2.so.0" -Wl,--enable-new-dtags \
        -Wl,-rpath,"$BATS_TEST_TMPDIR/newer"
    said="$PROGRAMS/needs needs a newer libidn2 than idnx's, and gets its own"
    told "$said" idnx run "$PROGRAMS/needs"
    LD_LIBRARY_PATH=/a told "$said" idnx run "$PROGRAMS/needs"
}

@test "what cannot be run, or is not there, has the status that a shell gives it, wrong usage its own" {
    touch "$BATS_TEST_TMPDIR/not-executable"
    run -126 --separate-stderr idnx run "$BATS_TEST_TMPDIR/not-executable"
    [ "$stderr" = "idnx run: $BATS_TEST_TMPDIR/not-executable cannot be run: Permission denied" ]
    run -126 idnx run "$BATS_TEST_TMPDIR"
    for missing in "$BATS_TEST_TMPDIR/missing" idnx-has-no-such-program ''; do
        run -127 --separate-stderr env PATH=/usr/bin "$BUILD/idnx" run "$missing"
        [ "$stderr" = "idnx run: $missing cannot be run: No such file or directory" ]
        [ "$output" = '' ]
    done
    for words in '' '--' '-x true' '--json true' '--null'; do
        # shellcheck disable=SC2086 # several words
        run -2 idnx run $words
        [[ $output = 'idnx: '* ]]
    done
}

@test "where its warning cannot be written the program runs all the same" {
    needs_etc
    # shellcheck disable=SC2016 # $0 and $1 are of those shells
    for redirection in '2>&-' '2>/dev/full'; do
        run -0 hosts 'files dns' sh -c '"$0" run sh -c "echo \$0" word '"$redirection" "$BUILD/idnx"
        [ "$output" = word ]
        run -127 sh -c '"$0" run /nonexistent '"$redirection" "$BUILD/idnx"
    done
}

@test "where the dynamic linker cannot be asked the program runs all the same" {
    # shellcheck disable=SC2016 # $0 and $1 are of that shell
    run -0 sh -c 'exec 3>&- 4>&-; ulimit -n 4; exec "$0" run "$1"' "$BUILD/idnx" \
        "$PROGRAMS/converts"
    [ "$output" = 2.99.0 ]
}

# --- --trace ------------------------------------------------------------------------

# traced CONF COMMAND...: runs it with that idnx.conf, and prints the lines of the trace.
traced() {
    mkdir -p "$BATS_TEST_TMPDIR/etc"
    printf "#$1" >"$BATS_TEST_TMPDIR/etc/idnx.conf"
    echo '192.0.2.1 xn--bcher-kva.example' >"$BATS_TEST_TMPDIR/etc/hosts"
    hosts 'idnx [!UNAVAIL=return] files' "${@:2}" 2>&1 >/dev/null | sed -E 's/\[[0-9]+\]/[N]/'
}

@test "--trace writes what idnx makes of each name that a program looks up" {
    needs_etc
    while IFS='|' read -r conf name want; do
        want=${want//RULE//etc/idnx.conf line}
        echo "$name: $want"
        diff - <(traced "$conf" "$BUILD/idnx" run --trace python3 -c 'import ctypes, sys
name = bytes(sys.argv[1], "utf-8").decode("unicode_escape").encode("latin-1")
for lookup in 1, 2:
    ctypes.CDLL(None).gethostbyname(name)' "$name") <<<"${want:+idnx: python3[N] $want}"
    done <<'END'
|b\xc3\xbccher.example|bücher.example -> xn--bcher-kva.example
\nprotection = browser|\xd1\x80\xd0\xb0ypal.example|раypal.example rejected, SCRIPTS, RULE 2
\nprotection = browser|xn--ypal-43d9g.example|xn--ypal-43d9g.example rejected, SCRIPTS, RULE 2
\nmode = report\nprotection = browser|\xd1\x80\xd0\xb0ypal.example|раypal.example would be rejected, SCRIPTS, RULE 3 -> xn--ypal-43d9g.example
|\xff\x1b.example|\377\033.example rejected, UTF8
|\xef\xbc\x91|\357\274\221 rejected, NUMBER
\n[.de]\nprotection = x|n\xc3\xb6.example|nö.example not looked up, RULE 3 is wrong
\nexclude = .example|n\xc3\xb6.example|nö.example is excluded, /etc/idnx.conf
END
    [ -z "$(traced '' "$BUILD/idnx" run --trace getent hosts www.example)" ]
}

@test "so does each program of a chain, into a file that is added to" {
    needs_etc
    cd "$BATS_TEST_TMPDIR"
    echo before >trace
    # shellcheck disable=SC2016 # $0 is of that shell
    traced '' "$BUILD/idnx" run --trace=trace sh -c \
        'cd /; exec 2>&-; "$0" BÜCHER.example; getent hosts bücher.example; exit 0' "$PROGRAMS/converts"
    diff - <(sed -E 's/\[[0-9]+\]/[N]/' trace) <<'END'
before
idnx: converts[N] bücher.example -> xn--bcher-kva.example
idnx: getent[N] bücher.example -> xn--bcher-kva.example
END
    run -5 idnx run --trace=/nonexistent/file true
    [ "$output" = 'idnx: /nonexistent/file: No such file or directory' ]
}

@test "--trace shows a terminal nothing that it would obey, and no UTF-8 in another locale" {
    needs_etc
    [[ $(LC_ALL=C traced '' "$BUILD/idnx" run --trace getent hosts bücher.example) = \
        *' b\303\274cher.example -> '* ]]
    [[ $(traced '' "$BUILD/idnx" run --trace getent hosts xy⠀.example) = *' xn--'*'.example -> '* ]]
}

@test "--trace=FILE keeps names private, waits for no reader, and takes no descriptor" {
    needs_etc
    cd "$BATS_TEST_TMPDIR"
    traced '' "$BUILD/idnx" run --trace=new getent hosts bücher.example
    [ "$(stat -c %a new)" = 600 ]
    mkfifo fifo
    run -5 timeout 100 "$BUILD/idnx" run --trace=fifo true
    : >replaced
    # shellcheck disable=SC2016 # $0 is of that shell
    traced '' timeout 100 "$BUILD/idnx" run --trace=replaced \
        sh -c 'rm replaced; mkfifo replaced; getent hosts bücher.example; : >ended'
    [ -e ended ]
    for option in --trace --trace=file; do
        traced '' "$BUILD/idnx" run "$option" python3 -c '
import os, socket
for number in 0, 1, 2:
    os.close(number)
socket.getaddrinfo("bücher.example".encode(), 80)
for number in 0, 1, 2:
    assert os.open("own", os.O_WRONLY | os.O_CREAT) == number
socket.getaddrinfo("Bücher.example".encode(), 80)'
        [ -e own ]
        [ ! -s own ]
        rm own
    done
    [ "$(grep -c xn--bcher-kva file)" -eq 2 ]
}
