#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A restriction never fails open.  With an idnx.conf that cannot be trusted, read or
# understood, every front end says "try again" for an internationalized name, and no query is
# sent.  ASCII names are answered as without idnx.
#
# A front end then says what it says for SERVFAIL: always EAI_AGAIN on the recommended line.  On
# the bare line glibc loses this code in some front ends (matrix.bats).

load ../../common/fixture

HOSTS_LINES=("$RECOMMENDED" "$BARE")

setup_file() {
    export RESULTS=$BATS_FILE_TMPDIR/results
    local line

    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    [ -z "$WORLD_NO_NAMESPACE" ] || return 0
    mkdir "$RESULTS"
    for line in "${!HOSTS_LINES[@]}"; do
        hosts_line "${HOSTS_LINES[line]}"
        ask all bücher.servfail.example >"$RESULTS/servfail-$line"
    done
    hosts_line "$WITHOUT"
    ask_and_questions all %.a.example >"$RESULTS/ascii"
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    CONF=$WORLD/etc/idnx.conf
    no_idnx_conf
    forget_questions
}

# line_try_later LINE WHAT [COMMAND...]: checks this for every front end.  COMMAND runs ask.
line_try_later() {
    hosts_line "${HOSTS_LINES[$1]}"
    forget_questions
    equal "$2: $(cat "$RESULTS/servfail-$1")" \
        "$2: $(inside "${@:3}" "$BUILD/tests/common/ask" all bücher.policy.example)"
    equal "$2: " "$2: $(questions)"
}

try_later() {
    line_try_later 0 "$@"
    line_try_later 1 "$@"
}

# believed WHAT: checks that the file's CheckHyphens = true applies.
believed() {
    hosts_line "$RECOMMENDED"
    forget_questions
    equal "$1: unspec EAI_NONAME errno=0" "$1: $(ask unspec ab--ü.policy.example)"
    equal "$1: " "$1: $(questions)"
    equal "$1: unspec 192.0.2.50" "$1: $(ask unspec ü.policy.example)"
}

ascii_as_without() {
    local line

    for line in "${HOSTS_LINES[@]}"; do
        hosts_line "$line"
        equal "$1: $(cat "$RESULTS/ascii")" \
            "$1: $(ask_and_questions all %.a.example)"
    done
}

@test "SERVFAIL is \"try again\" for every front end on the recommended line" {
    [ "$(wc -l <"$RESULTS/servfail-0")" -eq 26 ]
    ! grep -Ev ' ((EAI_AGAIN|TRY_AGAIN) errno=11| exit=2)$' "$RESULTS/servfail-0"
}

@test "with a file that can be believed names resolve" {
    idnx_conf 'CheckHyphens = true'
    believed 'a file'
    chmod 400 "$CONF"
    believed 'a file for root alone'
    chmod 444 "$CONF"
    believed 'a file nobody may write to'
}

@test "a link to a file that can be believed is as good" {
    idnx_conf 'CheckHyphens = true'
    mv "$CONF" "$BATS_TEST_TMPDIR/idnx.conf"
    ln -s "$BATS_TEST_TMPDIR/idnx.conf" "$CONF"
    believed 'a link'
}

@test "a file of 64 KiB is read, one octet more is too much" {
    idnx_conf 'CheckHyphens = true'
    yes '# 64 KiB are 1024 lines of this length, with the newline: 64.' |
        head -c $((65536 - $(stat -c %s "$CONF"))) >>"$CONF"
    believed '64 KiB'
    echo >>"$CONF"
    try_later '64 KiB + 1'
}

@test "a file that others may write to is not believed" {
    idnx_conf 'CheckHyphens = true'
    for mode in 664 646 666 622; do
        chmod "$mode" "$CONF"
        try_later "mode $mode"
    done
    chmod 644 "$CONF"
    believed 'mode 644'
}

@test "a file of another owner is not believed" {
    [ "$(id -u)" -eq 0 ] || skip 'only root can give a file away'
    idnx_conf 'CheckHyphens = true'
    chown 65534 "$CONF"
    try_later 'another owner'
}

@test "a file that cannot be opened is no missing file" {
    idnx_conf 'CheckHyphens = true'
    chmod 0 "$CONF"
    # Root reads it anyway, unless it has no capabilities.
    believed 'mode 0'
    try_later 'mode 0' setpriv --bounding-set=-all
    no_idnx_conf
    ln -s nowhere "$CONF"
    try_later 'a dangling link'
    ln -sf idnx.conf "$CONF"
    try_later 'a link to itself'
}

@test "what is no file is not read, and no lookup waits for it" {
    mkdir "$CONF"
    try_later 'a folder'
    no_idnx_conf
    mkfifo "$CONF"
    try_later 'a FIFO'
    ascii_as_without 'a FIFO'
    ln -sf /dev/full "$CONF"
    try_later 'a device'
    ln -sf /dev/zero "$CONF"
    try_later 'a device without end'
}

@test "a file of a gigabyte is too large" {
    truncate -s 1G "$CONF"
    try_later 'a sparse gigabyte'
}

