#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The brackets after idnx.  The name server's log shows which brackets let glibc pass a raw name
# to dns, and that none does once idnx enable has replaced them.  "files idnx dns", without
# brackets, and the recommended line never do: names.bats.

load ../../common/world

# Rows of: who continues with the raw name; the bracket.  "not found" needs glibc 2.33.
brackets() {
    printf '%s|%s\n' found SUCCESS=continue found '!UNAVAIL=return SUCCESS=continue' \
        not-found '!NOTFOUND=continue SUCCESS=return' not-found '!SUCCESS=continue' \
        both '!UNAVAIL=continue' both '!NOTFOUND=continue' both '!TRYAGAIN=continue' \
        none NOTFOUND=continue none UNAVAIL=continue none TRYAGAIN=continue \
        none '!UNAVAIL=return NOTFOUND=continue' none '!UNAVAIL=continue !UNAVAIL=return'
}

# sends raw|nothing NAME...: checks, by the log, what besides ASCII forms reaches dns.
sends() {
    local sent=nothing name line

    line=$(tail -n 1 "$WORLD/etc/nsswitch.conf")
    forget_questions
    for name in "${@:2}"; do
        ask all "$name" >/dev/null
    done
    ! raw_questions || sent=raw
    equal "$line sends $1" "$line sends $sent"
}

@test "a bracket that continues sends a raw name to dns, and none once idnx enable has replaced it" {
    local names=(bücher.nxdomain.example bücher.servfail.example ℀.example)
    local who bracket found lost

    while IFS='|' read -r who bracket; do
        hosts_line "files idnx [$bracket] dns"
        found=nothing lost=nothing
        [[ $who != found && $who != both ]] || found=raw
        [[ $who != not-found && $who != both ]] || older_than 2.33 || lost=raw
        [ "$who" = not-found ] || sends $found bücher.example
        for name in "${names[@]}"; do
            sends $lost "$name"
        done
        "$BUILD/idnx" enable --root "$WORLD"
        grep -Fx "hosts: $RECOMMENDED" "$WORLD/etc/nsswitch.conf"
        sends nothing bücher.example "${names[@]}"
    done < <(brackets)
}
