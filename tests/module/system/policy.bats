#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every key of idnx.conf(5) except charset, canonical-name and reverse, which have separate
# suites, at the machine level and below a suffix: what the name server is asked and what a
# program sees.  All names have the same address, so the questions tell what became of a name.

load ../../common/fixture

LEVELS='off moderately-restrictive highly-restrictive single-script ascii-only'

declare -gA DEFAULTS=(
    [CheckHyphens]=false
    [CheckBidi]=true
    [CheckJoiners]=true
    [UseSTD3ASCIIRules]=false
    [deviations]=keep
    [script-policy]=off
    [repertoire]=any
    [look-alikes]=allow
    [scripts]=''
    [protect]=''
    [protection]=off
    [ace-names]=leave
)

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    hosts_line "$RECOMMENDED"
    no_idnx_conf
    forget_questions
}

teardown() {
    [ -n "$raw_on_purpose" ] || ! raw_questions
}

# becomes NAME ACE: checks that ACE is asked for; "-": NAME is not found, and no query is sent.
becomes() {
    local expected="unspec 192.0.2.50"$'\n'"A $2"$'\n'"AAAA $2"

    [ "$2" != - ] || expected='unspec EAI_NONAME errno=0'
    equal "$1: $expected" "$1: $(ask_and_questions unspec "$1")"
}

# label_becomes LABEL SUFFIX ACE: checks the same for a label below an ASCII suffix.
label_becomes() {
    local ace=$3.$2

    [ "$3" != - ] || ace=-
    becomes "$1.$2" "$ace"
}

# rule SETTING LABEL DEFAULT SET: checks that LABEL becomes DEFAULT, or with SETTING SET.
rule() {
    local default="${1%% *} = ${DEFAULTS[${1%% *}]}"

    no_idnx_conf
    label_becomes "$2" policy.example "$3"
    idnx_conf "$default"
    label_becomes "$2" policy.example "$3"
    idnx_conf "$1"
    label_becomes "$2" policy.example "$4"
    label_becomes "$2" other.example "$4"
    idnx_conf '[.policy.example]' "$1"
    label_becomes "$2" policy.example "$4"
    label_becomes "$2" other.example "$3"
    idnx_conf "$1" '[.policy.example]' "$default"
    label_becomes "$2" policy.example "$3"
    label_becomes "$2" other.example "$4"
}

@test "without idnx none of these names is found" {
    hosts_line "$WITHOUT"
    becomes bücher.policy.example -
}

# --- Keys ---------------------------------------------------------------------

@test "CheckHyphens = true refuses hyphens in the third and fourth place and at the ends" {
    rule 'CheckHyphens = true' ab--ü xn--ab---3ra -
    rule 'CheckHyphens = true' ü- xn----dha -
    rule 'CheckHyphens = true' a-ü xn--a--yka xn--a--yka
}

@test "CheckBidi = false lets a label change its direction" {
    rule 'CheckBidi = false' אa - xn--a-zhc
    rule 'CheckBidi = false' 1א - xn--1-0hc
}

@test "CheckJoiners = false lets a joiner stand anywhere" {
    rule 'CheckJoiners = false' $'pay\u200dpal' - xn--paypal-rf0c
    rule 'CheckJoiners = false' $'نامه\u200cای' xn--mgba3gch31f060k xn--mgba3gch31f060k
}

@test "UseSTD3ASCIIRules = true refuses an underscore" {
    rule 'UseSTD3ASCIIRules = true' _sip.bücher _sip.xn--bcher-kva -
    rule 'UseSTD3ASCIIRules = true' bücher xn--bcher-kva xn--bcher-kva
}

@test "deviations = map asks for the name without the four deviations" {
    rule 'deviations = map' straße xn--strae-oqa strasse
    rule 'deviations = map' STRAẞE xn--strae-oqa strasse
    rule 'deviations = map' βόλος xn--nxasmm1c xn--nxasmq6b
    rule 'deviations = map' $'نامه\u200cای' xn--mgba3gch31f060k xn--mgba3gch31f
    rule 'deviations = map' $'क्\u200dष' xn--11b2ezcw70k xn--11b2ezc
}

