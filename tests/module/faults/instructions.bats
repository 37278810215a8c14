#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# CVE-2024-3651: Python's idna took minutes for a name of 10,000 characters, because it looked
# at all other characters for each one.

# The most instructions for one name, in thousands: a third of a millisecond.
MOST=1000

setup() {
    command -v valgrind || skip 'no valgrind here'
    ! nm "$BUILD/tests/module/faults/instructions/instructions" |
        grep -qE ' __(a|ub|m|t)san_' ||
        skip 'valgrind does not run a sanitized program'
}

# Prints lines "PART OCTETS INSTRUCTIONS", tab-separated.
count_instructions() {
    cd "$BATS_TEST_TMPDIR"
    valgrind -q --tool=callgrind --callgrind-out-file=part "$@"
    awk '/^desc: Trigger: Client Request: / {
             sub(/^.*Request: /, ""); sub(/, /, "\t"); title = $0
         }
         /^summary: / { print title "\t" $2 }' part.*
}

@test "CVE-2024-3651: twice the name takes twice the instructions, too long a name none" {
    count_instructions "$(realpath "$BUILD")/tests/module/faults/instructions/instructions" \
        >"$BATS_TEST_TMPDIR/counts"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/counts")" -eq 48 ]
    echo "# note: at most $(sort -t $'\t' -nk 3 "$BATS_TEST_TMPDIR/counts" | tail -n 1 |
        awk -F '\t' '{ print $3 " instructions: " $1 ", " $2 " octets" }')" >&3
    awk -F '\t' -v most="$MOST" '
        { count[$1, $2] = $3; part[$1] }
        $3 > 1000 * most { print "too many: " $0; bad = 1 }
        $2 > 4096 && $3 > 2000 { print "beyond the end: " $0; bad = 1 }
        END {
            for (p in part)
                for (octets = 1024; octets < 4096; octets *= 2)
                    if (count[p, 2 * octets] > 2.5 * count[p, octets]) {
                        print p ": " count[p, octets] ", then " count[p, 2 * octets]
                        bad = 1
                    }
            exit bad
        }' "$BATS_TEST_TMPDIR/counts"
}

@test "500 protected names, of which none is split, cost a reverse lookup 110 instructions each" {
    printf 'protect = name-%s-of-a-company.example\n' {1..500} >"$BATS_TEST_TMPDIR/idnx.conf"
    [ "$(count_instructions "$(realpath "$BUILD")/tests/module/faults/instructions/instructions" \
        "$BATS_TEST_TMPDIR/idnx.conf" | cut -f 3)" -le 55000 ]
}
