#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make html: the pages are complete, and a browser reads them without a server.

bats_require_minimum_version 1.5.0

# needs PROGRAM...
needs() {
    for program in "$@"; do
        command -v "$program" >/dev/null || skip "$program is missing: install it to try the pages"
    done
}

setup() {
    needs mandoc lowdown
    [ -e "$BATS_FILE_TMPDIR/pages.js" ] || make_pages
}

make_pages() {
    conf/html/html "$BATS_FILE_TMPDIR/html"
    cp tests/project/html/browser.html "$BATS_FILE_TMPDIR"
    {
        echo 'const PAGES = ['
        (cd "$BATS_FILE_TMPDIR/html" && printf '"%s",\n' *.html)
        echo '], SOUGHT = {
            "SCRIPTS": "code-SCRIPTS.html",
            "name or service": "nss-idnx.8.html#By_the_message_of_a_program",
            "protect": "idnx.conf.5.html#protect",
            "rolling out": "idnx-policy.7.html#ROLLING_OUT_ON_MANY_MACHINES",
        };'
    } >"$BATS_FILE_TMPDIR/pages.js"
}

@test "each manual page, document and code has its page" {
    cd "$BATS_FILE_TMPDIR/html"
    for page in "$BATS_TEST_DIRNAME"/../../nss_idnx/{*,*/*,*/*/*}.[1-8]; do
        [[ $page = *.so.2.8 ]] || [ -s "${page##*/}.html" ] || { echo "$page"; return 1; }
    done
    sed -n '/^\.Ss Codes/,/^\.El/s/^\.It Li //p' "$BATS_TEST_DIRNAME/../../nss_idnx/command/idnx.1" |
        sed 's/.*/code-&.html/' | LC_ALL=C sort | diff - <(LC_ALL=C ls code-*)
    [ -s index.html ]
}

# in_browser SCHEME: 1 is light, 0 dark.
in_browser() {
    needs chromium
    run --separate-stderr timeout 120 chromium --no-sandbox --headless --user-data-dir="$BATS_TEST_TMPDIR" \
        --allow-file-access-from-files --virtual-time-budget=60000 --enable-logging=stderr \
        --blink-settings=preferredColorScheme="$1" --dump-dom "file://$BATS_FILE_TMPDIR/browser.html"
    # shellcheck disable=SC2154 # set by run
    sed -n '/<pre>/,/<\/pre>/p' <<<"$output"
    ! grep -m 3 CONSOLE <<<"$stderr" || return 1
    [[ $output =~ \<pre\>[0-9]+\ pages,\ [0-9]{4}\ links\</pre\> ]]
}

@test "in light colours no link is broken, nothing scrolls sideways, all is read and found" {
    in_browser 1
}

@test "in dark colours, too" {
    in_browser 0
}
