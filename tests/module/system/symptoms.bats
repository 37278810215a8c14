#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# nss-idnx(8), TROUBLESHOOTING: programs print, for an internationalized name without idnx, the texts
# by which people search.  A program that is not installed is not run.

load ../../common/world

@test "what programs print when they do not find a name stands in TROUBLESHOOTING" {
    local page

    page=$(sed -n '/^\.Sh TROUBLESHOOTING/,/^\.Sh FILES/p' nss_idnx/nss-idnx.8)
    raw_on_purpose=yes
    hosts_line "$WITHOUT"
    while IFS='|' read -r text command; do
        [[ $page == *"$text"* ]] || { echo "nss-idnx(8) has no: $text"; false; }
        type "${command%% *}" >/dev/null || { echo "# not installed: $command" >&3; continue; }
        run inside env LC_ALL=C bash -c "$command" </dev/null
        [[ $output == *"$text"* ]] || { echo "no \"$text\" from $command: $output"; false; }
    done <<'END'
Could not resolve hostname|ssh -o BatchMode=yes bücher.nxdomain.example
Name or service not known|ssh -o BatchMode=yes bücher.nxdomain.example
unable to resolve host address|wget -O /dev/null http://nxdomain.example
Name or service not known|psql -h bücher.nxdomain.example
Temporary failure in name resolution|ssh -o BatchMode=yes xn--bcher-kva.servfail.example
Could not resolve host|curl -sS http://nxdomain.example
Parameter string not correctly encoded|ping -c 1 bücher.example
label empty|python3 -c 'import socket; socket.getaddrinfo("a..example", 80)'
'idna' codec|python3 -c 'import socket; socket.getaddrinfo("a" * 64 + ".example", 80)'
No address associated with hostname|ssh -6 -o BatchMode=yes xn--bcher-kva.example
Wide character in subroutine entry|perl -Mutf8 -MSocket=getaddrinfo -e 'getaddrinfo("яндекс.example")'
END
}
