# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The world that "inside" has made: its files in /etc, its servers' logs, and the comparison
# that all tests use.

IDNX=/idnx
SOURCES=$IDNX/tests/evidence/sources
ASK=$IDNX/build/tests/common/ask
WORLD=/tmp/world
LOGS=$WORLD/logs

# example TITLE: prints the line of nsswitch.conf.example under that title, or the first.
example() {
    sed -n "/^# ${1:-.*}:\$/,/hosts: /s/^\(# \)\?hosts: //p" "$IDNX/conf/nsswitch.conf.example"
}
RECOMMENDED=$(sed -n 's/^hosts: //p' "$IDNX/conf/nsswitch.conf.example")

# --- /etc ---------------------------------------------------------------------

hosts_line() {
    printf 'passwd: files\ngroup: files\nhosts: %s\n' "$1" >/etc/nsswitch.conf
}

# resolv_conf LINE...: writes resolv.conf; the server is dnsmasq unless a line says otherwise.
resolv_conf() {
    case $* in
    *nameserver*) ;;
    *) set -- 'nameserver 127.0.0.1' "$@" ;;
    esac
    printf '%s\n' "$@" >/etc/resolv.conf
}

hosts_file() {
    printf '%s\n' '127.0.0.1 localhost' '::1 localhost' "$@" >/etc/hosts
}

# For setup(): restores the files of a new system.
fresh() {
    EXPECTED=$BATS_TEST_TMPDIR/expected
    FOUND=$BATS_TEST_TMPDIR/found
    HOSTS=$RECOMMENDED
    resolv_conf
    hosts_file
    forget_logs
}

# --- Logs ---------------------------------------------------------------------

# Servers append to their logs, so these can be emptied at any time.
forget_logs() {
    local log

    for log in "$LOGS"/*; do
        : >"$log"
    done
}

# Prints each server's log lines of names with octets that no host name has.
raw_questions() {
    {
        grep -H 'query\[.*<name unprintable>' "$LOGS/dnsmasq"
        grep -H '\\[0-9]\{3\}' "$LOGS/witness"
        LC_ALL=C grep -aHE \
            '(New incoming message.*"name":"|Looking up RR for )[^" ]*([^ -~]|\\[0-9])' \
            "$LOGS/resolved"
    } || true
}

no_raw_question() {
    [ -n "$raw_on_purpose" ] || [ -z "$(raw_questions)" ] || {
        echo 'raw questions:'
        raw_questions
        return 1
    }
}

# --- The comparison -----------------------------------------------------------
#
# A row is one front end of ask.c.  In a PATTERN "%" is the row's label, so that all rows can ask
# at once and each query shows its row.

# names PATTERN: prints "ROW NAME" for each row.
names() {
    "$ASK" | while read -r row; do
        echo "$row ${1//%/$row}"
    done
}

# ace_names PATTERN: prints the same in ACE, by libidn2.
ace_names() {
    paste -d ' ' <("$ASK") <(names "$1" | cut -d ' ' -f 2- | idn2)
}

# asked ACE_NAMES: prints each row's questions from the log of the witness, in their order.
# A and AAAA for one name at one server have no order: on two processors the later packet may
# arrive first.  "after" says how many seconds the row had been silent.  systemd-resolved
# asks for all rows, at times of its own.  If all rows ask for one name, their questions look
# the same.
asked() {
    sort -sn "$LOGS/witness" | awk '
    NR == FNR {
        split($2, label, ".")
        row = label[1] in rows ? "all" : $1
        rows[label[1]] = row
        if (!($1 in rows))
            rows[$1] = row
        next
    }
    { split($6, label, "."); row = label[1] in rows ? rows[label[1]] : "all" }
    $3 == "127.0.0.6" {
        if (!asked[row, $6, $7]++)
            print row, "daemon asked", $6, $7
        next
    }
    row == "all" { print row, "asked", $3, $4, $6, $7; next }
    {
        silent = row in last ? int($1 - last[row] + 0.1) : 0
        last[row] = $1
        now = $3 " " $4 " " $6
        if (now != before[row] || (row, line[row], $7) in seen)
            line[row]++
        before[row] = now
        seen[row, line[row], $7]
        printf "%s %03d asked %s %s after=%d\n", row, line[row], now, $7, silent
    }' "$1" - | sort | uniq -c | sed 's/^ *1 //'
}

# told LINE NAMES ACE_NAMES: prints what each row sees and asks of its name on that hosts: line.
told() {
    local row name answers=$BATS_TEST_TMPDIR/answers

    rm -rf "$answers"
    mkdir "$answers"
    hosts_line "$1"
    forget_logs
    while read -r row name; do
        "$ASK" "$row" "$name" >"$answers/$row" 3>&- &
    done <"$2"
    wait
    cat "$answers"/* | meant
    asked "$3"
}

# Sets errno to 0 for EAI codes other than EAI_SYSTEM: a source may have left any value.  On the
# recommended line it is compared, unless glibc sends an unconverted name.
meant() {
    if [ "$HOSTS" = "$RECOMMENDED" ] && [ -z "$raw_on_purpose" ]; then
        cat
    else
        sed '/EAI_SYSTEM/!s/ \(EAI_[A-Z]*\) errno=.*/ \1 errno=0/'
    fi
}

# same PATTERN EXPECTED [ACE_PATTERN]: checks that on the line HOSTS the name, and its ACE
# form, get what the ACE form gets without idnx, which for the row "unspec" is EXPECTED.
# "after" is not compared, since it depends on how busy the machine is.
same() {
    local names=$BATS_TEST_TMPDIR/names ace=$BATS_TEST_TMPDIR/ace_names

    names "$1" >"$names"
    if [ $# -eq 3 ]; then
        names "$3" >"$ace"
    else
        ace_names "$1" >"$ace"
    fi
    compare "ACE of $1" "$2" "$ace" "$ace" "$ace" ' after=.*' &&
        compare "$1" "$2" "$ace" "$names" "$ace" ' after=.*'
}

# unharmed PATTERN EXPECTED: checks that on the line HOSTS the name gets what it gets without
# idnx.  Questions are not compared: a source after idnx may get the unconverted name.
unharmed() {
    local names=$BATS_TEST_TMPDIR/names

    names "$1" >"$names"
    compare "$1" "$2" "$names" "$names" "$names" '.* asked .*'
}

# Tells whether a row has waited glibc's five seconds: on a busy machine an answer may be late,
# which says nothing about idnx.  No test has servers that are that slow.
answer_lost() {
    grep -q ' after=[4-9]' "$EXPECTED" "$FOUND"
}

# compare WHAT EXPECTED BEFORE AFTER ACE_NAMES BUT: compares the names BEFORE, without idnx,
# with the names AFTER on the line HOSTS, ignoring what matches BUT.
compare() {
    local without=${HOSTS/ idnx \[!UNAVAIL=return\]/}

    [ "$without" != "$HOSTS" ] || { echo "no idnx in: $HOSTS"; return 1; }
    for _ in {1..3}; do
        told "$without" "$3" "$5" >"$EXPECTED"
        told "$HOSTS" "$4" "$5" >"$FOUND"
        no_raw_question || return
        answer_lost || break
    done
    grep -Eq "^unspec $2\$" "$EXPECTED" || {
        echo "$1: expected: unspec $2"
        echo "$1: found:    $(grep -m 1 '^unspec ' "$EXPECTED")"
        return 1
    }
    diff -U 0 --label "$1: expected" <(sed "s/$6//; /^\$/d" "$EXPECTED") \
        --label "$1: found" <(sed "s/$6//; /^\$/d" "$FOUND")
}
