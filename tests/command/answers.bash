# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the commands of answers.tsv may use; idnx is the one that was built.
# shellcheck shell=bash

set -o pipefail

# repeat N TEXT: the text N times, without a newline.
repeat() {
    head -c "$1" /dev/zero | LC_ALL=C sed "s,\x00,$2,g"
}

# random SEED COUNT: random bytes.
random() {
    python3 -c 'import random, sys
random.seed(int(sys.argv[1]))
sys.stdout.buffer.write(random.randbytes(int(sys.argv[2])))' "$@"
}

hex() {
    od -An -v -tx1 | tr -d ' \n'
}

# Prints a text as one line, however it was broken.
flat() {
    tr -s '\n ' ' '
}

subcommands() {
    idnx --help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p'
}

# each ARGUMENT...: runs each subcommand with these.
each() {
    local subcommand

    for subcommand in $(subcommands); do
        idnx "$subcommand" "$@"
    done
}

# --- Codes -----------------------------------------------------------------------

# code OPTION... NAME: prints the code of a name's status, and a blank.
code() {
    idnx to-ascii --json "$@" | sed 's/.*"status":"\([A-Z0-9_]*\)".*/\1/' | tr '\n' ' '
    return 0
}

# flag FLAG NAME: prints the code with the flag, without it, and where the one or the other is last.
flag() {
    local none="--profile=uts46 --no-check-hyphens --no-check-bidi --no-check-joiners
        --no-use-std3-ascii-rules --no-verify-dns-length" options

    for options in "--$1" "--no-$1" "--no-$1 --$1" "--$1 --no-$1"; do
        # shellcheck disable=SC2086 # several words
        code $none $options -- "$2"
    done | sed 's/ $//'
}

# profiles NAME: prints the code in the default profile, in lookup twice, and in uts46 twice.
profiles() {
    local options

    for options in '' --profile=lookup '--profile=uts46 --profile=lookup' --profile=uts46 \
            '--profile lookup --profile uts46'; do
        # shellcheck disable=SC2086 # several words
        code $options -- "$1"
    done | sed 's/ $//'
}

# --- JSON ------------------------------------------------------------------------

members() {
    idnx check --json "$1" |
        jq -r '[.output // "null", .verdict, .status, .label, .position] | join("|")'
}

