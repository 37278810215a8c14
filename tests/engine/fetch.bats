#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make unicode, with a server on the loopback address that has small files with those names.

load ../common/terminal

bats_require_minimum_version 1.5.0

setup_file() {
    export PUBLIC=$BATS_FILE_TMPDIR/public LOG=$BATS_FILE_TMPDIR/log
    VERSION=$(libcore/gen/unicode_version)
    export TABLES=$VERSION
    unset VERSION MAKEFLAGS MFLAGS MAKELEVEL BUILD http_proxy HTTP_PROXY all_proxy ALL_PROXY
    places "$TABLES" | publish "$TABLES"
    places 17.0.0 | publish 17.0.0
    places 16.0.0 | publish 16.0.0
    serve http
    URL=http://127.0.0.1:$(cat "$BATS_FILE_TMPDIR/http")
    export URL
}

teardown_file() {
    xargs kill <"$BATS_FILE_TMPDIR/pids"
}

# serve NAME [CERTIFICATE]: starts a server, and writes its port into the file NAME.
serve() {
    local port=$BATS_FILE_TMPDIR/$1

    python3 "$BATS_TEST_DIRNAME/server.py" "$PUBLIC" "$LOG" "${@:2}" >"$port" 3>&- &
    echo $! >>"$BATS_FILE_TMPDIR/pids"
    timeout 100 sh -c "until [ -s '$port' ]; do sleep 0.1; done"
}

# Prints the path of each file of a version, according to unicode.org's README files.
places() {
    local name

    for name in BidiClass CombiningClass GeneralCategory JoiningType; do
        echo "$1/ucd/extracted/Derived$name.txt"
    done
    for name in DerivedCoreProperties DerivedNormalizationProps NormalizationTest \
            PropertyValueAliases ScriptExtensions Scripts UnicodeData; do
        echo "$1/ucd/$name.txt"
    done
    case $1 in
    16.0.0)
        echo idna/16.0.0/IdnaMappingTable.txt
        echo idna/16.0.0/IdnaTestV2.txt
        echo idna/idna2008derived/Idna2008-16.0.0.txt
        printf '%s\n' security/16.0.0/{IdentifierStatus,IdentifierType,confusables}.txt
        ;;
    *)
        echo "$1/idna/IdnaMappingTable.txt"
        echo "$1/idna/IdnaTestV2.txt"
        echo "$1/idna/Idna2008.txt"
        printf '%s\n' "$1/security/"{IdentifierStatus,IdentifierType,confusables}.txt
        ;;
    esac
}

# publish VERSION: makes files at those paths, each with its path in it; no two are the same.
publish() {
    local where

    while read -r where; do
        mkdir -p "$PUBLIC/${where%/*}"
        seq -f "$where of $1, line %04.0f" 500 >"$PUBLIC/$where"
    done
}

setup() {
    project=$BATS_TEST_TMPDIR/project
    mkdir -p "$project/libcore"
    cp -r Makefile "$project"
    cp -r libcore/gen libcore/tables.c "$project/libcore"
    (cd "$PUBLIC" && places "$TABLES" | grep -v Idna2008 | xargs sha256sum) \
        >"$project/libcore/gen/unicode.sha256"
    cd "$project" || return
    : >"$LOG"
    files=build/unicode/$TABLES
}

# fetch WAY [VARIABLE=...]...
fetch() {
    make -s unicode UNICODE_URL="$URL/$1" "${@:2}"
}

