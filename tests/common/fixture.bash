# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A world for tests and the demonstration: a dnsmasq of its own, and processes that use it as
# their only name server and see the world's hosts: line instead of the machine's.  Nothing
# on the machine is changed.
#
# The world consists of namespaces that contain nothing else.  Where these are forbidden,
# WORLD_NO_NAMESPACE says why, and redirect.so sets the line and the server in each process:
# the machine's /etc remains visible, so that the module finds no action of its own there,
# and the search list, /etc/hosts and idnx.conf are not the world's.

export PATH=$PATH:/usr/sbin:/sbin
BUILD=$(realpath "${BUILD:-build}")
WORLD_TESTS=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

# Hosts lines: the recommended one, the same without its action, and one without idnx.
EXAMPLE=$WORLD_TESTS/../../conf/nsswitch.conf.example
RECOMMENDED=$(sed -n 's/^hosts: //p' "$EXAMPLE")
BARE='files idnx dns'
WITHOUT='files dns'

# world_start DIRECTORY ZONES: creates a world in the new DIRECTORY, for this shell and its children.
# ZONES is a configuration of dnsmasq.  On failure, prints the reason.
world_start() {
    export WORLD=$1 WORLD_PID='' WORLD_PORT='' WORLD_ENTER='' WORLD_PRELOAD
    export WORLD_NO_NAMESPACE
    mkdir -p "$WORLD/etc" "$WORLD/lib"
    ln -s "$BUILD/libnss_idnx.so.2" "$WORLD/lib"
    cp "$2" "$WORLD/dnsmasq.conf"
    : >"$WORLD/log"
    hosts_line "$WITHOUT"
    resolv_conf 'options timeout:2 attempts:1'
    printf '127.0.0.1 localhost\n::1 localhost\n' >"$WORLD/etc/hosts"

    WORLD_PRELOAD=$(sanitizers)
    if WORLD_NO_NAMESPACE=$(try_namespaces 2>&1); then
        WORLD_NO_NAMESPACE='' # a program's warning is not a reason
        start_with_namespaces
    else
        WORLD_PRELOAD+=" $BUILD/tests/common/preload/redirect.so"
        start_without_namespaces
    fi
}

world_stop() {
    [ -z "$WORLD_PID" ] || kill "$WORLD_PID"
}

# inside COMMAND...: runs it in the world, with the module but nothing else of idnx's.
inside() {
    local enter

    read -ra enter <<<"$WORLD_ENTER"
    "${enter[@]}" env -u RES_OPTIONS -u LOCALDOMAIN -u HOSTALIASES \
        LD_LIBRARY_PATH="$WORLD/lib" LD_PRELOAD="$WORLD_PRELOAD" \
        ASAN_OPTIONS=detect_leaks=0 \
        HOSTS_LINE="$(cat "$WORLD/hosts_line")" DNS_PORT="$WORLD_PORT" \
        "$@"
}

hosts_line() {
    echo "$1" >"$WORLD/hosts_line"
    printf 'passwd: files\ngroup: files\nhosts: %s\n' "$1" >"$WORLD/etc/nsswitch.conf"
}

resolv_conf() {
    printf '%s\n' 'nameserver 127.0.0.1' "$@" >"$WORLD/etc/resolv.conf"
}

# idnx_conf LINE...: writes the world's configuration as a new file.  A plain user is root in
# the world, and so owns the file.
idnx_conf() {
    no_idnx_conf
    printf '%s\n' "$@" >"$WORLD/etc/idnx.conf"
    chmod 644 "$WORLD/etc/idnx.conf"
}

no_idnx_conf() {
    rm -rf "$WORLD/etc/idnx.conf"
}

# The zone many.example, whose names have sixty addresses of each family: more than fit into
# getaddrinfo()'s first buffer (1024 octets).
zone_many() {
    local i

    echo 'local=/many.example/'
    for i in {1..60}; do
        echo "address=/many.example/198.51.100.$i"
        echo "address=/many.example/2001:db8:60::$i"
    done
}

# For tests of what only namespaces have.
needs_namespaces() {
    [ -z "$WORLD_NO_NAMESPACE" ] || skip "no namespaces here: $WORLD_NO_NAMESPACE"
}

# For tests that check the errno of names that are not found: without namespaces, files reads
# the machine's /etc/hosts, and reports in errno if there is none.
needs_hosts_file() {
    [ -z "$WORLD_NO_NAMESPACE" ] || [ -r /etc/hosts ] || skip 'no namespaces and no /etc/hosts here'
}

# --- The log of dnsmasq -------------------------------------------------------

# Makes questions() begin here.
forget_questions() {
    WORLD_MARK=$(stat -c %s "$WORLD/log")
}

# Prints "A name" or "AAAA name" for each question, sorted.
questions() {
    tail -c "+$((WORLD_MARK + 1))" "$WORLD/log" |
        sed -n 's/^.*query\[\(.*\)\] \(.*\) from .*$/\1 \2/p' | sort
}

