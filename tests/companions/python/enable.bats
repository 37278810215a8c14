#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx run with Python programs; idnx enable --python, and what doctor says of it.  The codec is
# installed in a /usr/lib of its own, which Debian's Python sees as its own.  tests/companions/python
# has the codec's tests.

load ../../command/common

STRASSE="b'xn--strae-oqa.example'"
IDNA2003="b'strasse.example'"
PROGRAM='print("straße.example".encode("idna"))'
SITE=/usr/lib/python3/dist-packages

setup_file() {
    export WORLD=$BATS_FILE_TMPDIR/world BUILD
    BUILD=$(realpath "$BUILD")
    [ -e "$BUILD/python/_idnx.abi3.so" ] && [ -x /usr/bin/python3 ] && [ -d $SITE ] || return 0
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s BUILD="$BUILD" CC="${CC:-cc}" install \
        DESTDIR="$BATS_FILE_TMPDIR/root" PREFIX=/usr >/dev/null
    mkdir -p "$WORLD/machine" "$WORLD/lib/python3/dist-packages"
    for file in /usr/lib/*; do
        ln -s "$WORLD/machine/${file##*/}" "$WORLD/lib/" 2>/dev/null || true
    done
    for file in $SITE/*; do
        ln -s "$WORLD/machine/python3/dist-packages/${file##*/}" "$WORLD/lib/python3/dist-packages/"
    done
}

setup() {
    [ -e "$BUILD/python/_idnx.abi3.so" ] || skip 'no extension here: Python.h is missing'
    ! nm -D "$BUILD/python/_idnx.abi3.so" | grep -q ' U __asan_' ||
        skip 'no Python without its sanitizer loads the extension'
    [ -d "$WORLD" ] || skip 'no Python of Debian here'
    needs_etc
    site=$WORLD/lib/python3/dist-packages
    rm -rf "$WORLD/lib/idnx" "$site"/idnx*
    cp -r "$BATS_FILE_TMPDIR/root/usr/lib/idnx" "$WORLD/lib"
}

# inside COMMAND...: runs it with that /usr/lib.
inside() {
    # shellcheck disable=SC2016 # $0 and $@ are of that shell
    unshare_mounts sh -ec 'mount --rbind /usr/lib "$0/machine"; mount --bind "$0/lib" /usr/lib
        exec "$@"' "$WORLD" env PYTHONDONTWRITEBYTECODE=1 "$@"
}

python() {
    inside /usr/bin/python3 "$@" -c "$PROGRAM"
}

idnx_inside() {
    inside "$BUILD/idnx" "$@"
}

# environment: makes a virtual environment.
environment() {
    venv=$BATS_TEST_TMPDIR/venv
    /usr/bin/python3 -m venv --without-pip "$@" "$venv"
}

# --- idnx run ---------------------------------------------------------------------------

@test "idnx run gives the codec to a Python, and to what the program starts" {
    run -0 python
    [ "$output" = "$IDNA2003" ]
    run -0 --separate-stderr idnx run python3 -c "$PROGRAM"
    [ "$output$stderr" = "$STRASSE" ]
    run -0 --separate-stderr idnx run /usr/bin/python3 -B -c "$PROGRAM"
    [ "$output$stderr" = "$STRASSE" ]
    # shellcheck disable=SC2016 # $0 is of that shell
    [ "$(idnx run sh -c 'python3 -c "$0"' "$PROGRAM" 2>/dev/null)" = "$STRASSE" ]
    printf '#!/usr/bin/python3\n%s\n' "$PROGRAM" >"$BATS_TEST_TMPDIR/script"
    chmod +x "$BATS_TEST_TMPDIR/script"
    [ "$(idnx run "$BATS_TEST_TMPDIR/script" 2>/dev/null)" = "$STRASSE" ]
}

@test "it does so in virtual environments and under pyenv" {
    environment
    run -0 --separate-stderr idnx run "$venv/bin/python3" -c "$PROGRAM"
    [ "$output$stderr" = "$STRASSE" ]
    for python in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3; do
        [ -x "$python" ] || continue # no pyenv here
        case $python in */3.6.*) expected=$IDNA2003 ;; *) expected=$STRASSE ;; esac
        [ "$(idnx run "$python" -c "$PROGRAM" 2>/dev/null)" = "$expected" ]
    done
}

@test "it keeps PYTHONPATH" {
    paths='import os; print(os.environ["PYTHONPATH"])'
    [ "$(PYTHONPATH=/a:/b idnx run python3 -c "$paths")" = "$BUILD/python/run:/a:/b" ]
    [ "$(PYTHONPATH='' idnx run python3 -c "$paths")" = "$BUILD/python/run" ]
}

