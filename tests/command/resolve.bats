#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx resolve: what programs get, in a world with a name server of its own.

load common
load ../common/world

resolve() {
    inside "$BUILD/idnx" resolve "$@"
}

# shows TITLE TEXT: checks that $output has a line with exactly these.
shows() {
    grep -Ex " *$1  +$2" <<<"$output"
}

@test "without idnx in the line a name is not found: resolve does not convert by itself" {
    hosts_line "$WITHOUT"
    run -1 resolve bücher.example
    [ "${lines[0]}" = bücher.example ]
    shows 'hosts:' "$WITHOUT"
    shows addresses 'none: Name or service not known'
    shows because "idnx is not called, because .*"
    shows fix 'Run: idnx enable'
    [ -z "$(questions)" ]
    inside "$BUILD/idnx" enable
    run -0 resolve bücher.example
}

# blamed CULPRIT [NAME]: checks whom resolve names for a name that is not found.
blamed() {
    run resolve --json "${2:-bücher.example}"
    echo "$output"
    [ "$(jq -r .culprit <<<"$output")" = "$1" ]
}

@test "who is to blame: the hosts: line, the rule, idnx.conf, or the source that does not know it" {
    hosts_line "$WITHOUT"
    blamed hosts-line
    hosts_line 'files [NOTFOUND=return] idnx [!UNAVAIL=return] dns'
    blamed hosts-line
    [[ $(jq -r .culprit_message <<<"$output") == 'idnx is not called, because /etc/nsswitch.conf line 3 never calls '* ]]
    [ "$(jq -r .culprit_fix <<<"$output")" != null ]
    hosts_line "$RECOMMENDED"
    blamed rule 'ü b.example'
    idnx_conf nonsense
    blamed configuration
    [ "$(jq -r .culprit_fix <<<"$output")" = 'Run: idnx doctor' ]
    run -3 inside "$BUILD/idnx" doctor
    [[ $output == *'FAIL  config  '* ]]
    no_idnx_conf
    while IFS='|' read -r name message; do
        blamed source "$name"
        [[ $(jq -r .culprit_message <<<"$output") =~ ^$message$ ]]
    done <<'ROWS'
ü.nxdomain.example|dns does not know xn--tda.nxdomain.example
ü.nodata.example|.* does not know xn--tda.nodata.example
ü.servfail.example|.* gave no answer about xn--tda.servfail.example
no-such.nxdomain.example|files, dns does not know no-such.nxdomain.example
ROWS
    blamed null
}

@test "who is to blame: an action that ends or leaks the search, and a source that is not installed" {
    hosts_line 'files idnx [UNAVAIL=return] dns'
    blamed hosts-line both.example
    blamed hosts-line
    run -3 inside "$BUILD/idnx" status
    [[ $output == *'in force, but programs find no name beyond /etc/hosts:'*'/etc/nsswitch.conf line 3 '* ]]
    hosts_line 'files idnx [SUCCESS=continue] dns'
    blamed hosts-line
    hosts_line 'files idnx [!UNAVAIL=return] dsn'
    blamed source
    [[ $(jq -r .culprit_message <<<"$output") == 'dsn is not installed: '* ]]
    run -3 inside "$BUILD/idnx" status
    [[ $output == *'but programs find no name beyond /etc/hosts:'*'dsn is not'* ]]
    hosts_line 'files idnx [!UNAVAIL=return] dsn dns' # which is asked
    blamed source no-such.nxdomain.example
    [ "$(jq -r .culprit_message <<<"$output")" = \
        'files, dsn (not installed), dns does not know no-such.nxdomain.example' ]
}

@test "a name that idnx.conf rejects and that is found: why, and never status 0" {
    idnx_conf 'protection = browser'
    run -1 resolve xn--ypal-43d9g.example
    hosts_line "$WITHOUT"
    run -3 resolve xn--ypal-43d9g.example
    [[ $output == *'set to be rejected, but not in force: '* ]]
    shows because "idnx is not called, because .*"
    shows fix 'Run: idnx enable'
}