# Prints those with an octet that dnsmasq does not print.
raw_questions() {
    questions | grep 'name unprintable'
}

# --- Asking -------------------------------------------------------------------

# ask [-l] FRONT-END|all NAME|ADDRESS: prints what a program sees, without and with its
# questions.
ask() {
    inside "$BUILD/tests/common/ask" "$@"
}

ask_and_questions() {
    forget_questions
    ask "$@"
    questions
}

# session_start COMMAND...: starts, by that command (inside, ...), a program that keeps running
# and answers say().
session_start() {
    coproc SESSION { "$@" "$BUILD/tests/common/ask" each 3>&-; }
}

# say WORDS: prints the program's answer, without an errno.
say() {
    local answer

    echo "$1" >&"${SESSION[1]}"
    read -r answer <&"${SESSION[0]}"
    echo "${answer% errno=*}"
}

# older_than VERSION: whether glibc is.
older_than() {
    [ "$(printf '%s\n' "$1" "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" |
        sort -V | head -n 1)" != "$1" ]
}

# equal EXPECTED FOUND: compares two texts, and prints the difference if there is one.
equal() {
    diff -U 0 --label expected <(echo "$1") --label found <(echo "$2")
}

# --- Locales ------------------------------------------------------------------

# locales_build DIRECTORY CHARSET...: builds a locale of each, named after it, for locale_ask.
# The charmap is reduced to ASCII: all of GB18030 takes five seconds, and only its name
# matters, which is in the header and which nl_langinfo() returns.
locales_build() {
    local charset

    export WORLD_LOCALES=$1
    mkdir "$1"
    for charset in "${@:2}"; do
        zcat "/usr/share/i18n/charmaps/$charset.gz" | grep -aE \
            '^(<(code_set_name|comment_char|escape_char|mb_cur_...)>|(END )?CHARMAP|<U00[0-7].> )' \
            >"$1/$charset.charmap"
        # It warns about what the locale POSIX lacks.
        localedef -c -i POSIX -f "$1/$charset.charmap" "$1/$charset" 2>/dev/null || true
    done
}

# For tests of what needs that locale.
needs_locale() {
    [ "$(inside env LOCPATH="$WORLD_LOCALES" LC_ALL="$1" locale charmap)" = "$1" ] ||
        skip "no locale of $1 here: package locales"
}

# locale_ask LOCALE ...: runs ask as a program in that locale does.
locale_ask() {
    inside env LOCPATH="$WORLD_LOCALES" LC_ALL="$1" "$BUILD/tests/common/ask" -l "${@:2}"
}

# --- The ways in --------------------------------------------------------------

# unshare_all COMMAND...: executes it in new namespaces.  A plain user also needs a user
# namespace, in which to be root.
unshare_all() {
    if [ "$(id -u)" -eq 0 ]; then
        exec unshare -mnu "$@"
    else
        exec unshare -rmnu "$@"
    fi
}

# A sandbox, AppArmor or a chroot may reject the first step or a later one.
try_namespaces() (
    # shellcheck disable=SC2016 # $0 is that shell's
    unshare_all sh -ec \
        'mount --rbind /etc "$0"; mount --bind "$0" /etc; ip link set lo up' "$WORLD/etc"
)

start_with_namespaces() {
    unshare_all "$WORLD_TESTS/inside" "$WORLD" "$BUILD/tests/common/failing_server" \
        >>"$WORLD/log" 2>&1 3>&- &
    WORLD_PID=$!
    WORLD_ENTER="nsenter --target $WORLD_PID -m -n -u -r -w"
    [ "$(id -u)" -eq 0 ] || WORLD_ENTER+=' -U --preserve-credentials'
    dnsmasq_started
}

# If a port is taken, tries another.  LC_ALL=C, here as in inside, since the log is read.
start_without_namespaces() {
    for WORLD_PORT in $(shuf -i 20000-29999 -n 5); do
        LC_ALL=C dnsmasq -d -C "$WORLD/dnsmasq.conf" --port="$WORLD_PORT" \
            >>"$WORLD/log" 2>&1 3>&- &
        WORLD_PID=$!
        ! dnsmasq_started || return 0
    done
    return 1
}

# Waits until the log says that dnsmasq has started; it listens before that.
dnsmasq_started() {
    until grep -q 'dnsmasq: started' "$WORLD/log"; do
        if ! kill -0 "$WORLD_PID" 2>/dev/null; then
            cat "$WORLD/log" >&2
            WORLD_PID=
            return 1
        fi
        sleep 0.05
    done
}

# A sanitized module needs its runtime loaded before anything else.
sanitizers() {
    ldd "$BUILD/libnss_idnx.so.2" | awk '$1 ~ /san\.so/ { print $3 }' | paste -sd ' '
}
