#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The codec "idna" of idnx, in each Python from 3.7 on that this machine has.  codec.py has the
# tests; here is which idnx.conf and which files they find.

load ../../command/common

setup_file() {
    export PYTHONS
    PYTHONS=$(pythons)
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

# passes TESTS [WRAPPER...]: shows that they pass in each Python, which finds the codec as by "idnx
# run".  TESTS are "Together", or one that needs a process of its own.
passes() {
    for python in $PYTHONS; do
        "${@:2}" env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$directory/run" DIRECTORY="$directory" \
            "$python" "$BATS_TEST_DIRNAME/codec.py" "$1"
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
    passes Together
}

@test "a child after fork() gets the same, and no call leaks memory" {
    passes Alone.test_fork
    passes Alone.test_nothing_leaks
}

@test "each name without a file has the result that a lookup has" {
    passes Alone.test_names_without_a_file configured -
}

@test "names that idnx.conf excludes are converted" {
    conf 'exclude = straße.example'
    passes Alone.test_excluded_names_are_converted configured "$BATS_TEST_TMPDIR/idnx.conf"
}

@test "protection sees the name" {
    conf 'protection = browser'
    passes Alone.test_protection_sees_the_name configured "$BATS_TEST_TMPDIR/idnx.conf"
}

@test "a faulty idnx.conf makes a name fail for now, and says where to look" {
    conf 'protection = brwoser'
    passes Alone.test_a_faulty_idnx_conf_fails_for_now configured "$BATS_TEST_TMPDIR/idnx.conf"
}

@test "without its extension names fail that are not ASCII, and no others" {
    own_directory
    rm "$directory/_idnx.abi3.so"
    passes Alone.test_without_the_extension
    head -c 100 "$BUILD/python/_idnx.abi3.so" >"$directory/_idnx.abi3.so"
    passes Alone.test_without_the_extension
    : >"$directory/_idnx.abi3.so"
    passes Alone.test_without_the_extension
    rm "$directory/_idnx.abi3.so"
    ln -s nowhere "$directory/_idnx.abi3.so"
    passes Alone.test_without_the_extension
}

@test "the package idna has the verdict too, unless it is to keep its own rules" {
    passes Alone.test_the_package_idna_has_the_verdict_too
    passes Alone.test_the_package_may_keep_its_own_rules env IDNX_PACKAGE=own
}

@test "without its directory Python has its own codec" {
    own_directory
    rm "$directory/idna.py"
    passes Alone.test_without_the_codec
}

@test "the sitecustomize that it hides is run" {
    own_directory
    mkdir "$directory/other"
    echo "import os; hidden = os.environ['DIRECTORY']" >"$directory/other/sitecustomize.py"
    for python in $PYTHONS; do
        PYTHONPATH=$directory/run:$directory/other DIRECTORY=$directory "$python" \
            "$BATS_TEST_DIRNAME/codec.py" Alone.test_a_hidden_sitecustomize_runs
    done
    echo 'raise ImportError("no such thing")' >"$directory/other/sitecustomize.py"
    run -0 env PYTHONPATH="$directory/run:$directory/other" python3 -c pass
    [[ $output = *'no such thing'* ]]
    rm -r "$directory/other"
    run -0 env PYTHONPATH="$directory/run" python3 -c 'import sys; sys.exit("sitecustomize" not in sys.modules)'
    [ -z "$output" ]
}

@test "what idnx.start names does as the line of idnx.pth (PEP 829)" {
    own_directory
    sed "s|@DIRECTORY@|$directory|g" nss_idnx/companions/python/site/idnx_python.py \
        >"$directory/idnx_python.py"
    for python in $PYTHONS; do
        "$python" -c 'import sys, importlib; sys.path.append(sys.argv[1])
module, function = open(sys.argv[2]).read().split()[-1].split(":")
getattr(importlib.import_module(module), function)()
assert "straße.example".encode("idna") == b"xn--strae-oqa.example"
assert sys.path[0] == sys.argv[1] + "/first"' "$directory" nss_idnx/companions/python/site/idnx.start
    done
}