@test "where the codec is installed it finds it there, else it says so, and the program runs" {
    cp "$BUILD/idnx" "$BUILD/libidn2.so.0" "$BATS_TEST_TMPDIR"
    run -0 --separate-stderr inside "$BATS_TEST_TMPDIR/idnx" run /usr/bin/python3 -c "$PROGRAM"
    [ "$output$stderr" = "$STRASSE" ]
    rm -r "$WORLD/lib/idnx"
    run -0 --separate-stderr inside "$BATS_TEST_TMPDIR/idnx" run /usr/bin/python3 -c "$PROGRAM"
    [ "$output" = "$IDNA2003" ]
    [[ $stderr = *"idnx's codec is not installed: the package python3-idnx has it" ]]
}

# --- idnx enable --python -----------------------------------------------------------------

@test "idnx enable --python reaches all programs of a Python but those with -S, and disable none" {
    run -0 idnx_inside enable --python
    [ "$output" = "$SITE: Python programs follow idnx" ]
    for option in -B -E -s -I; do
        [ "$(python $option)" = "$STRASSE" ]
    done
    [ "$(python -S)" = "$IDNA2003" ]
    idnx_inside enable --python
    [ "$(python)" = "$STRASSE" ]
    run -0 idnx_inside disable --python
    [ "$output" = "$SITE: Python programs follow their own rules" ]
    [ "$(python)" = "$IDNA2003" ]
    [ -z "$(find "$site" -name 'idnx*')" ]
    idnx_inside disable --python
}

@test "a dry run changes nothing" {
    run -0 idnx_inside enable --python --dry-run
    [ "$output" = "$SITE: would change: Python programs follow idnx" ]
    [ -z "$(find "$site" -name 'idnx*')" ]
}

@test "a virtual environment gets it by its own link, or by that of the system's Python" {
    environment
    [ "$(inside "$venv/bin/python3" -c "$PROGRAM")" = "$IDNA2003" ]
    idnx_inside enable "--python=$venv"
    [ "$(inside "$venv/bin/python3" -c "$PROGRAM")" = "$STRASSE" ]
    [ "$(python)" = "$IDNA2003" ]
    idnx_inside disable "--python=$venv"
    [ "$(inside "$venv/bin/python3" -c "$PROGRAM")" = "$IDNA2003" ]
    mv "$venv" "$BATS_TEST_TMPDIR/v[1]{a,b}*\\"
    idnx_inside enable "--python=$BATS_TEST_TMPDIR/v[1]{a,b}*\\"
    [ "$(inside "$BATS_TEST_TMPDIR/v[1]{a,b}*\\/bin/python3" -c "$PROGRAM")" = "$STRASSE" ]
    rm -r "$BATS_TEST_TMPDIR/v[1]{a,b}*\\"
    environment --system-site-packages
    idnx_inside enable --python
    [ "$(inside "$venv/bin/python3" -c "$PROGRAM")" = "$STRASSE" ]
}

@test "if its files are gone Python has its own codec, and says nothing" {
    idnx_inside enable --python
    mv "$WORLD/lib/idnx" "$BATS_TEST_TMPDIR"
    run -0 --separate-stderr python
    [ "$output$stderr" = "$IDNA2003" ]
    mkdir -p "$WORLD/lib/idnx/python"
    cp -r "$BATS_TEST_TMPDIR/idnx/python/site" "$WORLD/lib/idnx/python"
    run -0 --separate-stderr python
    [ "$output$stderr" = "$IDNA2003" ]
}

@test "what cannot be done is said" {
    run -3 idnx_inside enable --python=/nowhere
    [ "$output" = "idnx: there is no Python 3 below /nowhere: nothing is called lib/python3*/site-packages or dist-packages there" ]
    run -2 idnx_inside enable --python --root=/
    [[ $output = *'--python is for the system that runs, not for --root'* ]]
    rm -r "$WORLD/lib/idnx"
    run -3 idnx_inside enable --python
    [ "$output" = 'idnx: the codec of Python programs is not installed: install the package python3-idnx' ]
    [ -z "$(find "$site" -name 'idnx*')" ]
}

@test "a directory that may not be written is an error with a reason" {
    [ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
    chmod 755 "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR"
    run -5 inside setpriv --reuid=65534 --regid=65534 --clear-groups "$BUILD/idnx" enable --python
    [[ $output = *"$SITE/idnx_python.py: Permission denied"* ]]
}

# --- idnx doctor --------------------------------------------------------------------------

# said: prints what doctor says of Python, each finding on one line.
said() {
    unwrapped "$(idnx_inside doctor --all | sed -n '/^[A-Z]*  *python /,/^[A-Z]*  *unicode /p' |
        grep -v ' unicode ')" | sed 's/^\([A-Z]*\) *python */\1 /'
}

@test "doctor says whose rules Python programs follow" {
    [[ $(said) = 'OK Python programs convert names by their own rules, since "idnx enable --python"'* ]]
    idnx_inside enable --python
    [[ $(said) = "OK $SITE: Python programs follow idnx"* ]]
    rm -r "$WORLD/lib/idnx"
    [[ $(said) = "WARN $SITE has a link to idnx's codec, which is not installed"*'idnx disable --python'* ]]
}
