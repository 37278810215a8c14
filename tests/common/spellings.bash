# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The table of README.md, "Without idnx": spellings of a name, and what a program reaches by them.
# The host that is meant has 192.0.2.10; every name without a zone, 203.0.113.66.
# shellcheck shell=bash

# Prints NAME|DNS|RESOLVE|LIBIDN2|IDNX for each row.
spellings() {
    sed -n '/^| name given /,/^$/s/^| `\([^`]*\)`[^|]* | \(.*\) | \(.*\) | \(.*\) | \(.*\) |$/\1|\2|\3|\4|\5/p' \
        "$(dirname "${BASH_SOURCE[0]}")/../../README.md"
}

# outcome <ADDRESSES: prints what the table calls them, those of getent.
outcome() {
    awk '$1 == "192.0.2.10" { word = "found" }
        $1 == "127.0.0.1" { word = "this machine" }
        $1 == "203.0.113.66" { word = "another host" }
        END { print word ? word : "not found" }'
}
