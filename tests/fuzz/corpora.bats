#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The archives of the corpora, which tests/fuzz/corpus writes and reads.

archives=(tests/fuzz/corpora/*.base64)

setup() {
    unset MAKEFLAGS MFLAGS MAKELEVEL
    archive=$BATS_TEST_TMPDIR/archive inputs=$BATS_TEST_TMPDIR/inputs
}

corpus() {
    tests/fuzz/corpus "$@"
}

@test "each target has an archive of less than 256 KiB" {
    for target in tests/fuzz/*.c; do
        name=${target##*/}
        [ "$(wc -c <"tests/fuzz/corpora/${name%.c}.base64")" -lt $((256 * 1024)) ]
    done
}

@test "packing what is unpacked gives the same octets" {
    for one in "${archives[@]}"; do
        rm -rf "$inputs"
        corpus unpack "$one" "$inputs"
        corpus pack "$inputs" "$archive"
        cmp "$one" "$archive"
    done
}

@test "inputs of any octets, and of none, come back under their SHA-1" {
    mkdir "$inputs"
    for octets in '' '\n' '\0' '\377\376' 'hosts: idnx\n' 'hosts: idnx'; do
        # shellcheck disable=SC2059 # the octets
        printf "$octets" >one
        mv one "$inputs/$(sha1sum <one | cut -d ' ' -f 1)"
    done
    corpus pack "$inputs" "$archive"
    corpus unpack "$archive" "$archive.inputs"
    diff -r "$inputs" "$archive.inputs"
    [ "$(find "$inputs" -type f | wc -l)" -eq 6 ]
}

@test "an input with a name of its own is not packed" {
    mkdir "$inputs"
    echo colon >"$inputs/found-colon"
    corpus pack "$inputs" "$archive"
    [ "$(cat "$archive")" = '# 0 inputs in base64' ]
}

# An archive that is cut, lacks a line, repeats one, has another order, or another letter.
@test "a broken archive is an error with its name, and nothing is unpacked" {
    for break in 'head -c -1' 'sed 2d' 'sed 2p' 'tac' 'sed 2s/./!/' 'sed 2s/./ü/' 'sed 1d' \
            'head -c 0' 'head -n -1'; do
        $break "${archives[0]}" >"$archive"
        run corpus unpack "$archive" "$inputs"
        [ "$status" -eq 1 ]
        [ "$output" = "$archive: broken: not what make fuzz-record writes" ]
        [ ! -e "$inputs" ]
    done
}

@test "a target gets every input of its archive, and those with a name" {
    build=$BATS_TEST_TMPDIR/build
    for one in "${archives[@]}"; do
        name=$(basename "$one" .base64)
        make -s BUILD="$build" "$build/tests/fuzz/corpora/$name"
        read -r _ packed _ <"$one"
        named=$(find "tests/fuzz/corpora/$name" -type f 2>/dev/null | wc -l)
        [ "$(find "$build/tests/fuzz/corpora/$name" -type f | wc -l)" -eq $((packed + named)) ]
    done
}

@test "what is unpacked is unpacked again after a change" {
    cp -r Makefile libcore nss_idnx tests "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR" || return
    unpacked=build/tests/fuzz/corpora/nsswitch
    make -s "$unpacked"
    make -q "$unpacked"
    echo new >tests/fuzz/corpora/nsswitch/found-new
    make -s "$unpacked"
    [ -e "$unpacked/found-new" ]
    rm tests/fuzz/corpora/nsswitch/found-new
    make -s "$unpacked"
    [ ! -e "$unpacked/found-new" ]
    tests/fuzz/corpus pack "$unpacked" tests/fuzz/corpora/nsswitch.base64
    run make -q "$unpacked"
    [ "$status" -eq 1 ]
    echo broken >tests/fuzz/corpora/nsswitch.base64
    run make -s "$unpacked"
    [ "$status" -eq 2 ]
    [ ! -e "$unpacked" ]
}