@test "who is to blame: the module that is missing" {
    needs_etc
    needs_no_module
    mkdir "$BATS_TEST_TMPDIR/machine"
    echo 'hosts: files idnx [!UNAVAIL=return] dns' >"$BATS_TEST_TMPDIR/machine/nsswitch.conf"
    # shellcheck disable=SC2016 # $0 and $@ are of that shell
    run -1 unshare_mounts sh -ec 'mount --bind "$0" /etc; exec unshare -n "$@"' \
        "$BATS_TEST_TMPDIR/machine" "$BUILD/idnx" resolve bücher.example
    [[ $output == *'because     idnx is not called, because'*'/libnss_idnx.so.2'*'is missing'* ]]
}

@test "names as programs print them are read" {
    for name in '\321\200\320\260ypal.example' '%D1%80%d0%B0ypal.example' '\209\128\208\176ypal.example'; do
        run resolve "$name"
        [ "${lines[0]}" = раypal.example ]
        [ "${lines[1]}" = "  written as  $name" ]
        shows 'ASCII form' xn--ypal-43d9g.example
        run resolve --json "$name"
        [ "$(jq -c '[.input, .given]' <<<"$output")" = \
            "$(jq -cn --arg given "$name" '["раypal.example", $given]')" ]
        run -1 idnx to-ascii "$name"
        [[ $output == *'This is how a program prints a name: write "раypal.example".'* ]]
    done
    for name in '\n.example' '%41.example' '\321.example' '%D1%8' 'a\\b'; do
        run resolve "$name"
        [ "${lines[0]}" = "$name" ]
    done
    run resolve --json bücher.example
    [ "$(jq -c .given <<<"$output")" = null ]
}

@test "the addresses, the ASCII form and the hosts: line" {
    run -0 resolve Bücher.example
    [ "${lines[0]}" = Bücher.example ]
    shows 'ASCII form' xn--bcher-kva.example
    shows 'hosts:' "files idnx \[!UNAVAIL=return\] dns"
    shows addresses 192.0.2.10
    [ "$(questions)" = $'A xn--bcher-kva.example\nAAAA xn--bcher-kva.example' ]
}

@test "every address comes once, and an ASCII name is passed through unchanged" {
    run -0 resolve both.example
    shows 'ASCII form' 'passed through unchanged: ASCII'
    [ "$(grep -c 192.0.2.3 <<<"$output")" -eq 1 ]
    [ "$(grep -c 2001:db8::3 <<<"$output")" -eq 1 ]
}

@test "a rejected name, a missing one, and one that may be found later" {
    run -1 resolve ü.℀
    [[ $(tr -s '\n ' ' ' <<<"$output") == *'ASCII form rejected: label 2 '*'(HOST): U+002F / SOLIDUS, which comes from U+2100 ℀ ACCOUNT OF (character 3, column 3). '* ]]
    [ -z "$(questions)" ]
    run -1 resolve ü.nxdomain.example
    shows 'ASCII form' xn--tda.nxdomain.example
    run -1 resolve ü.nodata.example
    run -4 resolve ü.servfail.example
    shows addresses 'none: Temporary failure in name resolution'
}

@test "names from standard input; the worst of them is the exit code" {
    run -0 resolve <<<$'bücher.example\nboth.example'
    [ "$(grep -c 'ASCII form' <<<"$output")" -eq 2 ]
    run -1 resolve <<<$'ü.nxdomain.example\nbücher.example'
    run -4 resolve ü.nxdomain.example ü.servfail.example bücher.example
    [ "$(grep -c 'ASCII form' <<<"$output")" -eq 3 ]
}

