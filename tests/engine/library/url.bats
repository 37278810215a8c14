#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# IDNX_URL, by web-platform-tests: WPT is a directory with their url/resources, of July 2026 or
# later.  idnx to-ascii --no-host-name has these flags.  What they say of ASCII names is in
# ../convert.tsv, too, which needs no such directory.

bats_require_minimum_version 1.5.0

# differing FILE: prints each name for which the result differs, and then how many were compared.
# What the URL standard does after ToASCII is done here: it rejects the empty result and one with a
# forbidden domain code point.
differing() {
    python3 - "$BUILD/idnx" "$1" <<'END'
import json
import re
import subprocess
import sys
import unicodedata


def is_new(name):
    """Whether it is empty, which is no name, or may have characters newer than the tests."""
    return not name or any(unicodedata.category(c) == "Cn" for c in name)


command, path = sys.argv[1:]
tests = [test for test in json.load(open(path, encoding="utf-8")) if not isinstance(test, str)]
names = "".join(test["input"] + "\0" for test in tests).encode("utf-8", "surrogatepass")
run = subprocess.run([command, "to-ascii", "-0", "--no-host-name"], input=names, capture_output=True)
for test, output in zip(tests, run.stdout.decode().split("\0"), strict=False):
    if re.search(r"^$|[\x01-\x20#/:<>?@\[\\\]^|%\x7f]", output):
        output = None
    if output != test["output"] and not is_new(test["input"]):
        print(repr(test["input"]), "is", output, "instead of", test["output"])
print(min(len(tests), run.stdout.count(b"\0")), "names")
END
}

# agrees NAME LEAST: with the tests of that name, which are more than so many.
agrees() {
    file=${WPT:-build/wpt}/url/resources/$1.json
    [ -e "$file" ] || skip 'needs web-platform-tests: set WPT to their directory'
    run -0 differing "$file"
    echo "$output"
    [[ $output =~ ^[0-9]+\ names$ ]] && [ "${output% names}" -gt "$2" ]
}

@test "the URL standard's ToASCII is as web-platform-tests have it" {
    agrees toascii 80
}

@test "so it is for the names of IdnaTestV2" {
    agrees IdnaTestV2 2000
}

@test "its test tells a name that differs" {
    echo '["comment", { "input": "ß", "output": "ss" }, { "input": "a b", "output": null },
        { "input": "Ü", "output": "xn--tda" }]' >"$BATS_TEST_TMPDIR/tests.json"
    run -0 differing "$BATS_TEST_TMPDIR/tests.json"
    [ "$output" = "'ß' is xn--zca instead of ss
3 names" ]
}
