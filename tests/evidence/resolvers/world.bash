# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The world that "inside" has made: its servers, their logs, and how the tests ask them.

IDNX=/idnx
SCRIPTS=/usr/share/idnx
RESOLVERS=$IDNX/tests/evidence/resolvers
WORLD=/tmp/world
LOGS=$WORLD/logs
DNSDIST=127.0.0.2 DNSDIST_BARE=127.0.0.3
RECURSOR=127.0.0.4 RECURSOR_BARE=127.0.0.5
UNBOUND=127.0.0.10 KNOT=127.0.0.11

# Since 5.0 the Recursor's configuration is YAML, unless it is told otherwise.
OLD_SETTINGS=$(pdns_recursor --help 2>&1 | grep -o -m 1 -e '--enable-old-settings' || true)

# from_page WORD: prints the line of idnx-resolver(7) that begins with that word.
from_page() {
    sed -n "s/^\.Dl \($1.*\)/\1/p" "$IDNX/nss_idnx/companions/resolver/idnx-resolver.7" | head -n 1
}

# install_idnx: installs module, library and scripts where packages do.
install_idnx() {
    local libraries

    libraries=$(dirname "$(ldd /bin/sh | awk '/libc\.so/ { print $3 }')")
    install -m 644 "$IDNX/build/libnss_idnx.so.2" "$IDNX/build/libidnx.so.0" "$libraries"
    mkdir -p "$SCRIPTS"
    install -m 644 "$IDNX"/nss_idnx/companions/resolver/*.{lua,py,conf,yml} "$SCRIPTS"
}

start() {
    LC_ALL=C "${@:2}" </dev/null >>"$LOGS/$1" 2>&1 3>&- &
}

# run_dnsdist NAME ADDRESS [LINE...]: starts one, with these lines of configuration first.
run_dnsdist() {
    printf '%s\n' "setLocal('$2')" 'setSecurityPollSuffix("")' \
        'newServer({ address = "127.0.0.1:5310" })' \
        'getPool(""):setCache(newPacketCache(10000))' "${@:3}" \
        'newServer({ address = "127.0.0.9:53", pool = "hostile" })' \
        'addAction("hostile.test.", PoolAction("hostile"))' \
        "addTLSLocal('$2', '$WORLD/certificate', '$WORLD/key')" \
        "addDOHLocal('$2', '$WORLD/certificate', '$WORLD/key')" \
        'newServer({ address = "127.0.0.1:5310", pool = "two" })' \
        "newServer({ address = '$RECURSOR_BARE', pool = 'two' })" \
        'getPool("two"):setCache(newPacketCache(10000))' \
        'addAction({ "trap.test.", "evil.test." }, PoolAction("two"))' \
        'addAction("spoof.test.", SpoofAction("192.0.2.9"))' \
        'addAction("refused.test.", RCodeAction(DNSRCode.REFUSED))' \
        'addAction("cut.test.", TCAction())' >"$WORLD/$1.conf"
    start "$1" dnsdist --supervised -C "$WORLD/$1.conf"
}

# run_recursor NAME ADDRESS [LINE...]: likewise, in the Recursor's first format of configuration.
run_recursor() {
    mkdir -p "$WORLD/$1"
    printf '%s\n' "local-address=$2" "socket-dir=$WORLD/$1" daemon=no write-pid=no dnssec=off \
        security-poll-suffix= setuid= \
        extended-resolution-errors=no max-cache-ttl=15 max-cache-entries=20000 \
        max-packetcache-entries=10000 \
        server-down-max-fails=0 serve-rfc1918=no \
        "forward-zones-recurse=hostile.test=127.0.0.9,\
2.0.192.in-addr.arpa=127.0.0.1:5310,.=127.0.0.1:5310" "${@:3}" >"$WORLD/$1/recursor.conf"
    start "$1" pdns_recursor $OLD_SETTINGS --config-dir="$WORLD/$1"
}

# Returns whether it can run the script: Debian 12's lacks a function.
unbound_can() {
    ! unbound -V | grep -q 'Version 1\.17'
}

# With the file that the package has for its directory of configurations.
run_unbound() {
    printf '%s\n' server: "  interface: $UNBOUND" '  chroot: ""' '  username: ""' '  pidfile: ""' \
        '  use-syslog: no' '  do-not-query-localhost: no' '  local-zone: "test" nodefault' \
        forward-zone: '  name: "."' '  forward-addr: 127.0.0.1@5310' \
        "include: $SCRIPTS/unbound.conf" >"$WORLD/unbound.conf"
    start unbound unbound -d -c "$WORLD/unbound.conf"
}

# Version 6 answers names below test. itself, unless they are forwarded.
run_knot() {
    mkdir -p "$WORLD/knot"
    printf '%s\n' "net.listen('$KNOT', 53)" "trust_anchors.remove('.')" "modules.load('policy')" \
        "local server = '127.0.0.1@5310'" 'if policy.rule_forward_add then' \
        "policy.rule_forward_add('test.', { auth = false, dnssec = false }, { { server } })" \
        'else policy.add(policy.all(policy.STUB(server))) end' \
        "assert(dofile('$SCRIPTS/kresd.lua'))" >"$WORLD/knot/knot.conf"
    start knot kresd -n -c "$WORLD/knot/knot.conf" "$WORLD/knot"
}

# rec COMMAND...: rec_control of the Recursor with idnx.
rec() {
    rec_control $OLD_SETTINGS --config-dir="$WORLD/recursor" "$@"
}

# until_answered SERVER: waits until it answers.
until_answered() {
    for _ in {1..100}; do
        ! dig +tries=1 +time=1 "@$1" plain.test | grep -q 'status: NOERROR' || return 0
        sleep 0.1
    done
    tail -n 20 "$LOGS"/*
    echo "Bail out! $1 does not start"
    exit 1
} >&2

# conf LINE...: replaces idnx.conf.  A change takes effect within a second.
conf() {
    printf '%s\n' "$@" >/etc/idnx.conf.new
    mv /etc/idnx.conf.new /etc/idnx.conf
}

# renames SERVER: returns whether it answers unconverted names: dnsdist 1.7 cannot, and has neither
# Extended DNS Errors nor, in such scripts, counters and a log.
renames() {
    case $1 in
    "$RECURSOR") ;;
    "$UNBOUND" | "$KNOT") false ;;
    *) ! dnsdist --version 2>&1 | grep -q ' 1\.7\.' ;;
    esac
}

# ask SERVER NAME [OPTION...]: prints the RCODE, the flag TC, the error, and the records.
ask() {
    dig +noidnin +noidnout +tries=1 +time=2 "@$1" "${@:2}" | awk '
        /->>HEADER<<-/ { sub(/.*status: /, ""); sub(/,.*/, ""); print "RCODE", $0; next }
        /^;; flags:/ && / tc[ ;]/ { print "TC" }
        /^; EDE: / { sub(/^; EDE: /, ""); print "EDE", $0 }
        /timed out|no servers could be reached/ { print "no answer" }
        /^[^;]/ { $2 = ""; print }' | LC_ALL=C sort -u
}