@test "what is no string, or longer than any name, is not asked for" {
    printf 'both.example\0.example\n' >"$BATS_TEST_TMPDIR/names"
    repeat 5000 a >>"$BATS_TEST_TMPDIR/names"
    run -1 resolve --json <"$BATS_TEST_TMPDIR/names"
    [ "$(grep -c '"verdict":"rejected".*"addresses":\[]' <<<"$output")" -eq 2 ]
    [ -z "$(questions)" ]
}

@test "an entry of /etc/hosts in UTF-8 is found, although idnx would reject it" {
    echo '192.0.2.99 ü.℀' >>"$WORLD/etc/hosts"
    run -0 resolve ü.℀
    shows addresses 192.0.2.99
}

@test "idnx.conf counts" {
    idnx_conf 'exclude = .example'
    run -1 resolve bücher.example
    shows 'ASCII form' 'passed through unchanged: excluded in .*'
    idnx_conf nonsense
    run -4 resolve bücher.example
    shows 'ASCII form' '.*idnx.conf, line 1: .*'
    [ -z "$(questions)" ]
}

@test "a name that protection = browser would reject resolves, with a warning" {
    run -0 resolve раypal.example
    shows 'ASCII form' xn--ypal-43d9g.example
    shows warning 'label 1 mixes Cyrillic р а with Latin and reads as "paypal";'
    [ "$(questions | grep -c xn--ypal-43d9g.example)" -ge 1 ]
    run -0 resolve bücher.example
    [[ $output != *warning* ]]
    run resolve --json раypal.example
    [ "$(jq -c '[.warning.status, .finding]' <<<"$output")" = '["SCRIPTS",null]' ]
}

@test "a name that a setting rejects: the setting and the characters" {
    idnx_conf '[.example]' 'protection = browser'
    run -1 resolve раypal.example
    output=$(tr -s '\n ' ' ' <<<"$output")
    [[ $output == *'ASCII form rejected: label 1 mixes Cyrillic р а with Latin and reads as "paypal" (SCRIPTS); '* ]]
    [[ $output == *'; protection = browser (/etc/idnx.conf, line 2, in [.example]). '* ]]
    [[ $output != *warning* ]]
    [ -z "$(questions)" ]
}

@test "--json" {
    run resolve --json Bücher.example both.example ü.servfail.example
    [ "$status" -eq 4 ]
    jq -es 'length == 3 and all(
            (keys | join(" ")) == "addresses answer answer_message character column " +
                "configuration culprit culprit_fix culprit_message finding fix given hosts input label meant message not_in_force output " +
                "position rule status verdict warning" and
            .hosts == "files idnx [!UNAVAIL=return] dns") and
        (.[0] | .input == "Bücher.example" and .output == "xn--bcher-kva.example" and
            .addresses == ["192.0.2.10"] and .answer == "OK") and
        (.[1] | .output == "both.example" and .verdict == "ascii" and (.addresses | length) == 2) and
        (.[2] | .answer == "AGAIN" and .addresses == [])' <<<"$output"
}

@test "no control character of a name or of nsswitch.conf reaches the terminal" {
    hosts_line $'files\e]0;x\a dns'
    run -1 resolve $'a\e[31m.example'
    [ "${lines[0]}" = 'a<U+001B>[31m.example' ]
    shows 'hosts:' 'files<U\+001B>]0;x<U\+0007> dns'
    run -1 resolve --json $'a\e[31m.example'
    [[ $output != *$'\e'* && $output != *$'\a'* ]]
}

@test "no hosts: line, or one without a newline, which glibc 2.33 and later do not read" {
    printf 'hosts: %s\nhosts: idnx' "$WITHOUT" >"$WORLD/etc/nsswitch.conf"
    run -0 resolve both.example
    shows 'hosts:' "$WITHOUT"
    echo 'passwd: files' >"$WORLD/etc/nsswitch.conf"
    run -0 resolve both.example
    shows 'hosts:' "none in /etc/nsswitch.conf: glibc's default"
}
