#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What idnx.conf(5) says of a name, and which queries the name server gets.  All names have the same
# address, so the questions tell what became of a name.  And a restriction never fails open:
# with an idnx.conf that cannot be trusted, read or understood every front end says EAI_AGAIN
# for an internationalized name, as for SERVFAIL, and no query is sent.  names.tsv, config.tsv and
# config_file.tsv have the whole of both.

load ../../common/world

HOSTS_LINES=("$RECOMMENDED" "$BARE")

prepare() {
    local line

    for line in "${!HOSTS_LINES[@]}"; do
        hosts_line "${HOSTS_LINES[line]}"
        ask all bücher.servfail.example >"$RESULTS/servfail-$line"
    done
}

# becomes NAME ACE: checks that ACE is asked for; "-": NAME is not found, and no query is sent.
becomes() {
    local expected="unspec 192.0.2.50"$'\n'"A $2"$'\n'"AAAA $2"

    [ "$2" != - ] || expected='unspec EAI_NONAME errno=0'
    equal "$1: $expected" "$1: $(ask_and_questions unspec "$1")"
}

@test "without idnx none of these names is found" {
    hosts_line "$WITHOUT"
    becomes bücher.policy.example -
}

# glibc's dns decodes \120 and \x.
@test "protection rejects an ASCII name with a backslash, which would hide what it stands for" {
    local name escapes

    escapes=$(printf '\\097%.0s' {1..60})
    for name in '\120n--ypal-43d9g.policy.example' '\xn--ypal-43d9g.policy.example' \
        'xn-\-ypal-43d9g.policy.example' "xn--ypal-43d9g.$escapes.policy.example"; do
        idnx_conf 'deviations = map'
        [[ $(ask_and_questions unspec "$name") == *$'\nA xn--ypal-43d9g.'* ]]
        idnx_conf 'protection = browser'
        equal 'unspec EAI_NONAME errno=0' "$(ask_and_questions unspec "$name")"
    done
    idnx_conf 'protection = browser' '[.policy.example]' 'ace-names = leave'
    becomes xn--ypal-43d9g.policy.example xn--ypal-43d9g.policy.example
}

@test "an excluded name, valid or not, is left alone, so that glibc sends it raw in some calls" {
    raw_on_purpose=yes
    idnx_conf 'exclude = .policy.example' '[.bücher.policy.example]' 'exclude =' \
        '[.other.example]' 'exclude = .ö.other.example'
    for name in %.ü.policy.example $'pay\u200dpal.policy.example' $'b\xfccher.policy.example' \
        ü.ö.other.example; do
        as_without "$name"
        as_without "$name" "$BARE"
    done
    becomes ü.bücher.policy.example xn--tda.xn--bcher-kva.policy.example
    becomes ü.other.example xn--tda.other.example
    forget_questions
    ask inet-canon ü.policy.example
    equal 'A <name unprintable>' "$(questions)"
}

# There root of the machine appears as 65534, like every owner that is not mapped, and so does
# the owner of "/".
@test "in a user namespace that does not map root its idnx.conf is believed" {
    local ask=(unshare -U "$BUILD/tests/common/ask" unspec bücher.policy.example)

    inside unshare -U true || skip 'no user namespace within this one'
    equal 'unspec 192.0.2.50' "$(inside "${ask[@]}")"
    forget_questions
    idnx_conf 'scripts = Cyrillic'
    equal 'unspec EAI_NONAME errno=0' "$(inside "${ask[@]}")"
    equal '' "$(questions)"
}

# --- Files that cannot be believed ----------------------------------------------

# try_later WHAT [COMMAND...]: checks this for every front end on both lines.  COMMAND runs ask.
try_later() {
    local line

    for line in "${!HOSTS_LINES[@]}"; do
        hosts_line "${HOSTS_LINES[line]}"
        forget_questions
        equal "$1: $(cat "$RESULTS/servfail-$line")" \
            "$1: $(inside "${@:2}" "$BUILD/tests/common/ask" all bücher.policy.example)"
        equal "$1: " "$1: $(questions)"
    done
    hosts_line "$RECOMMENDED"
}

# believed WHAT: checks that the file's CheckHyphens = true applies.
believed() {
    becomes ab--ü.policy.example - || { echo "$1"; return 1; }
    becomes ü.policy.example xn--tda.policy.example
}

