#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# libcore/tables.c, libcore/confusable/look_alike_tables.c and their generators: committed, reproducible,
# and with no number that the files do not give.

bats_require_minimum_version 1.5.0

FILES="DerivedBidiClass DerivedCombiningClass DerivedGeneralCategory DerivedJoiningType
       DerivedNormalizationProps IdentifierType IdnaMappingTable PropertyValueAliases
       ScriptExtensions Scripts UnicodeData"
LOOK_ALIKE_FILES="$FILES confusables"

setup_file() {
    UNICODE_DIR=$(tests/unicode_dir)
    export UNICODE_DIR
}

# Prints the version in the first line of the files.
version_of() {
    sed -n '1s/^# DerivedJoiningType-\(.*\)\.txt$/\1/p' "$1/DerivedJoiningType.txt"
}

need_unicode_files() {
    for name in $LOOK_ALIKE_FILES; do
        [ -f "$UNICODE_DIR/$name.txt" ] ||
            skip "$UNICODE_DIR/$name.txt is missing: run make unicode, or pass UNICODE_DIR=directory"
    done
}

# Copies the files the generators read, for a test to alter.
copy_unicode_files() {
    need_unicode_files
    copy=$BATS_TEST_TMPDIR/unicode
    mkdir "$copy"
    for name in $LOOK_ALIKE_FILES; do
        cp "$UNICODE_DIR/$name.txt" "$copy/"
    done
    chmod -R u+w "$copy"
}

generate_tables() {
    python3 -B libcore/gen/tables.py "$@"
}

generate_look_alike_tables() {
    python3 -B libcore/gen/look_alike_tables.py "$@"
}

# Copies the generators, for a test to add to our own files, and changes into the copy.
copy_generators() {
    mkdir "$BATS_TEST_TMPDIR/project"
    cp -r libcore "$BATS_TEST_TMPDIR/project"
    cd "$BATS_TEST_TMPDIR/project" || return
}

# rejects MESSAGE: checks that the generator fails with MESSAGE and prints no table.
rejects() {
    run --separate-stderr generate_tables "$copy"
    [ "$status" -ne 0 ]
    [ -z "$output" ]
    [[ $stderr == *"$1"* ]]
}

@test "tables.c is what the generator makes of Unicode's files" {
    need_unicode_files
    generate_tables "$UNICODE_DIR" | cmp - libcore/tables.c
}

@test "look_alike_tables.c is what the generator makes of Unicode's files and our own" {
    need_unicode_files
    generate_look_alike_tables "$UNICODE_DIR" | cmp - libcore/confusable/look_alike_tables.c
}

