#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make unicode, with a server on the loopback address that has small files with those names.

bats_require_minimum_version 1.5.0

setup_file() {
    export PUBLIC=$BATS_FILE_TMPDIR/public LOG=$BATS_FILE_TMPDIR/log
    VERSION=$(libcore/gen/unicode_version)
    export TABLES=$VERSION
    unset VERSION MAKEFLAGS MFLAGS MAKELEVEL BUILD http_proxy HTTP_PROXY all_proxy ALL_PROXY
    places "$TABLES" | publish "$TABLES"
    places 17.0.0 | publish 17.0.0
    places 16.0.0 | publish 16.0.0
    cp -r "$PUBLIC/good" "$PUBLIC/wrong"
    echo >>"$PUBLIC/wrong/$(places "$TABLES" | head -n 1)"
    python3 -u -m http.server --bind 127.0.0.1 -d "$PUBLIC" 0 >"$BATS_FILE_TMPDIR/port" 2>"$LOG" 3>&- &
    echo $! >"$BATS_FILE_TMPDIR/pid"
    timeout 100 sh -c "until grep -q port '$BATS_FILE_TMPDIR/port'; do sleep 0.1; done"
    URL=http://127.0.0.1:$(sed 's/.* port \([0-9]*\).*/\1/' "$BATS_FILE_TMPDIR/port")
    export URL
}

teardown_file() {
    kill "$(cat "$BATS_FILE_TMPDIR/pid")"
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
        mkdir -p "$PUBLIC/good/${where%/*}"
        echo "$where of $1" >"$PUBLIC/good/$where"
    done
}

setup() {
    project=$BATS_TEST_TMPDIR/project
    mkdir -p "$project/libcore"
    cp -r Makefile "$project"
    cp -r libcore/gen libcore/tables.c "$project/libcore"
    (cd "$PUBLIC/good" && places "$TABLES" | grep -v Idna2008 | xargs sha256sum) \
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
        cmp "$PUBLIC/good/$where" "build/unicode/$1/${name/-$1/}" || return
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
    rm "$files/Scripts.txt"
    fetch good
    [ "$(sed 's/.*GET \/good\/\([^ ]*\).*/\1/' "$LOG")" = "$TABLES/ucd/Scripts.txt
$TABLES/ucd/UnicodeData.txt" ]
    has "$TABLES"
}

@test "VERSION is fetched from where that version lies, its SHA-256 printed, not checked" {
    for version in 17.0.0 16.0.0; do
        run -0 fetch good VERSION="$version"
        has "$version"
        while read -r where; do
            sum=$(sha256sum "$PUBLIC/good/$where")
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
    recorded=$(sha256sum <"$PUBLIC/good/$where")
    found=$(sha256sum <"$PUBLIC/wrong/$where")
    [[ $stderr == *"$URL/wrong/$where is not the released file"* ]]
    [[ $stderr == *"${found%% *}"*"${recorded%% *}"*"UNICODE_DIR=directory"* ]]
    [ -z "$(find build/unicode -type f)" ]
}

@test "a file that the server does not have is named" {
    run -2 --separate-stderr fetch good VERSION=18.1.0
    [[ $stderr == *"$URL/good/18.1.0/ucd/extracted/DerivedBidiClass.txt: the server says 404"* ]]
    [ -z "$(find build/unicode -type f)" ]
}

@test "without a server or a network the message names the address and UNICODE_DIR" {
    # Port 9 is discard's, which nobody serves; no name ends in .invalid (RFC 6761).
    for url in http://127.0.0.1:9 http://unicode.invalid; do
        run -2 --separate-stderr make -s unicode UNICODE_URL="$url"
        [[ $stderr == *"$url/$TABLES/ucd/extracted/DerivedBidiClass.txt: "*"UNICODE_DIR=directory"* ]]
        [[ $stderr != *Traceback* ]]
        [ -z "$(find build/unicode -type f)" ]
    done
}

@test "make unicode fetches every file that the generator and the tests read" {
    cd "$BATS_TEST_DIRNAME/../.."
    places "$TABLES" | sed 's|.*/||' | sort >"$BATS_TEST_TMPDIR/fetched"
    grep -rhoE '"[A-Za-z0-9]+\.txt"' tests/engine/conformance tests/common/reference tests/fuzz \
        libcore/gen/properties.py libcore/gen/look_alikes.py |
        tr -d '"' | sort -u | diff - "$BATS_TEST_TMPDIR/fetched"
}