@test "SERVFAIL is \"try again\" for every front end on the recommended line" {
    [ "$(wc -l <"$RESULTS/servfail-0")" -eq 26 ]
    ! grep -Ev ' ((EAI_AGAIN|TRY_AGAIN) errno=11| exit=2)$' "$RESULTS/servfail-0"
}

@test "a file that only root may write to is believed" {
    idnx_conf 'CheckHyphens = true'
    believed 'mode 644'
    chmod 664 "$WORLD/etc/idnx.conf"
    try_later 'mode 664'
}

@test "what cannot be opened, is no file, is empty or has an error holds back names, but for ASCII" {
    local conf=$WORLD/etc/idnx.conf what

    idnx_conf 'CheckHyphens = true'
    chmod 0 "$conf"
    believed 'mode 0, which root reads' # unless it has no capabilities
    try_later 'mode 0' setpriv --bounding-set=-all
    for what in 'ln -s nowhere' mkfifo touch; do
        no_idnx_conf
        # shellcheck disable=SC2086 # several words
        command $what "$conf"
        [ ! -f "$conf" ] || chmod 644 "$conf"
        try_later "$what"
    done
    idnx_conf 'CheckBidi = true' 'CheckHyphen = true'
    equal 'unspec EAI_AGAIN errno=11' "$(ask_and_questions unspec bücher.policy.example)"
    as_without %.a.example
    as_without %.a.example "$BARE"
    equal 'gethostbyaddr_r name=xn--bcher-kva.policy.example 198.51.100.1' \
        "$(ask gethostbyaddr_r 198.51.100.1)"
}

# Takes the place of journald, and prints who logged what of the names that each part looks up.
LISTENER='
import ctypes, os, re, socket
log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
log.bind("/run/systemd/journal/socket")
log.setblocking(False)
libidn2 = ctypes.CDLL(os.environ["BUILD"] + "/libidn2.so.0")

def libidn2_convert(name):
    ace = ctypes.c_char_p()
    code = libidn2.idn2_lookup_u8(name.encode(), ctypes.byref(ace), 0)
    return ace.value.decode() if code == 0 else "rejected"

def look_up(name):
    try:
        return socket.gethostbyname(name.encode())
    except OSError:
        return "not found"

def encode(name):
    try:
        return name.encode("idna").decode()
    except UnicodeError:
        return "rejected"

for letter, ask in zip("abc", (look_up, libidn2_convert, encode)):
    for suffix in ("policy", "other"):
        print(ask("раypal%s.%s.example" % (letter, suffix)))
        entry = log.recv(65536).decode()
        print(*re.findall("^IDNX_(?:ACTION|NAME|RULE|BY|LINE)=(.*)", entry, re.M))
'

@test "the module, libidn2 and Python's codec log what they reject, or what report lets pass" {
    needs_namespaces
    [ -e "$BUILD/python/_idnx.abi3.so" ] || skip 'no extension here: Python.h is missing'
    [ -z "$(sanitizers)" ] || skip 'sendto() is the sanitizer'\''s'
    idnx_conf 'log = rejected' 'protection = browser' '[.other.example]' 'mode = report'
    # shellcheck disable=SC2016 # for that shell
    equal 'not found
rejected раypala.policy.example SCRIPTS 2 module
192.0.2.50
would-reject раypala.other.example SCRIPTS 2 module
rejected
rejected раypalb.policy.example SCRIPTS 2 libidn2
xn--ypalb-3ve5i.other.example
would-reject раypalb.other.example SCRIPTS 2 libidn2
rejected
rejected раypalc.policy.example SCRIPTS 2 python
xn--ypalc-3ve5i.other.example
would-reject раypalc.other.example SCRIPTS 2 python' \
        "$(inside unshare -m sh -ec 'mount -t tmpfs none /run; mkdir -p /run/systemd/journal; exec "$@"' - \
            env BUILD="$(realpath "$BUILD")" PYTHONPATH="$BUILD/python/run" PYTHONDONTWRITEBYTECODE=1 \
            PYTHONIOENCODING=UTF-8 python3 -c "$LISTENER" 2>&1)"
}
