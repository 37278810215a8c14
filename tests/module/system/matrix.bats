#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The module's one promise: a name N is answered exactly as its ACE form is answered without
# the module, for every kind of answer and every front end of glibc (one row each).  setup_file
# asks everything once; the tests compare.
#
# Each row asks for a separate name, "ROW.bücher.KIND.example".  So all can be asked at once
# and the log of dnsmasq still tells which row asked.

load ../../common/world

KINDS='a aaaa both many cname alias4 alias6 nodata nxdomain servfail refused timeout'

prepare() {
    ask_everything without "$WITHOUT" xn--bcher-kva
    ask_everything recommended "$RECOMMENDED" bücher
    ask_everything bare "$BARE" bücher
}

teardown() { :; }

# Zones in which each name needs a separate line.
zones() {
    local row

    zone_many
    for row in $("$BUILD/tests/common/ask"); do
        echo "cname=$row.xn--bcher-kva.cname.example,xn--strae-oqa.cname.example"
        echo "cname=$row.xn--bcher-kva.alias4.example,xn--strae-oqa.alias4.example"
        echo "cname=$row.xn--bcher-kva.alias6.example,xn--strae-oqa.alias6.example"
        echo "txt-record=$row.xn--bcher-kva.nodata.example,no address"
    done
}

# ask_everything RESULT LINE LABEL: writes to RESULT/KIND what each row saw and asked.
ask_everything() {
    local kind asked='^ *\([0-9]*\) \([^ ]*\) \([^ ]*\)\.xn--bcher-kva\.'

    mkdir -p "$RESULTS/$1"
    hosts_line "$2"
    forget_questions
    inside "$BUILD/tests/common/ask" -h 0 all "%.$3.timeout.example" |
        without_left_errno >"$RESULTS/$1/timeout" &
    for kind in ${KINDS% timeout}; do
        inside "$BUILD/tests/common/ask" -h 0 all "%.$3.$kind.example" |
            without_left_errno >"$RESULTS/$1/$kind"
    done
    wait $!
    questions | uniq -c >"$RESULTS/$1/questions"
    for kind in $KINDS; do
        sed -n "s/$asked$kind\.example$/\3 asked \1 \2/p" \
            "$RESULTS/$1/questions" >>"$RESULTS/$1/$kind"
        sort -o "$RESULTS/$1/$kind" "$RESULTS/$1/$kind"
    done
}

without_h_errno() {
    sed -E 's/(^| )h_errno=[A-Z_]+( |$)/\1/'
}

# saw KIND ROW: prints what the program saw of the ACE name, without idnx.
saw() {
    sed -n "s/^$2 //p" "$RESULTS/without/$1" | without_h_errno | grep -v '^asked'
}

@test "the rows have h_errno, of an address found, too" {
    grep -q '^unspec h_errno=[A-Z_]* 192.0.2.1$' "$RESULTS/without/a"
}

@test "without idnx the ACE names have the kinds of answer they are called after" {
    [ "$(saw a unspec)" = '192.0.2.1' ]
    [ "$(saw aaaa unspec)" = '2001:db8::2' ]
    [ "$(saw both inet)" = '192.0.2.3' ]
    [ "$(saw both inet6)" = '2001:db8::3' ]
    [ "$(saw many unspec | wc -w)" -eq 120 ]
    [ "$(saw cname gethostbyname | cut -c -33)" = 'name=xn--mnchen-3ya.cname.example' ]
    [ "$(saw alias4 inet)" = '192.0.2.6' ]
    [ "$(saw alias6 inet6)" = '2001:db8::7' ]
    [ "$(saw nodata unspec)" = 'EAI_NODATA errno=0' ]
    [ "$(saw nxdomain unspec)" = 'EAI_NONAME errno=0' ]
    [ "$(saw servfail unspec)" = 'EAI_AGAIN errno=11' ]
    [ "$(saw refused unspec)" = 'EAI_AGAIN errno=11' ]
    [ "$(saw timeout unspec)" = 'EAI_AGAIN errno=11' ]
}

@test "whatever the answer, each front end sees and asks the same as for the ACE form" {
    diff -U 0 -r --exclude=questions "$RESULTS/without" "$RESULTS/recommended"
}

# glibc loses the error if a source answers RETURN when glibc asks for one family with
# gethostbyname2_r (inet6) or for the canonical name with gethostbyname3_r.  resolve.c tells
# which errors.
@test "on the bare line 43 of 312 rows lose EAI_AGAIN or EAI_NODATA, and nothing else differs" {
    local line

    for line in without bare; do
        mkdir "$BATS_TEST_TMPDIR/$line"
        for kind in $KINDS; do
            sed -E 's/EAI_(AGAIN|NODATA|NONAME) errno=[0-9]+/no address/' "$RESULTS/$line/$kind" |
                without_h_errno >"$BATS_TEST_TMPDIR/$line/$kind"
        done
    done
    diff -U 0 -r "$BATS_TEST_TMPDIR/without" "$BATS_TEST_TMPDIR/bare"
    [ "$(cat "$RESULTS"/without/* | grep -cE ' EAI_(AGAIN|NODATA) ')" -eq \
        $((43 + $(cat "$RESULTS"/bare/* | grep -cE ' EAI_(AGAIN|NODATA) '))) ]
}

@test "no question was raw" {
    ! grep -n 'name unprintable' "$WORLD/log"
}
