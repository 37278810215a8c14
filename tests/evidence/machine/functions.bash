# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the steps share.  They run in the machine, as root.
# shellcheck shell=bash

# test_that TITLE COMMAND...: a test; what the command prints is for one that fails.
test_that() {
    local said

    if said=$("${@:2}" 2>&1); then
        echo "ok - $1"
    else
        printf 'not ok - %s\n%s\n' "$1" "$said"
    fi
}

# is TITLE EXPECTED FOUND
is() {
    test_that "$1" diff <(echo "$2") <(echo "$3")
}

# count_queries: prints how often the look-alike reached the name server.
count_queries() {
    grep -c 'query.* xn--ypal-43d9g[.]example ' /var/log/names
}

# is_silent TITLE COMMAND...: a test: meanwhile the look-alike does not reach the name server.
is_silent() {
    local before

    before=$(count_queries)
    "${@:2}" >/dev/null 2>&1
    is "$1" "$before" "$(count_queries)"
}

# follow PROGRAM: runs the command that doctor gives with that program.
follow() {
    bash -c "$(idnx doctor | sed -n "s/.*Run: \($1 .*\)/\1/p")"
}

# ask_chronyd: tells chronyd, which is confined, of two servers, the name's and the look-alike's, and
# prints the addresses that it finds.
ask_chronyd() {
    printf 'server %s iburst\n' xn--bcher-kva.example xn--ypal-43d9g.example >/etc/chrony/sources.d/two.sources
    restorecon /etc/chrony/sources.d/two.sources 2>/dev/null
    systemctl restart chrony
    timeout 40 sh -c 'until chronyc -n sources | grep -q "^^. 127"; do sleep 2; done'
    chronyc -n sources | sed -n 's/^^. \(127[^ ]*\) .*/\1/p' | paste -s
}

# denials: prints what AppArmor or SELinux has denied to idnx's files since the machine booted.
denials() {
    journalctl -b -o cat --no-pager | grep -E 'apparmor="DENIED"|avc: +denied' | grep -E 'idnx|nsswitch'
}

# say COMMAND: prints on one line what idnx says.
say() {
    idnx "$1" | tr -s ' \n' ' '
}

# reached: prints each process that gets an address for the look-alike: its service, or its number.  A
# lookup has the root, the mounts, the network and AppArmor's profile of each process of the machine.
reached() {
    python3 - <<'END'
import ctypes, os, re, socket

def look_up(process):
    root = os.open(f"{process}/root", os.O_PATH)
    for kind in "net", "mnt":
        ctypes.CDLL(None).setns(os.open(f"{process}/ns/{kind}", os.O_RDONLY), 0)
    with open("/proc/self/attr/current", "w") as own, open(f"{process}/attr/current") as its:
        profile = re.match(r"(.*) \(enforce\)", its.read())
        os.fchdir(root)
        os.chroot(".")
        if profile:
            own.write(f"changeprofile {profile[1]}")
            own.flush()
        return socket.getaddrinfo(b"xn--ypal-43d9g.example", None)

for number in filter(str.isdigit, os.listdir("/proc")):
    child = os.fork()
    if child == 0:
        try:
            os._exit(1 if look_up(f"/proc/{number}") else 0)
        except OSError:
            os._exit(0)
    if os.waitpid(child, 0)[1]:
        with open(f"/proc/{number}/cgroup") as file:
            print((re.findall(r"[^/]*[.]service", file.read()) or [number])[-1])
END
}

# is_named TITLE SERVICE: a test: the look-alike is found for the processes of that service alone, and
# status names it.  Without a service: for none, and status names none.
is_named() {
    is "$1" "$2 $2" "$(reached | sort -u | paste -s -d ' ') $(say status |
        sed -n 's/.*(\([^)]*\)) with another.*/\1/p')"
}