# message NAME: checks that a reason is made of what JSON says.
message() {
    local reason

    reason=$(idnx to-ascii --profile=uts46 -- "$1" 2>&1)
    [[ $reason == *": $(idnx to-ascii --profile=uts46 --json -- "$1" |
        jq -r '"label \(.label) \(.message) (\(.status))"')"[:.]*"$(idnx to-ascii --profile=uts46 \
            --json -- "$1" | jq -r .fix)" ]]
}

# cut_at TEXT: prints what is said of a name of too many bytes after it, as argument and line.
cut_at() {
    local name

    name=$1$(repeat 2000 $'\xF0\x9F\x98\x80')
    { idnx to-ascii --json "$name"; idnx to-ascii --json <<<"$name"; } |
        jq -j '"\(.status) \(.input | length) \(.input | test("\uFFFD")) "'
    return 0
}

# punycode TEXT PUNYCODE: checks that each becomes the other.
punycode() {
    idnx punycode -e -- "$1" | cmp - <(echo "$2") &&
        idnx punycode --decode -- "$2" | cmp - <(echo "$1")
}

# --- What a terminal would obey --------------------------------------------------

# Prints names with characters that control a terminal or cannot be seen.
unseen() {
    python3 -c 'for ends in """1-9 B-1F 7F-A0 AD 34F 61C 115F-1160 180E 200B-200F 2028-202E 2060-206F
2800 3164 FE00-FE0F FEFF FFF9-FFFB E0001 E0020-E007F""".split():
    first, _, last = ends.partition("-")
    for code in range(int(first, 16), int(last or first, 16) + 1):
        print(f"ä{chr(code)}b")'
}

# Prints the lines with a control character except newline, a direction control, or an invisible or
# blank character.
disturbing() {
    local blanks='\x{115F}\x{1160}\x{2800}\x{3164}\x{FE00}-\x{FE0F}\x{E0100}-\x{E01EF}'

    grep -P "[\x00-\x09\x0B-\x1F\x7F-\x9F\p{Cf}\p{Zl}\p{Zp}$blanks]"
}

# Right-to-left letters.
# shellcheck disable=SC2034 # for rows
rtl='[\x{590}-\x{8FF}\x{FB1D}-\x{FDFF}\x{FE70}-\x{FEFC}]'

# --- Streams ---------------------------------------------------------------------

# until_head OPTION-OF-ENV SUBCOMMAND...: its reader leaves after one line.
until_head() {
    yes bücher.example 2>/dev/null | env "$1" idnx "${@:2}" | head -n 1
    return "${PIPESTATUS[1]}"
}

# talk SUBCOMMAND [OPTION] TEXT...: writes each text after the answer to the one before.
talk() {
    local words=("$1") text answer

    shift
    [[ $1 != -* ]] || { words+=("$1"); shift; }
    coproc IDNX { exec idnx "${words[@]}" 2>&3; } 3>&2
    for text; do
        printf '%b' "$text" >&"${IDNX[1]}"
        read -r -t "$([[ $text == *n ]] && echo 10 || echo 0.1)" answer <&"${IDNX[0]}"
        echo "$answer"
    done
}

# peak_memory BYTES: prints the peak memory, in kB, for a line of so many.
peak_memory() {
    local answer

    coproc IDNX { exec idnx to-ascii 2>/dev/null; }
    { head -c "$1" /dev/zero | tr '\0' a; echo; echo end; } >&"${IDNX[1]}"
    read -r -t 30 _ <&"${IDNX[0]}"
    read -r -t 30 answer <&"${IDNX[0]}"
    [ "$answer" = end ] && sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$IDNX_PID/status"
}

# peak_of_text BYTES: does so for --in-text.
peak_of_text() {
    head -c "$1" /dev/zero | tr '\0' a | python3 -c 'import resource, subprocess
subprocess.run(["idnx", "to-ascii", "--in-text"], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)'
}

# --- nsswitch.conf ---------------------------------------------------------------

# system [TEXT]: makes the directory the root of a system with this nsswitch.conf, a libc and a module.
system() {
    rm -rf etc usr lib
    mkdir etc lib
    chmod 755 .
    { head -c 20 "$(type -P idnx)"; head -c 44 /dev/zero; } >lib/libc.so.6
    cp "$LD_LIBRARY_PATH/libnss_idnx.so.2" lib
    printf '%b' "${1-passwd: files systemd\nhosts: files dns\nrpc: db\n}" |
        tee original >etc/nsswitch.conf
}

is_enabled() {
    sed 's/^hosts: files dns/hosts: files idnx [!UNAVAIL=return] dns/' original | cmp etc/nsswitch.conf -
}

# nsswitch.conf is as it was, and nothing stands beside it.
is_original() {
    cmp etc/nsswitch.conf original && [ "$(ls etc)" = nsswitch.conf ]
}

# shows_change TEXT: checks what enable and disable show, and that all is taken back.
shows_change() {
    local subcommand

    system "$1"
    for subcommand in enable disable; do
        cp etc/nsswitch.conf before
        idnx $subcommand --root . >shown
        {
            diff -U 0 --label ./etc/nsswitch.conf --label ./etc/nsswitch.conf before \
                etc/nsswitch.conf
            sed -n '$s/ \(now\|no longer\) has idnx$/&/p' shown
        } | cmp shown -
    done
    cmp etc/nsswitch.conf original
}

# between SCRIPT: runs it for the file $conf between enable and disable, and prints what then is there.
between() {
    local conf=etc/nsswitch.conf

    system
    idnx enable --root . >said
    eval "$1"
    idnx disable --root . >said
    conf=original
    eval "$1"
    cmp etc/nsswitch.conf original && ls etc
}

# rejects TEXT: prints what enable and disable say of it, and checks that doctor has the same remedy.
rejects() {
    local subcommand

    system "$1"
    for subcommand in enable disable; do
        idnx $subcommand --root . 2>said
        [ $? -eq 3 ] && is_original && grep -v changed: said | head -n 1 && [ "$(idnx doctor --json --root . | jq -r .fix |
            grep -cxF -- "$(tail -n 1 said)")" -gt 0 ] || echo wrong
    done | uniq
}

# idnx ...: the command; set and allow change no idnx.conf but that of a --root or an /etc of their own.
idnx() {
    case "$*" in
    *--root* | *--help* | *' -h' | *--version* | *' -V') ;;
    'set '* | 'allow '*) [ /etc -ef "${OWN_ETC-}" ] || return ;;
    esac
    command idnx "$@"
}

# disabled COMMAND...: runs it while the hosts: line of an /etc of its own has no idnx.
disabled() {
    with_line files "$@"
}

# with_line SOURCES COMMAND...: runs it while that line has these.
with_line() {
    local code=0

    [ /etc -ef "${OWN_ETC:?}" ] || return
    echo "hosts: $1" >/etc/nsswitch.conf
    "${@:2}" || code=$?
    echo 'hosts: files idnx' >/etc/nsswitch.conf
    return "$code"
}
