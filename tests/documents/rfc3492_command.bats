#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# RFC 3492 appendix C: the tasks of its sample program, done with idnx punycode.

load ../command/common

samples() {
    grep -v '^#' "$BATS_TEST_DIRNAME/rfc3492.tsv"
}

@test "RFC 3492 appendix C: -e reads u+hex, -d gives it back, samples (A)-(S)" {
    while IFS=$'\t' read -r name code_points punycode; do
        echo "$name"
        # The case of the u is the force-to-uppercase flag, which idnx does not use.
        [ "$(idnx punycode -e "$code_points")" = "${punycode/baDotc/badotc}" ]
        [ "$(idnx punycode -d -u -- "$punycode")" = "${code_points//U/u}" ]
    done < <(samples)
    [ "$(samples | wc -l)" -eq 19 ]
}

@test "RFC 3492 appendix C: invalid input is rejected, and named" {
    for punycode in bcher-kv 'bcher-k!a' 99999999; do
        run -1 idnx punycode -d "$punycode"
        [[ $output == *P4* ]]
    done
}

@test "RFC 3492 appendix C: the program wants -e or -d, and says how to use it" {
    run -2 idnx punycode
    run -2 idnx punycode -x
    run -0 idnx punycode --help
    [[ $output == *--encode* && $output == *--decode* ]]
}
