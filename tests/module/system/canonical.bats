#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# canonical-name of idnx.conf(5): with it, what every front end sees and asks of a name is what
# it sees and asks of the ACE form without idnx, except for the canonical name.

load ../../common/fixture

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" <(
        cat "$WORLD_TESTS/dnsmasq.conf"
        zone_many
    )
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    no_idnx_conf
}

teardown() {
    ! raw_questions
}

# canonical NAME ACE [ACE-LABEL/LABEL]: checks that NAME is answered as ACE is without idnx,
# with LABEL instead of ACE-LABEL in the result.
canonical() {
    local expected

    hosts_line "$WITHOUT"
    expected=$(ask_and_questions all "$2" | sed "/^A/!s/${3:-$2/$2}/g")
    hosts_line "$RECOMMENDED"
    equal "$expected" "$(ask_and_questions all "$1")"
}

@test "without canonical-name = unicode a canonical name is in ASCII" {
    canonical bücher.a.example xn--bcher-kva.a.example
    idnx_conf 'canonical-name = ace'
    canonical bücher.a.example xn--bcher-kva.a.example
    canonical ü.chain.example xn--tda.chain.example
}

@test "canonical-name = unicode makes it Unicode for every front end that tells it" {
    idnx_conf 'canonical-name = unicode'
    equal 'unspec-canon name=bücher.a.example 192.0.2.1' \
        "$(ask unspec-canon bücher.a.example)"
    canonical bücher.a.example xn--bcher-kva.a.example xn--bcher-kva/bücher
    canonical bücher.aaaa.example xn--bcher-kva.aaaa.example xn--bcher-kva/bücher
    canonical bücher.both.example xn--bcher-kva.both.example xn--bcher-kva/bücher
}

@test "a long answer has its canonical name in Unicode, and is asked for once" {
    idnx_conf 'canonical-name = unicode'
    canonical bücher.many.example xn--bcher-kva.many.example xn--bcher-kva/bücher
}

@test "the canonical name in Unicode is as UTS #46 has it, not as the name was written" {
    idnx_conf 'canonical-name = unicode'
    canonical ＢÜCHER。a.example xn--bcher-kva.a.example xn--bcher-kva/bücher
}

@test "a canonical name at the end of a CNAME is in Unicode, the aliases are not" {
    idnx_conf 'canonical-name = unicode'
    canonical straße.cname.example xn--strae-oqa.cname.example xn--mnchen-3ya/münchen
    canonical ü.chain.example xn--tda.chain.example xn--mnchen-3ya/münchen
}

@test "a canonical name of ASCII stays as it is" {
    idnx_conf 'canonical-name = unicode'
    canonical ß.chain.example xn--zca.chain.example
}

@test "the canonical name of an ASCII name stays as it is" {
    idnx_conf 'canonical-name = unicode'
    canonical www.chain.example www.chain.example
    canonical xn--tda.chain.example xn--tda.chain.example
}

@test "the section of the name that is asked for says how canonical names are" {
    idnx_conf '[.chain.example]' 'canonical-name = unicode'
    canonical ü.chain.example xn--tda.chain.example xn--mnchen-3ya/münchen
    idnx_conf '[.target.example]' 'canonical-name = unicode'
    canonical ü.chain.example xn--tda.chain.example
    idnx_conf 'canonical-name = unicode' '[.chain.example]' 'canonical-name = ace'
    canonical ü.chain.example xn--tda.chain.example
}

@test "a canonical name that would not lead back to its ACE form stays as it is" {
    idnx_conf 'canonical-name = unicode'
    canonical é.chain.example xn--9ca.chain.example
    canonical café.chain.example xn--caf-dma.chain.example
    idnx_conf 'canonical-name = unicode' 'exclude = .target.example'
    canonical ü.chain.example xn--tda.chain.example
    idnx_conf 'canonical-name = unicode' 'script-policy = single-script'
    canonical ä.chain.example xn--4ca.chain.example
    idnx_conf 'canonical-name = unicode' '[.target.example]' 'deviations = map'
    canonical ö.chain.example xn--nda.chain.example
}

@test "a canonical name in whose section another rule holds is judged by that" {
    idnx_conf 'canonical-name = unicode' 'deviations = map' '[.target.example]' \
        'deviations = keep'
    canonical ö.chain.example xn--nda.chain.example xn--strae-oqa/straße
}

@test "names that have no answer are answered as their ACE forms" {
    idnx_conf 'canonical-name = unicode'
    for kind in nodata nxdomain servfail refused; do
        canonical "bücher.$kind.example" "xn--bcher-kva.$kind.example"
    done
}
