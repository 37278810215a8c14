#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The rooms of the sources, and the dependencies between them:
#
#     libcore  <-  policy  <-  module
#                          <-  libidn2
#                          <-  python
#                          <-  libidnx
#                          <-  command
#
# Sources in a room include headers and call functions only of that room and of those it stands
# on; other rooms see only idnx.h of libcore.  Within libcore, conversions do not use confusable/.

bats_require_minimum_version 1.5.0

# room FILE: prints the room of a source file; header is idnx.h's own.
room() {
    case $1 in
    libcore/idnx.h) echo header ;;
    libcore/confusable/*) echo confusable ;;
    libcore/*) echo libcore ;;
    nss_idnx/policy/*) echo policy ;;
    nss_idnx/libidn2/*) echo libidn2 ;;
    nss_idnx/python/*) echo python ;;
    nss_idnx/libidnx/*) echo libidnx ;;
    nss_idnx/command/*) echo command ;;
    nss_idnx/*) echo module ;;
    esac
}

# sees ROOM OTHER: tells whether ROOM may depend on OTHER.
sees() {
    case $1-$2 in
    "$1-$1" | *-header) ;;
    confusable-libcore) ;;
    module-policy | libidn2-policy | libidnx-policy | python-policy | command-policy) ;;
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
        $3 == "has" { home[$4] = $1 ~ /^(libcore|confusable)$/ && $4 ~ /^idnx_/ ? "header" : $1 }
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

# --- The rooms of the command ---------------------------------------------------

# command_calls BUILD: prints "CALLER CALLED" for each two sources of the command, by their symbols.
command_calls() {
    find nss_idnx/command -name '*.c' | while read -r source; do
        [ ! -e "$1/${source%.c}.o" ] || nm -g "$1/${source%.c}.o" |
            awk -v source="$source" '{ print source, $(NF - 1) == "U" ? "needs" : "has", $NF }'
    done | awk '
        $2 == "has" { home[$3] = $1 }
        { line[NR] = $0 }
        END {
            for (i = 1; i <= NR; i++) {
                split(line[i], word)
                if (word[2] == "needs" && word[3] in home && home[word[3]] != word[1])
                    print word[1], home[word[3]]
            }
        }' | sort -u
}

# wrong_command_calls BUILD: prints the calls that go up: from a room to one named before it.
wrong_command_calls() {
    command_calls "$1" | awk '
        BEGIN {
            split("top verdict hosts machine show", rooms)
            for (i in rooms)
                floor[rooms[i]] = i
            floor["doctor"] = floor["enable"] = floor["top"]
        }
        function floor_of(source) {
            if (split(source, part, "/") == 3)
                return floor["top"]
            return floor[part[3]]
        }
        # Of the top, input.c is for all, and main.c for nobody.
        floor_of($2) < floor_of($1) && $2 !~ /input\.c$/ { print $1 " calls " $2 }'
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

@test "in the command calls go down, from subcommands to verdict, hosts, machine and show" {
    nm -g "$BUILD/nss_idnx/outcome.o" | grep -q ' T outcome_report$' ||
        skip 'objects without symbols: what is left to the linker to compile'
    [ "$(command_calls "$BUILD" | wc -l)" -gt 100 ]
    run -0 wrong_command_calls "$BUILD"
    [ -z "$output" ]
}

@test "no files of the command call each other in a circle" {
    nm -g "$BUILD/nss_idnx/outcome.o" | grep -q ' T outcome_report$' ||
        skip 'objects without symbols: what is left to the linker to compile'
    command_calls "$BUILD" >"$BATS_TEST_TMPDIR/calls"
    run -0 --separate-stderr tsort "$BATS_TEST_TMPDIR/calls"
    [ -z "$stderr" ]
}

@test "a circle of calls in the command, and a call that goes up, are found" {
    mkdir -p "$BATS_TEST_TMPDIR/build/nss_idnx/command/"{show,verdict}
    for file in show/words:verdict_of:words_copy verdict/verdict:words_copy:verdict_of; do
        IFS=: read -r source needs has <<<"$file"
        echo "void $needs(void); void $has(void); void $has(void) { $needs(); }" |
            ${CC:-cc} -c -x c -o "$BATS_TEST_TMPDIR/build/nss_idnx/command/$source.o" -
    done
    run -0 wrong_command_calls "$BATS_TEST_TMPDIR/build"
    [ "$output" = \
        'nss_idnx/command/show/words.c calls nss_idnx/command/verdict/verdict.c' ]
    run -1 tsort < <(command_calls "$BATS_TEST_TMPDIR/build")
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

@test "a look-alike rule called from a conversion is found" {
    planted libcore/host.c '#include "confusable/look_alike.h"
        int planted(void);
        int planted(void) { return look_alike_script("Latin", 5); }'
    run -0 wrong_includes build
    [ "$output" = 'libcore/host.c includes libcore/confusable/look_alike.h' ]
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s BUILD=build \
        build/libcore/confusable/look_alike.o
    run -0 wrong_calls build
    [ "$output" = 'libcore/host.c calls look_alike_script' ]
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
