#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The manual pages are well-formed, and what they show is so.

load common
load ../common/table

PAGES=(nss_idnx/command/idnx.1 nss_idnx/command/idnx-json.5 nss_idnx/policy/*.[57] nss_idnx/nss-idnx*.[78]
    nss_idnx/libidnx/*.3)
[ ! -d nss_idnx/companions ] || PAGES+=(nss_idnx/companions/*/*.[78])

needs_mandoc() {
    command -v mandoc >/dev/null || skip 'mandoc is missing: install it to read the pages'
}

@test "each function of libidnx has a page, and libidnx(3) has the example as it is" {
    for function in $(cat libcore/idnx.h nss_idnx/libidnx/idnx_policy.h |
        grep -o '\bidnx_[a-z0-9_]*(' | tr -d '(' | sort -u); do
        grep -lqE "^\.(Fn|Fo) $function( |$)" nss_idnx/libidnx/*.3 || { echo "$function"; return 1; }
        [ -e "nss_idnx/libidnx/$function.3" ] ||
            grep -q "man3/$function.3 idnx_[a-z_]*.3$" conf/install || { echo "no link $function"; return 1; }
    done
    diff <(sed 1,2d nss_idnx/libidnx/examples/convert.c) \
        <(sed -n '/^\.Bd -literal$/,/^\.Ed/p' nss_idnx/libidnx/libidnx.3 | sed '1d;$d; s/\\e/\\/g')
}

# declared: prints libidnx's headers without comments.
declared() {
    cat libcore/idnx.h nss_idnx/libidnx/idnx_policy.h | ${CC:-cc} -fpreprocessed -dD -E -P - 2>/dev/null
}

# structures: prints those of standard input, a line for each, without blanks.
structures() {
    sed -n '/^struct idnx_[a-z_]* {/,/^};/p' | tr -d ' \t\n' | sed 's/};/};\n/g' | LC_ALL=C sort
}

@test "each structure, flag and value of libidnx is on a page" {
    diff <(declared | structures | grep -v '^structidnx_script_set{') \
        <(cat nss_idnx/libidnx/*.3 | structures)
    # The statuses are on idnx(1), by their codes.
    names=$(declared | sed '/^enum idnx_status {/,/^}/d' |
        grep -oE '^\s+IDNX_[A-Z0-9_]+ =|#define IDNX_[A-Z0-9_]+ +[0-9(]' |
        grep -v VERSION_[MNP] | grep -oE 'IDNX_[A-Z0-9_]+')
    [ "$(wc -w <<<"$names")" -gt 50 ]
    for name in $names; do
        cat nss_idnx/libidnx/*.3 | grep -qw "$name" || { echo "$name"; return 1; }
    done
}

@test "each program on a page of libidnx compiles" {
    cd "$BATS_TEST_TMPDIR"
    cat "$BATS_TEST_DIRNAME"/../../nss_idnx/libidnx/*.3 |
        awk '/^\.Bd -literal/ { n++; text = ""; is = 1; next }
            /^\.Ed/ { if (text ~ /#include/) print text >("example" n ".c"); is = 0 }
            is { gsub(/\\e/, "\\"); text = text $0 "\n" }'
    [ "$(ls example*.c | wc -l)" -ge 3 ]
    for program in example*.c; do
        ${CC:-cc} -std=c99 -O2 -Wall -Wextra -Wpedantic -Werror -c -o /dev/null \
            -I"$BATS_TEST_DIRNAME/../../libcore" -I"$BATS_TEST_DIRNAME/../../nss_idnx/libidnx" "$program"
    done
}

# For a page that names no system, groff before 1.23 prints BSD.  From 1.23 on its category
# "break" has lines with few blanks, such as a function's, that it cannot adjust.
@test "mandoc and groff have nothing to say of them, and they are not of BSD" {
    needs_mandoc
    for page in "${PAGES[@]}"; do
        run -0 mandoc -Tlint -W warning "$page"
        [ "$output" = '' ]
        command -v groff >/dev/null || continue
        run -0 --separate-stderr groff -mdoc -Tutf8 -Kutf8 -ww -W break "$page"
        [ "$stderr" = '' ]
        [[ "${lines[0]} ${lines[-1]}" != *BSD* ]]
    done
}

# A hosts: line cannot be broken, and a command of root's is pasted as a whole.
@test "no line of a page has more than 80 columns" {
    needs_mandoc
    for page in "${PAGES[@]}"; do
        mandoc -Tutf8 "$page" | LC_ALL=C.UTF-8 col -b -x | grep -vE '^ *(hosts: |# )' >"$BATS_TEST_TMPDIR/lines"
        [ "$(LC_ALL=C.UTF-8 wc -L <"$BATS_TEST_TMPDIR/lines")" -le 80 ] ||
            { echo "$page"; LC_ALL=C.UTF-8 grep -E '.{81}' "$BATS_TEST_TMPDIR/lines"; return 1; }
    done
}

@test "libnss_idnx.so.2(8) is nss-idnx(8)" {
    needs_mandoc
    mkdir "$BATS_TEST_TMPDIR/man8"
    cp nss_idnx/*.8 nss_idnx/module/*.8 "$BATS_TEST_TMPDIR/man8"
    cd "$BATS_TEST_TMPDIR"
    diff <(mandoc -Tutf8 man8/libnss_idnx.so.2.8) <(mandoc -Tutf8 man8/nss-idnx.8)
}

@test "the hosts: lines of nss-idnx(8) are those of nsswitch.conf.example" {
    grep '^hosts: ' nss_idnx/nss-idnx.8 | LC_ALL=C sort >"$BATS_TEST_TMPDIR/page"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/page")" -eq 3 ]
    sed -n 's/^\(# \)\?hosts: /hosts: /p' conf/nsswitch.conf.example | LC_ALL=C sort |
        LC_ALL=C comm -23 "$BATS_TEST_TMPDIR/page" - | diff /dev/null -
}

# commands PAGE: prints the commands in the displays of EXAMPLES or QUICK START, one per line.
commands() {
    sed -n '/^\.Sh \(EXAMPLES\|QUICK\)/,/^\.Sh [^EQ]/{/^\.Bd/,/^\.Ed/{/^\./!p}; s/^\.Dl //p}' "$1"
}

# Commands that examine a system get an empty one.  Those that would use the network do not run.
@test "the commands in the examples of idnx(1) and nss-idnx(8) are ones that idnx takes" {
    local page line count=0

    mkdir -p "$BATS_TEST_TMPDIR/root/etc" "$BATS_TEST_TMPDIR/bin"
    echo 'hosts: files dns' >"$BATS_TEST_TMPDIR/root/etc/nsswitch.conf"
    ln -s "$(type -P true)" "$BATS_TEST_TMPDIR/bin/curl"
    ln -s "$(type -P true)" "$BATS_TEST_TMPDIR/bin/journalctl"
    printf '%s\n' bücher.example раypal.example 'ü b' >"$BATS_TEST_TMPDIR/names"
    cp "$BATS_TEST_TMPDIR/names" "$BATS_TEST_TMPDIR/log"
    build=$(cd "$BUILD" && pwd)
    for page in command/idnx.1 nss-idnx.8; do
        while IFS= read -r line; do
            line=${line%%  *#*}
            case $line in
            getent*) continue ;; # names.bats runs it, in a world with a name server
            'idnx enable'* | 'idnx disable'* | 'idnx doctor'* | 'idnx set'* | 'idnx status'*) line+=" --root=root" ;;
            esac
            echo "$line"
            run bash -c "cd '$BATS_TEST_TMPDIR' && PATH=$build:\$PWD/bin:\$PATH && $line"
            [[ $status -eq 0 || $status -eq 1 ]] || [[ $line =~ ^idnx\ (doctor|status|enable) && $status -eq 3 ]]
            count=$((count + 1))
        done < <(commands "nss_idnx/$page")
    done
    [ "$count" -ge 11 ]
    [ "$(cat "$BATS_TEST_TMPDIR/ascii")" = $'xn--bcher-kva.example\nxn--ypal-43d9g.example' ]
    [ "$(cat "$BATS_TEST_TMPDIR/root/etc/nsswitch.conf")" = 'hosts: files dns' ]
}

@test "the commands of idnx-policy(7) and idnx.conf(5) that change the file do, in order" {
    local line count=0

    pages=$PWD/nss_idnx/policy
    build_command
    rm -f idnx.conf
    while IFS= read -r line; do
        echo "$line"
        run as_root build/${line% 2>*}
        [[ "${lines[0]}" == '--- '* || $line == 'idnx set reverse=' ]]
        count=$((count + 1))
    done < <(sed -En 's/^(\.Dl )?(idnx (set|allow) .*)/\2/p' "$pages"/idnx{-policy.7,.conf.5} | awk '!seen[$0]++')
    [ "$count" -ge 8 ]
    [ "$(stat -c %a idnx.conf)" = 644 ]
    [ "$(cat idnx.conf)" = 'protection = browser
log = rejected
protect = bank.example

[.i❤coffee.example]
repertoire = any

[.partner.example]
protection = off

[.doubt.example]
mode = report

[.straße.example]
deviations = map' ]
}

# as_root COMMAND...: runs it as root, who must own idnx.conf.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        unshare -r "$@"
    fi
}

# Compiles the command once more, for another idnx.conf: it reads the one it was compiled for.
build_command() {
    as_root true || skip 'no idnx.conf of root: user namespaces are forbidden'
    cd "$BATS_FILE_TMPDIR"
    [ ! -e build/idnx ] || return 0
    cp -r "$OLDPWD"/{Makefile,libcore,nss_idnx} .
    env -u MAKEFLAGS -u MAKELEVEL -u SAN -u BUILD \
        make -s CC="${CC:-cc}" CFLAGS=-O1 SYSCONFDIR="$PWD" build/idnx >/dev/null
}

# example SECTION LINE: makes idnx.conf of the page's first display after LINE.
example() {
    sed "1,/^\.S[hs] $1/d; /^\.S[hs]/,\$d" "$page" |
        sed "0,/$2/d" | sed '0,/^\.Bd/d; /^\.Ed/,$d' >idnx.conf
    [ -s idnx.conf ]
    chmod 644 idnx.conf
}

# Prints what becomes of each name, one per line.
check() {
    as_root build/idnx check --json "$@" 2>warnings |
        jq -r '"\(.verdict) \(.output) \(.status)"'
}

@test "each example of idnx.conf(5) and idnx-policy(7) does what the page says" {
    local section after name said page last='' pages=$PWD/nss_idnx/policy

    build_command
    while IFS=$'\t' read -r section after name said; do
        echo "$section, $after: $name"
        [ "$section" = EXAMPLES ] && page=$pages/idnx.conf.5 || page=$pages/idnx-policy.7
        [ "$section$after" = "$last" ] || example "$section" "$after"
        last=$section$after
        [ "$(check "$name")" = "$said" ]
    done < <(rows pages.tsv)
}