# names_inputs TABLES NAME...: checks for the version and the SHA-256 of those files.
names_inputs() {
    local tables=$1 name sum

    grep -qF "data files of Unicode $(version_of "$UNICODE_DIR")," "$tables"
    for name in "${@:2}"; do
        sum=$(sha256sum "$UNICODE_DIR/$name.txt")
        grep -A 1 "^ \*   $name\.txt$" "$tables" | grep -q "SHA-256 ${sum%% *}$"
    done
    [ "$(grep -c 'SHA-256' "$tables")" -eq $(($# - 1)) ]
}

@test "the tables name the version and the SHA-256 of every input" {
    need_unicode_files
    grep -qF "ucd_version[] = \"$(version_of "$UNICODE_DIR")\"" libcore/tables.c
    # shellcheck disable=SC2086 # words
    names_inputs libcore/tables.c $FILES
    # shellcheck disable=SC2086
    names_inputs libcore/confusable/look_alike_tables.c $LOOK_ALIKE_FILES
}

@test "the SHA-256 that the tables name are those of unicode.sha256" {
    version=$(libcore/gen/unicode_version)
    grep -q " $version/" libcore/gen/unicode.sha256 || skip "it records none of $version"
    for name in $LOOK_ALIKE_FILES; do
        digest=$(sed -n "s|  $version/.*/$name.txt$||p" libcore/gen/unicode.sha256)
        [ "${#digest}" -eq 64 ]
        grep -q "SHA-256 $digest$" libcore/confusable/look_alike_tables.c
        [ "$name" = confusables ] || grep -q "SHA-256 $digest$" libcore/tables.c
    done
}

@test "Unicode's files here are the released ones" {
    need_unicode_files
    version=$(version_of "$UNICODE_DIR")
    grep -q " $version/" libcore/gen/unicode.sha256 || skip "none is recorded of $version"
    sed -n "s|  $version/.*/|  $UNICODE_DIR/|p" libcore/gen/unicode.sha256 |
        sha256sum --check --strict --quiet
}

# octets_of SECTIONS OBJECT...: sums up all sections whose name matches.
octets_of() {
    size -A "${@:2}" | awk -v sections="$1" '$1 ~ sections { sum += $2 } END { print sum + 0 }'
}

# takes_at_most OCTETS OBJECT...: checks this, and that all is read-only without relocations.
takes_at_most() {
    case $BUILD in *san-*) skip "a sanitizer pads the tables" ;; esac
    octets=$(octets_of '^[.]rodata' "${@:2}")
    echo "# note: $octets octets of tables, at most $1" >&3
    [ "$octets" -le "$1" ]
    [ "$(octets_of '^[.](data|bss)' "${@:2}")" -eq 0 ]
    ! readelf -SW "${@:2}" | grep -q '\.rela\?\.rodata\|\.rela\?\.data'
}

@test "tables.c takes at most 150 KB, all of it read-only and without relocations" {
    takes_at_most 150000 "$BUILD/libcore/tables.o"
}

@test "both tables take at most 176 KB, all of it read-only and without relocations" {
    takes_at_most 176000 "$BUILD/libcore/tables.o" "$BUILD/libcore/confusable/look_alike_tables.o"
}

# Makes the command with the files of a version that does not exist: once, in $project.
make_next_version() {
    project=$BATS_FILE_TMPDIR/project
    [ ! -x "$project/build/idnx" ] || return 0
    copy_unicode_files
    version=$(version_of "$UNICODE_DIR")
    sed -i "s/${version//./\\.}/99.0.0/g" "$copy"/*.txt
    # Two code points that no version has assigned yet: a small letter and its capital.
    sed -i 's/^0378\.\.0379 .*/0378 ; valid\n0379 ; mapped ; 0378/' "$copy/IdnaMappingTable.txt"
    # Five more pairs of a simplified and a traditional character, as 18.0.0 has 户 and 戶.
    sed -i "s/^# total: .*/56FD ; 570B ; MA # 国 国\n94F6 ; 9280 ; MA # 银\n9A6C ; 99AC ; MA # 马\n\
4E66 ; 66F8 ; MA # 书\n95E8 ; 9580 ; MA # 门\n# total: \
$(($(grep -c '^[0-9A-F]* ;.* ;.*MA' "$copy/confusables.txt") + 5))/" "$copy/confusables.txt"

    mkdir -p "$project"
    cp -r Makefile libcore nss_idnx "$project/"
    make -s -C "$project" tables "UNICODE_DIR=$copy"
    make -s -C "$project" build/idnx SAN= BUILD=build MAKEFLAGS= CFLAGS=-O0
}

@test "files of another version give a working engine of that version" {
    make_next_version
    run -0 "$project/build/idnx" --version
    [[ $output == *99.0.0* ]]
    run -0 "$project/build/idnx" to-ascii $'\u0378' $'\u0379' bücher
    [ "${lines[0]}" = "xn--zva" ]
    [ "${lines[1]}" = "xn--zva" ]
    [ "${lines[2]}" = "xn--bcher-kva" ]
    run -1 "$BUILD/idnx" to-ascii $'\u0378'
}

@test "simplified characters that become confusable with traditional ones are rejected by protect alone" {
    make_next_version
    names='账户.中国 帳戶.中國 銀行.com 银行.com 国.com 國1.com 书門.com 中国銀行online.com 马.jp'
    alone='ocn马.jp t书.com biglobe門.com'
    for protection in browser strict; do
        # Strict rejects what mixes Latin and Chinese: with such pairs as without.
        run "$project/build/idnx" check --set "protection=$protection" $names $alone
        next=$output
        run "$BUILD/idnx" check --set "protection=$protection" $names $alone
        [ "$output" = "$next" ]
    done
    run -0 "$project/build/idnx" check --set protection=browser --set look-alikes=reject $names

    # A protected name in the other writing, as with 户 today.
    run -1 "$project/build/idnx" check --set protect=中国银行.example 中國銀行.example
    [[ $output == *'(PROTECTED)'* ]]
    run -0 "$project/build/idnx" check --set 'protect=中国银行.example 中國銀行.example' 中國銀行.example
    run -0 "$project/build/idnx" check --set protect=中国银行.example 中國人行.example
    run -0 "$BUILD/idnx" check --set protect=中国银行.example 中國銀行.example
}

@test "damaged files of Unicode and faults in rows of our own are rejected, with file and line" {
    need_unicode_files
    python3 -B tests/engine/rejected.py "$UNICODE_DIR"
}

@test "a missing file is rejected by name" {
    copy_unicode_files
    rm "$copy/DerivedBidiClass.txt"
    rejects DerivedBidiClass.txt
}

# Sorts its rows by type, between a title and their count, as up to Unicode 17.
by_type() {
    awk -F ' *; *| *#' '
        /^[0-9A-F]/ {
            count = split($1, ends, /\.\./)
            if (!(($2) in rows)) types[++n] = $2
            rows[$2] = rows[$2] $0 "\n"
            size[$2] += number(ends[count]) - number(ends[1]) + 1
            next
        }
        /^#.*Total code points|^#\tIdentifier_Type/ { next }
        { print }
        function number(hex,  i, value) {
            for (i = 1; i <= length(hex); i++)
                value = value * 16 + index("0123456789ABCDEF", substr(hex, i, 1)) - 1
            return value
        }
        END {
            for (i = 1; i <= n; i++)
                printf "#\tIdentifier_Type:\t%s\n\n%s\n# Total code points: %d\n\n",
                       types[i], rows[types[i]], size[types[i]]
        }
    '
}

without_digests() {
    sed '/SHA-256/d' "$@"
}

@test "an IdentifierType.txt sorted by type gives the same tables" {
    copy_unicode_files
    by_type <"$UNICODE_DIR/IdentifierType.txt" >"$copy/IdentifierType.txt"
    [ "$(grep -c '^# Total code points' "$copy/IdentifierType.txt")" -gt 10 ]
    generate_tables "$copy" | without_digests | cmp - <(without_digests libcore/tables.c)
}

@test "a row more in the files of our own is a row more in the tables" {
    need_unicode_files
    unicode=$(realpath "$UNICODE_DIR")
    copy_generators
    printf '𞤢\tU+1E922\to\tclose\tround\n' >>libcore/gen/look_alikes.tsv
    printf 'Zanabazar_Square\tdz ma\n' >>libcore/gen/country_scripts.tsv
    printf 'U+1EA1\tU+1EA1\tin vn\tround\n' >>libcore/gen/country_letters.tsv
    generate_look_alike_tables "$unicode" >longer.c
    for row in shapes:1 homes:4 letters:1; do
        array="look_alike_${row%:*}\["
        rows=$(sed -n "s/^const uint32_t $array\(.*\)\].*/\1/p" libcore/confusable/look_alike_tables.c)
        grep -q "$array$((rows + ${row#*:}))\]" longer.c
    done
}