@test "deviations = map leaves a deviation in Punycode as it is" {
    idnx_conf 'deviations = map'
    becomes ü.xn--strae-oqa.policy.example xn--tda.xn--strae-oqa.policy.example
}

# restricted LABEL ACE LEVEL: checks that levels up to LEVEL pass it.
restricted() {
    local expected=$2 level

    for level in $LEVELS; do
        idnx_conf "script-policy = $level"
        label_becomes "$1" policy.example "$expected"
        [ "$level" != "$3" ] || expected=-
    done
}

@test "script-policy = highly-restrictive refuses a mixture of Cyrillic and Latin" {
    rule 'script-policy = highly-restrictive' раypal xn--ypal-43d9g -
    rule 'script-policy = highly-restrictive' яндекс xn--d1acpjx3f xn--d1acpjx3f
}

@test "script-policy refuses what mixes scripts beyond the level" {
    restricted раypal xn--ypal-43d9g off
    restricted 日本語ру xn--p1ag4906encbk91h off
    restricted abcहिन्दी xn--abc-eihj5hvbk9i moderately-restrictive
    restricted 日本語abc xn--abc-s08fl0dtz6h highly-restrictive
    restricted 한국어abc xn--abc-lt8l948gbwt highly-restrictive
    restricted 日本のテレビ xn--u9jxjmb3fu591acvb single-script
    restricted québec xn--qubec-csa single-script
    restricted яндекс xn--d1acpjx3f single-script
    restricted ☃❤ xn--n3h82c single-script
    restricted ｗｗｗ www ascii-only
}

@test "script-policy judges each label for itself" {
    restricted bücher.почта xn--bcher-kva.xn--80a1acny single-script
}

@test "script-policy refuses digits of two number systems" {
    restricted 1२ xn--1-lzd off
}

@test "script-policy judges what an ACE label decodes to" {
    idnx_conf 'script-policy = moderately-restrictive'
    becomes ü.xn--ypal-43d9g.policy.example -
    becomes xn--ypal-43d9g.policy.example -
    becomes xn--bcher-kva.policy.example xn--bcher-kva.policy.example
}

@test "repertoire = idna2008 refuses symbols, identifiers historic letters too" {
    rule 'repertoire = idna2008' i❤ xn--i-7iq -
    rule 'repertoire = idna2008' ꜳ xn--k38a xn--k38a
    rule 'repertoire = identifiers' ꜳ xn--k38a -
    rule 'repertoire = identifiers' bücher xn--bcher-kva xn--bcher-kva
}

@test "scripts refuses letters of all others" {
    rule 'scripts = Latin grek' пример xn--e1afmkfd -
    rule 'scripts = Latin grek' βόλος xn--nxasmm1c xn--nxasmm1c
    rule 'scripts = Latin grek' 1ü xn--1-eha xn--1-eha
}

@test "look-alikes = refuse refuses a label that reads as ASCII" {
    rule 'look-alikes = refuse' аррӏе xn--80ak6aa92e -
    rule 'look-alikes = refuse' пример xn--e1afmkfd xn--e1afmkfd
}

@test "protection = browser does what its keys do" {
    rule 'protection = browser' аррӏе xn--80ak6aa92e -
    rule 'protection = browser' раypal xn--ypal-43d9g -
    rule 'protection = browser' i❤ xn--i-7iq -
    rule 'protection = browser' bücher xn--bcher-kva xn--bcher-kva
    rule 'protection = strict' 東京tokyo xn--tokyo-w91hq39l -
}

@test "protect refuses what reads as a protected name, or as one below it" {
    idnx_conf 'protect = bucher.policy.example' 'protect = paypal.policy.example'
    becomes раypal.policy.example -
    becomes www.раypal.policy.example -
    becomes bücher.policy.example -
    becomes раypal.other.example -
    becomes раypal -
    becomes xn--ypal-43d9g -
    becomes ü.paypal.policy.example xn--tda.paypal.policy.example
    idnx_conf 'protect = bücher.policy.example bucher.policy.example'
    becomes bücher.policy.example xn--bcher-kva.policy.example
    idnx_conf 'protect = paypal.policy.example' 'protected-words = allow'
    becomes раypal.other.example xn--ypal-43d9g.other.example
    becomes раypal.policy.example -
    idnx_conf 'protect = paypal.policy.example' '[.policy.example]' 'protect ='
    becomes раypal.policy.example xn--ypal-43d9g.policy.example
}