# has VERSION: checks for all of its files, under their names, and nothing else.
has() {
    local where name

    places "$1" | while read -r where; do
        name=${where##*/}
        cmp "$PUBLIC/$where" "build/unicode/$1/${name/-$1/}" || return
    done
    [ "$(find "build/unicode/$1" -type f | wc -l)" -eq "$(places "$1" | wc -l)" ]
}

@test "make unicode fetches the files of the tables' version, and only what is not there" {
    fetch good
    has "$TABLES"
    [ "$(ls build/unicode)" = "$TABLES" ]
    [ "$(wc -l <"$LOG")" -eq "$(places "$TABLES" | wc -l)" ]
    : >"$LOG"
    fetch good
    [ ! -s "$LOG" ]
    echo >>"$files/UnicodeData.txt"
    fetch good
    [ "$(cat "$LOG")" = "$TABLES/ucd/UnicodeData.txt " ]
    has "$TABLES"
}

@test "VERSION is fetched from where that version lies, its SHA-256 printed, not checked" {
    for version in 17.0.0 16.0.0; do
        run -0 fetch good VERSION="$version"
        has "$version"
        while read -r where; do
            sum=$(sha256sum "$PUBLIC/$where")
            [[ $version = "$TABLES" || $output == *"${sum%% *}  $where  (not checked)"* ]]
        done < <(places "$version")
    done
    [ "$(ls build/unicode)" = $'16.0.0\n17.0.0' ]
}

@test "VERSION in the environment is of something else" {
    VERSION=1.2 fetch good
    has "$TABLES"
    run -2 --separate-stderr fetch good VERSION=17
    [[ $stderr == *"17 is no version of Unicode"* ]]
}

@test "VERSION changes nothing that make builds or installs" {
    cd "$BATS_TEST_DIRNAME/../.."
    for target in build/libcore/status.o install deb; do
        make -nB "$target" >"$BATS_TEST_TMPDIR/without"
        grep -q 'VERSION=\|/idnx-[0-9]' "$BATS_TEST_TMPDIR/without"
        make -nB "$target" VERSION=17.0.0 | diff "$BATS_TEST_TMPDIR/without" -
    done
}

@test "a file that is not the released one is rejected, with both hashes and the way on" {
    run -2 --separate-stderr fetch wrong
    where=$(places "$TABLES" | grep DerivedBidiClass)
    recorded=$(sha256sum <"$PUBLIC/$where")
    found=$(tr a-zA-Z A-Za-z <"$PUBLIC/$where" | sha256sum)
    [[ $stderr == *"$URL/wrong/$where is not the released file"* ]]
    [[ $stderr == *"${found%% *}"*"${recorded%% *}"*"UNICODE_DIR=directory"* ]]
    [ -z "$(find build/unicode -type f)" ]
}

@test "a file that the server does not have is named" {
    run -2 --separate-stderr fetch good VERSION=18.1.0
    [[ $stderr == *"$URL/good/18.1.0/ucd/extracted/DerivedBidiClass.txt: the server says 404"* ]]
    [ -z "$(find build/unicode -type f)" ]
}

# A partial file under the final name would pass for a whole one.
@test "a transfer cut short leaves no file, and the next run asks for the rest" {
    run -2 --separate-stderr fetch cut
    [[ $stderr =~ DerivedBidiClass.txt:\ ended\ after\ [0-9]+\ of\ [0-9]+\ octets.*make\ unicode\ again ]]
    [ "$(find build/unicode -type f)" = "$files/DerivedBidiClass.txt.part" ]
    half=$(stat -c %s "$files/DerivedBidiClass.txt.part")
    : >"$LOG"
    fetch good
    [ "$(sed -n 1p "$LOG")" = "$TABLES/ucd/extracted/DerivedBidiClass.txt bytes=$half-" ]
    [ "$(grep -c bytes "$LOG")" -eq 1 ]
    has "$TABLES"
}

@test "where the rest is not to be had, or the file has changed, all of it is fetched" {
    for way in no-ranges changed; do
        rm -rf build
        run -2 fetch cut
        fetch "$way"
        has "$TABLES"
    done
}

@test "a whole file that only lacks its name gets it" {
    mkdir -p "$files"
    cp "$PUBLIC/$TABLES/ucd/extracted/DerivedBidiClass.txt" "$files/DerivedBidiClass.txt.part"
    touch -d '2026-09-01T00:00:00Z' "$files/DerivedBidiClass.txt.part"
    fetch good
    has "$TABLES"
}

@test "how far a slow transfer is stands on a terminal in one line, elsewhere in one now and then" {
    where="$TABLES/ucd/extracted/DerivedBidiClass.txt"
    UNICODE_TIMEOUT=3 PROGRESS_SECONDS=1 run -2 --separate-stderr fetch slow
    grep -qE "^$where, 1 of 17: [0-9]+ % of 0.0 MB$" <<<"$stderr"
    UNICODE_TIMEOUT=3 run -2 --separate-stderr fetch slow
    [[ $stderr != *' of 17'* ]]
    needs_terminal
    UNICODE_TIMEOUT=3 run ! on_terminal 60 python3 -B libcore/gen/fetch.py "$URL/slow" build/unicode "$TABLES"
    [[ $output == *$'\r\e[K'"$where, 1 of 17"*$'\r\e[K'* ]]
    [ "$(tr '\r' '\n' <<<"${output//$'\e[K'/}" | grep ' of 17' | awk 'length > 59')" = '' ]
}

@test "a server that is slow, or says nothing more, has a time limit" {
    for way in slow stalling; do
        UNICODE_TIMEOUT=2 run -2 --separate-stderr fetch "$way"
        # Without a limit the transfer would end after 20 s, cut short.
        [[ $stderr == *"/DerivedBidiClass.txt: "*@("not done within 2 s"|"timed out")*"make unicode again"* ]]
        [ ! -e "$files/DerivedBidiClass.txt" ]
    done
    UNICODE_TIMEOUT=soon run -2 --separate-stderr fetch good
    [[ $stderr == *"UNICODE_TIMEOUT=soon is no number of seconds"* ]]
}

@test "without a server or a network the message names the address and UNICODE_DIR" {
    # Port 9 is discard's, which nobody serves; no name ends in .invalid (RFC 6761).
    for url in http://127.0.0.1:9 http://unicode.invalid; do
        run -2 --separate-stderr make -s unicode UNICODE_URL="$url"
        [[ $stderr == *"$url/$TABLES/ucd/extracted/DerivedBidiClass.txt: "*"UNICODE_DIR=directory"* ]]
        [[ $stderr != *Traceback* ]]
        [ -z "$(find build/unicode -type f)" ]
    done
    run -2 --separate-stderr make -s unicode UNICODE_URL=ftp://127.0.0.1
    [[ $stderr == *"neither http:// nor https://"* ]]
}

@test "a server with an untrusted certificate is rejected" {
    certificate=$BATS_TEST_TMPDIR/certificate
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1 -keyout "$certificate.key" -out "$certificate"
    cat "$certificate.key" >>"$certificate"
    serve https "$certificate"
    url=https://127.0.0.1:$(cat "$BATS_FILE_TMPDIR/https")/good
    run -2 --separate-stderr make -s unicode UNICODE_URL="$url"
    [[ $stderr == *"certificate verify failed"*"is ca-certificates installed?"* ]]
    [ -z "$(find build/unicode -type f)" ]
    SSL_CERT_FILE=$certificate make -s unicode UNICODE_URL="$url"
    has "$TABLES"
}

@test "a disk that is full, and a directory that cannot be made, are named" {
    run -2 --separate-stderr bash -c "ulimit -f 4; make -s unicode UNICODE_URL=$URL/good"
    [[ $stderr == *"$files/DerivedBidiClass.txt.part: File too large"* ]]
    [ ! -e "$files/DerivedBidiClass.txt" ]
    rm -r build/unicode
    : >build/unicode
    run -2 --separate-stderr fetch good
    [[ $stderr == *"Not a directory: 'build/unicode/"* ]]
}

@test "make unicode fetches every file that the generator and the tests read" {
    cd "$BATS_TEST_DIRNAME/../.."
    places "$TABLES" | sed 's|.*/||' | sort >"$BATS_TEST_TMPDIR/fetched"
    grep -rhoE '"[A-Za-z0-9]+\.txt"' tests/engine/conformance tests/common/reference tests/fuzz \
        libcore/gen/properties.py libcore/gen/look_alikes.py |
        tr -d '"' | sort -u | diff - "$BATS_TEST_TMPDIR/fetched"
}
