#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The commands of idnx-resolver(7), in their order, for each resolver with the configuration of
# its package, which already runs and has look-alikes in its cache; then failures.  From the last
# command until the protection is disabled, no question brings a look-alike.

bats_require_minimum_version 1.5.0
load world

SERVER=127.0.0.1
PAGE=$IDNX/nss_idnx/companions/resolver/idnx-resolver.7

setup_file() {
    ln -sf "$RESOLVERS/systemctl" /usr/local/sbin/systemctl
    install -m 755 "$IDNX/build/idnx" /usr/bin/idnx
    for unit in dnsdist knot-resolver kresd@ pdns-recursor unbound; do
        install -D -m 644 "$IDNX/conf/debian/service/idnx.conf" \
            "/usr/lib/systemd/system/$unit.service.d/idnx.conf"
    done
    rm -rf "$WORLD/etc"
    mkdir "$WORLD/etc"
    cp -a /etc/dnsdist /etc/powerdns /etc/unbound /etc/knot-resolver /etc/bind "$WORLD/etc" || true
}

teardown() {
    [ ! -e "$WORLD/witness" ] || kill "$(cat "$WORLD/witness")" || true
    rm -f "$WORLD/witness"
    for unit in dnsdist pdns-recursor unbound kresd@1 knot-resolver named; do
        systemctl stop "$unit"
    done
    cp -a "$WORLD"/etc/* /etc
    rm -f /etc/powerdns/recursor.d/* /etc/unbound/unbound.conf.d/{idnx,test}.conf
    install_idnx
    conf 'protection = browser'
}

# commands SECTION: prints the commands of root in that section of the page.
commands() {
    sed -n "/^\.Ss $1\$/,/^\.S[hs] /p" "$PAGE" | sed -n 's/^# //p' | sed 's/\\e/\\/g'
}

# follow SECTION: runs them; packages are installed already.
follow() {
    commands "$1" | sed '/^apt-get/d' >"$WORLD/commands"
    [ -s "$WORLD/commands" ]
    bash -ex "$WORLD/commands"
}

# --- Resolvers with the configuration of their packages, and where their names come from ------

dnsdist_conf() {
    printf '%s\n' 'newServer("127.0.0.1:5310")' 'getPool(""):setCache(newPacketCache(1000))' \
        'newServer({ address = "127.0.0.9:53", pool = "hostile" })' \
        'addAction("hostile.test.", PoolAction("hostile"))' >>/etc/dnsdist/dnsdist.conf
}

recursor_conf() {
    if [ -n "$OLD_SETTINGS" ]; then
        printf '%s\n' recursor: '  forward_zones_recurse:' '  - zone: .' \
            '    forwarders: ["127.0.0.1:5310"]' '  - zone: hostile.test' \
            '    forwarders: ["127.0.0.9"]' 'dnssec:' '  validation: off' \
            >/etc/powerdns/recursor.d/test.yml
    else
        printf '%s\n' 'forward-zones-recurse=hostile.test=127.0.0.9,.=127.0.0.1:5310' dnssec=off \
            >/etc/powerdns/recursor.d/test.conf
    fi
}

unbound_conf() {
    printf '%s\n' server: '  do-not-query-localhost: no' '  domain-insecure: "test"' \
        '  local-zone: "test" nodefault' \
        forward-zone: '  name: "."' '  forward-addr: 127.0.0.1@5310' \
        forward-zone: '  name: "hostile.test"' '  forward-addr: 127.0.0.9' \
        >/etc/unbound/unbound.conf.d/test.conf
    rm -f /etc/unbound/unbound.conf.d/root-auto-trust-anchor-file.conf
}

kresd_conf() {
    mkdir -p /run/knot-resolver/control
    printf '%s\n' "trust_anchors.remove('.')" \
        "policy.add(policy.suffix(policy.STUB('127.0.0.9'), { todname('hostile.test.') }))" \
        "policy.add(policy.all(policy.STUB('127.0.0.1@5310')))" >>/etc/knot-resolver/kresd.conf
}

# Since 6.0 names below test. are answered by the resolver itself, unless they are forwarded.
knot_resolver_conf() {
    printf '%s\n' 'dnssec: { enable: false }' forward: \
        '- { subtree: test, servers: [127.0.0.1@5310], options: { dnssec: false } }' \
        '- { subtree: hostile.test, servers: [127.0.0.9], options: { dnssec: false } }' \
        >>/etc/knot-resolver/config.yaml
}

named_conf() {
    sed -i '/dnssec-validation/d
        s/^options {/& dnssec-validation no; forward only; forwarders { 127.0.0.1 port 5310; };/' \
        /etc/bind/named.conf.options
    printf 'zone "%s" { type forward; forwarders { %s; }; };\n' hostile.test 127.0.0.9 \
        >>/etc/bind/named.conf.options
}

# --- What is asked ------------------------------------------------------------------

LOOK_ALIKES='xn--pypal-4ve.test www.XN--PYPAL-4VE.test Xn--pYPal-4vE.TeSt evil.test xn--bse-sna.test
    a._x._tcp.xn--pypal-4ve.test alias.hostile.test delegation.delegation.hostile.test
    pointer-forwards.hostile.test label-and-pointer-forwards.hostile.test pаypal.test'

# Asks all the time, until the process ends.
watch() {
    while :; do
        for name in $LOOK_ALIKES; do
            for option in A AAAA +tcp +subnet=198.51.100.0/24; do
                ask "$SERVER" "$name" "$option" | sed "s/^/$name /"
            done
        done
    done >"$WORLD/watched" 2>/dev/null 3>&- &
    echo $! >"$WORLD/witness"
}

# gets NAME WORD: checks that the answer has that word, now or soon: Unbound keeps SERVFAIL for five
# seconds.
gets() {
    local found

    for _ in {1..8}; do
        found=$(ask "$SERVER" "$1")
        [[ $found != *"$2"* ]] || return 0
        sleep 1
    done
    echo "$1: $found"
    return 1
}

warm() {
    gets xn--pypal-4ve.test 192.0.2.66
    gets evil.test 192.0.2.66
    [[ $(ask "$SERVER" xn--pypal-4ve.test AAAA) == *2001:db8::66* ]]
    ask "$SERVER" bücher.test
}

protects() {
    local name

    for name in $LOOK_ALIKES; do
        [[ $(ask "$SERVER" "$name") != *192.0.2.66* ]]
    done
    gets xn--pypal-4ve.test NXDOMAIN
    gets evil.test NXDOMAIN
    gets plain.test 192.0.2.2
    gets xn--bcher-kva.test 192.0.2.1
}

# --- Failures -----------------------------------------------------------------------

# Checks that what idnx.conf may concern gets SERVFAIL.
fails_closed() {
    gets xn--bcher-kva.test SERVFAIL
    gets plain.test 192.0.2.2
}

# faulty UNIT: idnx.conf becomes faulty while the resolver runs, and is so when it starts.
faulty() {
    local state

    for state in 'echo protektion = browser >/etc/idnx.conf' 'chmod 666 /etc/idnx.conf' \
        ': >/etc/idnx.conf' 'rm /etc/idnx.conf'; do
        eval "$state"
        sleep 1.1
        protects
        systemctl restart "$1"
        fails_closed
        conf 'protection = browser'
        sleep 1.1
        protects
    done
    grep 'FAIL' "/run/units/${1%%@*}"*.log
    # The others write to syslog.
    [[ $1 != @(dnsdist|pdns-recursor) ]] || grep 'conf is missing: xn-- and non-' "/run/units/$1.log"
}

# missing UNIT: the resolver is restarted without a file, and with half of it.  Only two start then,
# and none with half a library: the loader's map has pages beyond the end of the file.
missing() {
    local file half

    for file in "$SCRIPTS/policy.lua" "$(find /usr/lib -name libidnx.so.0)"; do
        for half in no yes; do
            head -c 1000 "$file" >"$WORLD/half"
            rm "$file"
            [ $half = no ] || cp "$WORLD/half" "$file"
            systemctl restart "$1" || true
            [[ $1 != @(pdns-recursor|unbound) || $half$file == yes*.so.0 ]] || fails_closed
            install_idnx
            systemctl restart "$1"
            protects
        done
    done
}

# deaf UNIT: the name server does not answer for three seconds.
deaf() {
    local server

    server=$(pgrep -o -f "^dnsmasq .*$WORLD/dnsmasq.conf")
    kill -STOP "$server"
    sleep 3
    kill -CONT "$server"
    for _ in {1..20}; do
        ! protects || return 0
        sleep 1
    done
    protects
}

# upgraded UNIT: files are replaced while the resolver runs, and it is restarted.
upgraded() {
    for _ in {1..20}; do
        install_idnx
        [ "$1" != pdns-recursor ] || rec_control reload-lua-script
    done
    protects
    systemctl restart "$1"
    protects
}

# steps SECTION UNIT UNDO: what an operator does.
steps() {
    rm -f /etc/idnx.conf
    systemctl restart "$2"
    warm
    follow Settings
    follow "$1"
    protects
    watch
    for failure in faulty missing deaf upgraded; do
        "$failure" "$2"
    done
    kill "$(cat "$WORLD/witness")"
    rm "$WORLD/witness"
    [ -s "$WORLD/watched" ]
    run ! grep -e 192.0.2.66 -e 2001:db8::66 "$WORLD/watched"
    commands 'How to disable it' | grep -F "$3" >"$WORLD/commands"
    bash -ex "$WORLD/commands"
    gets xn--pypal-4ve.test 192.0.2.66
    follow "$1"
    protects
}

@test "the steps for dnsdist protect, whatever fails" {
    dnsdist_conf
    steps dnsdist dnsdist dnsdist
}

@test "the steps for the PowerDNS Recursor protect, whatever fails" {
    recursor_conf
    steps "PowerDNS Recursor $([ -n "$OLD_SETTINGS" ] && echo 5 || echo 4)" pdns-recursor recursor
}

@test "the steps for Unbound protect, whatever fails" {
    unbound_can || skip 'Unbound 1.17 cannot keep an answer from its cache'
    unbound_conf
    steps Unbound unbound unbound
}

@test "the steps for Knot Resolver protect, whatever fails" {
    if [ -e /etc/knot-resolver/config.yaml ]; then
        knot_resolver_conf
        steps 'Knot Resolver 6' knot-resolver config.yaml
    else
        kresd_conf
        steps 'Knot Resolver 5' 'kresd@1' kresd.conf
    fi
}

@test "the steps for BIND, with dnsdist before it, protect" {
    named_conf
    systemctl restart named
    warm
    follow Settings
    follow 'BIND and other servers'
    follow dnsdist
    protects
}

@test "the steps for a response policy zone reject what idnx spoofs lists, and no more" {
    named_conf
    follow Settings
    commands 'BIND by a response policy zone' | sed 's/example\.com/paypal.test/' >"$WORLD/commands"
    bash -ex "$WORLD/commands"
    for name in xn--pypal-4ve.test www.xn--pypal-4ve.test evil.test xn--bse-sna.test; do
        gets "$name" NXDOMAIN
    done
    gets xn--pypal-4ve.trap.test 203.0.113.66
    gets plain.test 192.0.2.2
}