# "cp" over the file, or a shell's ">", leaves it empty for a moment.
@test "an empty file is not believed" {
    : >"$CONF"
    chmod 644 "$CONF"
    try_later 'an empty file'
    ascii_as_without 'an empty file'
    echo '# the defaults' >"$CONF"
    equal 'unspec 192.0.2.50' "$(ask unspec bücher.policy.example)"
}

# Masked by a link, as systemd masks a unit, or by mounting the device over the file.
@test "a masked file is none" {
    hosts_line "$RECOMMENDED"
    ln -s /dev/null "$CONF"
    equal 'unspec 192.0.2.50' "$(ask unspec bücher.policy.example)"
    idnx_conf 'this is a mistake'
    # shellcheck disable=SC2016 # for that shell
    equal 'unspec 192.0.2.50' "$(inside unshare -m sh -ec \
        'mount --bind /dev/null /etc/idnx.conf && exec "$@"' - \
        "$BUILD/tests/common/ask" unspec bücher.policy.example)"
}

# mistake TEXT: checks TEXT, with %b's escapes, next to a correct line.
mistake() {
    idnx_conf 'CheckBidi = true'
    printf '%b' "$1" >>"$CONF"
    line_try_later 0 "$1"
}

@test "a mistake in any line holds back every name of ours" {
    mistake 'CheckHyphen = true\n'
    mistake 'checkhyphens = true\n'
    mistake 'CheckHyphens = True\n'
    mistake 'CheckHyphens = yes\n'
    mistake 'CheckHyphens true\n'
    mistake 'CheckHyphens =\n'
    mistake 'CheckHyphens = true false\n'
    mistake 'CheckBidi = true\n'
    mistake '= true\n'
    mistake 'deviations = drop\n'
    mistake 'script-policy = on\n'
    mistake 'canonical-name = true\n'
    mistake 'reverse = utf-8\n'
    mistake 'include /etc/passwd\n'
    mistake '\0\n'
    mistake '# a comment with \0\n'
    mistake 'CheckHyphens = true\0\n'
    mistake 'CheckHyphens = true'"$(printf ' %.0s' {1..4096})"'\n'
}

@test "a mistake in a section of other names holds back every name of ours" {
    mistake '[.other.example]\nCheckHyphens = maybe\n'
    mistake '[.other.example]\nCheckHyphens = true\nCheckHyphens = true\n'
    mistake '[.other.example]\ncharset = locale\n'
    mistake '[other.example]\n'
    mistake '[.other.example\n'
    mistake '[.other..example]\n'
    mistake '[.]\n'
    mistake '[]\n'
    mistake '[.xn--0000h.example]\n'
    mistake '[.b\xfccher.example]\n'
    mistake 'exclude = .other..example\n'
}

@test "a section that is there twice holds back the names it is chosen for" {
    mistake '[.policy.example]\n[.policy.example]\n'
    mistake '[.bücher.policy.example]\n[.XN--BCHER-KVA.Policy.Example.]\n'
    mistake '[.bücher.policy.example]\n[.bu\u0308cher。policy.example]\n'
    idnx_conf 'CheckBidi = true' '[.other.example]' '[.other.example]'
    equal 'unspec 192.0.2.50' "$(ask unspec bücher.policy.example)"
    idnx_conf '[.policy.example]' '[.policy.example]' '[.bücher.policy.example]'
    equal 'unspec 192.0.2.50' "$(ask unspec bücher.policy.example)"
}

@test "a charset has to be one name" {
    mistake 'charset = \n'
    mistake 'charset = ISO-8859-1 EUC-JP\n'
    mistake 'charset = ISO-8859-1, EUC-JP\n'
    mistake 'charset = ISO-8859-1//TRANSLIT\n'
    mistake 'charset = ISO-8859-1//IGNORE\n'
    mistake 'charset = UTF-8\ncharset = UTF-8\n'
}

@test "names of ASCII do not depend on the file" {
    idnx_conf 'this is a mistake'
    ascii_as_without 'a mistake'
    chmod 666 "$CONF"
    ascii_as_without 'mode 666'
    no_idnx_conf
    ascii_as_without 'no file'
}

@test "an address is no name of ours: it has the answer it has without idnx" {
    idnx_conf 'this is a mistake'
    hosts_line "$RECOMMENDED"
    equal 'gethostbyaddr_r name=xn--bcher-kva.policy.example 198.51.100.1' \
        "$(ask gethostbyaddr_r 198.51.100.1)"
    equal 'PTR 1.100.51.198.in-addr.arpa' "$(questions)"
}

@test "the next lookup goes by the file as it is then" {
    hosts_line "$RECOMMENDED"
    idnx_conf 'this is a mistake'
    equal 'unspec EAI_AGAIN errno=11' "$(ask unspec ab--ü.policy.example)"
    idnx_conf 'CheckHyphens = true'
    equal 'unspec EAI_NONAME errno=0' "$(ask unspec ab--ü.policy.example)"
    no_idnx_conf
    equal 'unspec 192.0.2.50' "$(ask unspec ab--ü.policy.example)"
}
