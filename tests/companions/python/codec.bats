#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The codec "idna" of idnx, in each Python from 3.7 on that this machine has.  codec.py has the
# tests; here is which idnx.conf and which files they find.

load ../../command/common

# The tests that need no process of their own.
TOGETHER='test_5_other_attributes_do_not_load_the_standard_codec test_it_is_ours
    test_1_only_the_host_is_converted test_2_the_exception_is_what_callers_of_getaddrinfo_catch
    test_3_ascii_names_are_left_to_the_module test_6_subinterpreters_have_it_too
    test_4_ascii_needs_neither_the_extension_nor_the_standard_codec test_7_decoding
    test_4_without_any_file_ascii_names_get_what_they_got
    test_incremental_codecs_convert_at_the_end test_bad_input
    test_subclasses_of_str_are_what_their_characters_say test_threads'

setup_file() {
    export PYTHONS
    PYTHONS=$(pythons)
}

# by PYTHON WRAPPER... TEST...: runs tests in that Python, which finds the codec as by "idnx run".
by() {
    local python=$1 wrapper=()

    shift
    until [[ $1 = test_* ]]; do wrapper+=("$1"); shift; done
    "${wrapper[@]}" env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$directory/run" DIRECTORY="$directory" \
        "$python" "$BATS_TEST_DIRNAME/codec.py" "$@"
}

# Prints those in PATH and those of pyenv, one of each version.
pythons() {
    for python in /usr/bin/python3 python3 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3; do
        "$python" -c 'import sys; sys.version_info < (3, 7) or print(
            sys.version_info[:2], sys.executable)' 2>/dev/null
    done | sort -u -t ')' -k 1,1 | sed 's/.*) //'
}

setup() {
    directory=$(realpath "$BUILD")/python
    [ -e "$directory/_idnx.abi3.so" ] || skip 'no extension here: Python.h is missing'
    ! nm -D "$directory/_idnx.abi3.so" | grep -q ' U __asan_' ||
        skip 'no Python without its sanitizer loads the extension'
    [ -n "$PYTHONS" ] || skip 'no Python 3.7 or later'
}

# passes TEST... [WRAPPER...]: shows that tests pass in each Python.
passes() {
    local tests=() test

    while [[ ${1-} = test_* ]]; do tests+=("$1"); shift; done
    for python in $PYTHONS; do
        by "$python" "${@:-env}" "${tests[@]}" >"$BATS_TEST_TMPDIR/said" 2>&1 || :
        for test in "${tests[@]}"; do
            grep -q "^$test .*\.\.\. ok$" "$BATS_TEST_TMPDIR/said" || {
                echo "$python: $test"
                cat "$BATS_TEST_TMPDIR/said"
                return 1
            }
        done
    done
}

# conf LINE...: writes an idnx.conf.
conf() {
    needs_etc
    printf '%s\n' "$@" >"$BATS_TEST_TMPDIR/idnx.conf"
}

# own_directory: makes a copy of the codec's files, to change.
own_directory() {
    cp -r "$directory" "$BATS_TEST_TMPDIR/python"
    directory=$BATS_TEST_TMPDIR/python
}

@test "without it straße.example becomes another name in Python" {
    for python in $PYTHONS; do
        [ "$("$python" -c 'print("straße.example".encode("idna"))')" = "b'strasse.example'" ]
    done
}

@test "host:port, ASCII names, errors, decoding, incremental codecs, subinterpreters and threads" {
    # shellcheck disable=SC2086 # several words
    passes $TOGETHER
}

@test "a child after fork() gets the same, and no call leaks memory" {
    passes test_fork
    passes test_nothing_leaks
}

@test "each name without a file has the result that a lookup has" {
    passes test_names_without_a_file configured -
}

@test "names that idnx.conf excludes are converted" {
    conf 'exclude = straße.example'
    passes test_8_excluded_names_are_converted configured "$BATS_TEST_TMPDIR/idnx.conf"
}

@test "protection sees the name" {
    conf 'protection = browser'
    passes test_protection_sees_the_name configured "$BATS_TEST_TMPDIR/idnx.conf"
}

@test "a faulty idnx.conf makes a name fail for now, and says where to look" {
    conf 'protection = brwoser'
    passes test_a_faulty_idnx_conf_fails_for_now configured "$BATS_TEST_TMPDIR/idnx.conf"
}

@test "without its extension names fail that are not ASCII, and no others" {
    own_directory
    rm "$directory/_idnx.abi3.so"
    passes test_without_the_extension
    head -c 100 "$BUILD/python/_idnx.abi3.so" >"$directory/_idnx.abi3.so"
    passes test_without_the_extension
    : >"$directory/_idnx.abi3.so"
    passes test_without_the_extension
    rm "$directory/_idnx.abi3.so"
    ln -s nowhere "$directory/_idnx.abi3.so"
    passes test_without_the_extension
}

@test "the package idna has the verdict too, unless it is to keep its own rules" {
    passes test_the_package_idna_has_the_verdict_too
    passes test_the_package_may_keep_its_own_rules env IDNX_PACKAGE=own
}

@test "without its directory Python has its own codec" {
    own_directory
    rm "$directory/idna.py"
    passes test_without_the_codec
}

@test "the sitecustomize that it hides is run" {
    own_directory
    mkdir "$directory/other"
    echo "import os; hidden = os.environ['DIRECTORY']" >"$directory/other/sitecustomize.py"
    for python in $PYTHONS; do
        PYTHONPATH=$directory/run:$directory/other DIRECTORY=$directory "$python" \
            "$BATS_TEST_DIRNAME/codec.py" test_a_hidden_sitecustomize_runs
    done
    echo 'raise ImportError("no such thing")' >"$directory/other/sitecustomize.py"
    run -0 env PYTHONPATH="$directory/run:$directory/other" python3 -c pass
    [[ $output = *'no such thing'* ]]
    rm -r "$directory/other"
    run -0 env PYTHONPATH="$directory/run" python3 -c 'import sys; sys.exit("sitecustomize" not in sys.modules)'
    [ -z "$output" ]
}

@test "the files for a site directory: the line of idnx.pth, and what idnx.start names (PEP 829)" {
    own_directory
    mkdir "$directory/made"
    for file in nss_idnx/companions/python/site/*; do
        sed "s|@DIRECTORY@|$directory|g" "$file" >"$directory/made/${file##*/}"
    done
    for python in $PYTHONS; do
        "$python" -S -c 'import sys, site; site.addsitedir(sys.argv[1])
assert "straße.example".encode("idna") == b"xn--strae-oqa.example"
assert sys.path[0] == sys.argv[1][:-4] + "first"' "$directory/made"
        "$python" -c 'import sys, importlib; sys.path.append(sys.argv[1])
module, function = open(sys.argv[1] + "/idnx.start").read().split()[-1].split(":")
getattr(importlib.import_module(module), function)()
assert "straße.example".encode("idna") == b"xn--strae-oqa.example"
assert sys.path[0] == sys.argv[1][:-4] + "first"' "$directory/made"
    done
}
