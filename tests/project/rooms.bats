#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The rooms of the sources, and the dependencies between them:
#
#     libcore  <-  policy  <-  module
#                          <-  libidn2
#                          <-  command
#
# Sources in a room include headers and call functions only of that room and of those it stands
# on; other rooms see only idnx.h of libcore.

bats_require_minimum_version 1.5.0

# room FILE: prints the room of a source file; header is idnx.h's own.
room() {
    case $1 in
    libcore/idnx.h) echo header ;;
    libcore/*) echo libcore ;;
    nss_idnx/policy/*) echo policy ;;
    nss_idnx/libidn2/*) echo libidn2 ;;
    nss_idnx/command/*) echo command ;;
    nss_idnx/*) echo module ;;
    esac
}

# sees ROOM OTHER: tells whether ROOM may depend on OTHER.
sees() {
    case $1-$2 in
    "$1-$1" | *-header) ;;
    module-policy | libidn2-policy | command-policy) ;;
    *) return 1 ;;
    esac
}

# sources BUILD: prints the sources that have an object.
sources() {
    find libcore nss_idnx -name '*.c' | while read -r source; do
        [ ! -e "$1/${source%.c}.o" ] || echo "$source"
    done
}

# included BUILD SOURCE: prints the included headers, except the system's.
included() {
    sed -e 's/^[^ ]*: //; s/ \\$//' "$1/${2%.c}.d" | grep -v ':$' | tr ' ' '\n' |
        grep -E '^(libcore|nss_idnx)/' | while read -r header; do
        realpath --relative-to=. "$header"
    done
}

# wrong_includes BUILD: prints a line for each include that is not allowed.
wrong_includes() {
    sources "$1" | while read -r source; do
        included "$1" "$source" | while read -r header; do
            sees "$(room "$source")" "$(room "$header")" || echo "$source includes $header"
        done
    done
}

# wrong_calls BUILD: prints the same for functions and other symbols.  libcore's symbols that
# idnx.h declares count as the header's.
wrong_calls() {
    sources "$1" | while read -r source; do
        nm -g "$1/${source%.c}.o" | awk -v room="$(room "$source")" -v source="$source" '
            { print room, source, $(NF - 1) == "U" ? "needs" : "has", $NF }'
    done | awk '
        $3 == "has" { home[$4] = $1 == "libcore" && $4 ~ /^idnx_/ ? "header" : $1 }
        { line[NR] = $0 }
        END {
            for (i = 1; i <= NR; i++) {
                split(line[i], word)
                if (word[3] == "needs" && word[4] in home)
                    print word[1], home[word[4]], word[2] " calls " word[4]
            }
        }' | while read -r room other what; do
        sees "$room" "$other" || echo "$what"
    done
}

# planted FILE TEXT: compiles the sources with TEXT at the end of FILE.
planted() {
    cp -r Makefile libcore nss_idnx "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR" || return
    printf '%s\n' "$2" >>"$1"
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s BUILD=build \
        "build/${1%.c}.o" build/nss_idnx/outcome.o build/nss_idnx/command/show/json.o
}

@test "each room includes headers of its own and of those it stands on" {
    [ "$(sources "$BUILD" | wc -l)" -gt 50 ]
    [ "$(included "$BUILD" nss_idnx/policy/policy.c | grep -c idnx.h)" -eq 1 ]
    run -0 wrong_includes "$BUILD"
    [ -z "$output" ]
}

@test "each room calls functions of its own and of those it stands on" {
    nm -g "$BUILD/nss_idnx/outcome.o" | grep -q ' T outcome_report$' ||
        skip 'objects without symbols: what is left to the linker to compile'
    run -0 wrong_calls "$BUILD"
    [ -z "$output" ]
}

@test "a header of the module in policy is found" {
    planted nss_idnx/policy/nsswitch.c '#include "../lookup.h"'
    run -0 wrong_includes build
    [ "$output" = 'nss_idnx/policy/nsswitch.c includes nss_idnx/lookup.h' ]
}

@test "an inner header of libcore in the command is found" {
    planted nss_idnx/command/show/die.c '#include "../../../libcore/utf8.h"'
    run -0 wrong_includes build
    [[ $output = *'nss_idnx/command/show/die.c includes libcore/utf8.h'* ]]
}

@test "a header of the library in libidn2's place in the command is found" {
    planted nss_idnx/command/show/die.c '#include "../../libidn2/text.h"'
    run -0 wrong_includes build
    [[ $output = *'nss_idnx/command/show/die.c includes nss_idnx/libidn2/text.h'* ]]
}

@test "a function of the module called from policy is found" {
    planted nss_idnx/policy/nsswitch.c 'int outcome_report(void); int planted(void);
        int planted(void) { return outcome_report(); }'
    run -0 wrong_calls build
    [ "$output" = 'nss_idnx/policy/nsswitch.c calls outcome_report' ]
}

@test "a function of the command called from the module is found" {
    planted nss_idnx/hosts_action.c 'int json_text(void); int planted(void);
        int planted(void) { return json_text(); }'
    run -0 wrong_calls build
    [ "$output" = 'nss_idnx/hosts_action.c calls json_text' ]
}
