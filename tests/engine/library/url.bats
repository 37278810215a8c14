#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# IDNX_URL, by web-platform-tests: WPT is a directory with their url/resources/toascii.json.
# idnx to-ascii --no-host-name has these flags.

bats_require_minimum_version 1.5.0

# differing FILE: prints each name for which the result differs, and then how many were compared.
# What the URL standard does after "domain to ASCII" is done here: it rejects the empty result and
# one with a forbidden domain code point.
differing() {
    python3 - "$BUILD/idnx" "$1" <<'END'
import json
import re
import subprocess
import sys

command, path = sys.argv[1:]
tests = [test for test in json.load(open(path, encoding="utf-8")) if not isinstance(test, str)]
for test in tests:
    name = test["input"].encode("utf-8", "surrogatepass")
    run = subprocess.run([command, "to-ascii", "--no-host-name", "--", name], capture_output=True)
    output = run.stdout.decode().removesuffix("\n")
    if run.returncode or re.search(r"^$|[\0-\x20#/:<>?@\[\\\]^|%\x7f]", output):
        output = None
    if output != test["output"]:
        print(repr(test["input"]), "is", output, "instead of", test["output"])
print(len(tests), "names")
END
}

@test "domain to ASCII is as web-platform-tests have it" {
    file=${WPT:-build/wpt}/url/resources/toascii.json
    [ -e "$file" ] || skip 'needs web-platform-tests: set WPT to their directory'
    run -0 differing "$file"
    echo "$output"
    [[ $output =~ ^[0-9]+\ names$ ]] && [ "${output% names}" -gt 30 ]
}

@test "its test tells a name that differs" {
    echo '["comment", { "input": "ß", "output": "ss" }, { "input": "a b", "output": null },
        { "input": "Ü", "output": "xn--tda" }]' >"$BATS_TEST_TMPDIR/tests.json"
    run -0 differing "$BATS_TEST_TMPDIR/tests.json"
    [ "$output" = "'ß' is xn--zca instead of ss
3 names" ]
}