# same SERVER NAME [OPTION...]: checks that a name with xn--bcher-kva gets what it gets with
# bücher in its place.  The Recursor tells by a CNAME record that one leads to the other.
same() {
    local expected found

    expected=$(ask "$1" "${@:2}")
    found=$(ask "$1" "${2/xn--bcher-kva/bücher}" "${@:3}" |
        sed 's/b\\195\\188cher/xn--bcher-kva/' | awk '!($3 == "CNAME" && $1 == $4)')
    [ "$found" = "$expected" ] || {
        printf '%s: %s\nexpected: %s\nfound: %s\n' "$1" "${*:2}" "$expected" "$found"
        return 1
    }
}

# raw_queries: prints dnsmasq's queries for names with octets that no host name has.
raw_queries() {
    grep 'query\[.*<name unprintable>' "$LOGS/dnsmasq" || true
}

# no_query NAME: checks that dnsmasq was not asked for it.
no_query() {
    ! grep "query\[.*\] $1 " "$LOGS/dnsmasq"
}

# process SERVER_NAME: prints the process with that configuration.
process() {
    pgrep -f -- "$WORLD/$1(\.conf)?\$"
}

# resolved SERVER: starts systemd-resolved anew, before that server.
resolved() {
    ! pgrep -x systemd-resolve >/dev/null || pkill -x systemd-resolve
    printf '%s\n' '[Resolve]' "DNS=$1" FallbackDNS= LLMNR=no MulticastDNS=no Cache=no \
        DNSSEC=no >/etc/systemd/resolved.conf
    rm -f /run/systemd/resolve/io.systemd.Resolve
    SYSTEMD_LOG_LEVEL=warning /lib/systemd/systemd-resolved </dev/null \
        >>"$LOGS/resolved" 2>&1 3>&- &
    for _ in {1..100}; do
        [ ! -S /run/systemd/resolve/io.systemd.Resolve ] || return 0
        sleep 0.1
    done
    return 1
}