@test "protection refuses an ASCII name for what it stands for, and no other" {
    local name=xn--ypal-43d9g.policy.example

    idnx_conf 'deviations = map'
    becomes "$name" "$name"
    idnx_conf 'protection = browser'
    becomes "$name" -
    becomes xn--bcher-kva.policy.example xn--bcher-kva.policy.example
    becomes bücher.policy.example xn--bcher-kva.policy.example
    becomes r3---sn.policy.example r3---sn.policy.example
    idnx_conf 'protection = browser' '[.policy.example]' 'ace-names = leave'
    becomes "$name" "$name"
}

# glibc's dns decodes \120 and \x.
@test "protection refuses an ASCII name with a backslash, which would hide what it stands for" {
    local name escapes

    escapes=$(printf '\\097%.0s' {1..60})
    for name in '\120n--ypal-43d9g.policy.example' '\xn--ypal-43d9g.policy.example' \
        'xn-\-ypal-43d9g.policy.example' "xn--ypal-43d9g.$escapes.policy.example"; do
        idnx_conf 'deviations = map'
        [[ $(ask_and_questions unspec "$name") == *$'\nA xn--ypal-43d9g.'* ]]
        idnx_conf 'protection = browser'
        equal 'unspec EAI_NONAME errno=0' "$(ask_and_questions unspec "$name")"
    done
}

@test "beside a key of protection a mistake fails closed for xn-- names, and for no others" {
    idnx_conf 'protection = browser' nonsense
    equal 'unspec EAI_AGAIN errno=11' "$(ask_and_questions unspec xn--tda.policy.example)"
    becomes r3---sn.policy.example r3---sn.policy.example
    idnx_conf 'deviations = map' nonsense
    becomes xn--tda.policy.example xn--tda.policy.example
}

# as_without LINE NAME: checks that every front end sees and asks the same as without idnx.
as_without() {
    local without

    hosts_line "$WITHOUT"
    without=$(ask_and_questions all "$2")
    hosts_line "$1"
    equal "$2: $without" "$2: $(ask_and_questions all "$2")"
}

@test "an excluded name is left alone, so that glibc sends it raw in some calls" {
    raw_on_purpose=yes
    idnx_conf 'exclude = .policy.example'
    as_without "$RECOMMENDED" %.bücher.policy.example
    as_without "$BARE" %.bücher.policy.example
    forget_questions
    ask inet-canon bücher.policy.example
    equal 'A <name unprintable>' "$(questions)"
}

@test "what to exclude may be spelled in any way, and be a list" {
    raw_on_purpose=yes
    for excluded in policy.example '.other.example .policy.example' .example \
        .BÜCHER.policy.example .xn--bcher-kva.policy.example.; do
        idnx_conf "exclude = $excluded"
        forget_questions
        ask inet-canon bücher.policy.example
        equal 'A <name unprintable>' "$(questions)"
    done
}

@test "an excluded name that is not valid is left alone, too" {
    raw_on_purpose=yes
    idnx_conf 'exclude = .policy.example'
    as_without "$RECOMMENDED" $'pay\u200dpal.policy.example'
    as_without "$RECOMMENDED" $'b\xfccher.policy.example'
}

@test "names beside the excluded ones are not left alone" {
    idnx_conf 'exclude = .bücher.policy.example .other.example'
    becomes ü.policy.example xn--tda.policy.example
    becomes abücher.policy.example xn--abcher-4ya.policy.example
}

@test "exclude in a section takes the place of that of the machine" {
    raw_on_purpose=yes
    idnx_conf 'exclude = .policy.example' '[.bücher.policy.example]' 'exclude =' \
        '[.other.example]' 'exclude = .ö.other.example'
    as_without "$RECOMMENDED" ü.policy.example
    becomes ü.bücher.policy.example xn--tda.xn--bcher-kva.policy.example
    becomes ü.other.example xn--tda.other.example
    as_without "$RECOMMENDED" ü.ö.other.example
}

# --- Sections -----------------------------------------------------------------

# chosen SUFFIX: checks that its section applies to names of bücher.policy.example, no others.
chosen() {
    idnx_conf "[$1]" 'CheckHyphens = true'
    becomes ab--ü.bücher.policy.example -
    becomes ab--ü.abücher.policy.example xn--ab---3ra.xn--abcher-4ya.policy.example
}

@test "a name below a suffix may be spelled in any way" {
    idnx_conf '[.bücher.policy.example]' 'CheckHyphens = true'
    becomes ab--ü.a.BÜCHER。Policy.example. -
    becomes ab--ü.xn--bcher-kva.policy.example -
    becomes $'ab--ü.bu\u0308cher.policy.example' -
    becomes ab--ü.policy.example xn--ab---3ra.policy.example
}

@test "a suffix may be spelled in any way" {
    chosen .bücher.policy.example
    chosen .BÜCHER.Policy.EXAMPLE
    chosen .bücher.policy.example.
    chosen .bücher。policy｡example
    chosen $'.bu\u0308cher.policy.example'
    chosen .xn--bcher-kva.policy.example
    chosen .XN--BCHER-KVA.policy.example
}

@test "a section holds for its suffix itself" {
    idnx_conf '[.ab--ü.policy.example]' 'CheckHyphens = true'
    becomes ab--ü.policy.example -
    becomes ab--ö.policy.example xn--ab---8qa.policy.example
}

# longest_wins SECTION...: checks the three sections below, in some order.
longest_wins() {
    idnx_conf "$@"
    becomes ab--ü.bücher.policy.example xn--ab---3ra.xn--bcher-kva.policy.example
    becomes ab--ü.policy.example -
    becomes ab--ü.other.example xn--ab---3ra.other.example
}

@test "the longest suffix wins, wherever it stands" {
    local long=$'[.bücher.policy.example]\nCheckHyphens = false'
    local short=$'[.policy.example]\nCheckHyphens = true'
    local shortest=$'[.example]\nCheckHyphens = false'

    longest_wins "$long" "$short" "$shortest"
    longest_wins "$short" "$long" "$shortest"
    longest_wins "$shortest" "$short" "$long"
}

@test "a section takes what it does not set from the machine, not from a shorter one" {
    idnx_conf 'UseSTD3ASCIIRules = true' '[.policy.example]' 'CheckHyphens = true' \
        '[.bücher.policy.example]' 'deviations = map'
    becomes _a.bücher.policy.example -
    becomes ab--ü.policy.example -
    becomes ab--ß.bücher.policy.example ab--ss.xn--bcher-kva.policy.example
}

@test "the section is chosen with deviations kept" {
    idnx_conf 'deviations = map' '[.strasse.policy.example]' 'CheckHyphens = true' \
        '[.straße.policy.example]' 'deviations = keep'
    becomes ab--ü.straße.policy.example xn--ab---3ra.xn--strae-oqa.policy.example
    becomes ab--ü.strasse.policy.example -
}

@test "a section of one label holds for all below it" {
    idnx_conf '[.example]' 'CheckHyphens = true'
    becomes ab--ü.other.example -
}

# --- Whose file it is -----------------------------------------------------------

# There root of the machine appears as 65534, like every owner that is not mapped.
@test "in a user namespace that does not map root no file is believed, and none is needed" {
    local ask=(unshare -U "$BUILD/tests/common/ask" unspec bücher.policy.example)

    inside unshare -U true || skip 'no user namespace within this one'
    equal 'unspec 192.0.2.50' "$(inside "${ask[@]}")"
    forget_questions
    idnx_conf '# only a comment'
    equal 'unspec EAI_AGAIN errno=11' "$(inside "${ask[@]}")"
    equal '' "$(questions)"
}
