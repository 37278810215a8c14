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

# says_another_version FILE...: changes their version to one that does not exist.
says_another_version() {
    local version

    version=$(version_of "$UNICODE_DIR")
    sed -i "s/${version//./\\.}/99.0.0/g" "$@"
}

need_unicode_files() {
    for name in $LOOK_ALIKE_FILES; do
        [ -f "$UNICODE_DIR/$name.txt" ] ||
            skip "$UNICODE_DIR/$name.txt is missing: run make unicode, or pass UNICODE_DIR=folder"
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

generate() {
    python3 -B libcore/gen/tables.py "$@"
}

generate_look_alikes() {
    python3 -B libcore/gen/look_alike_tables.py "$@"
}

# Copies the generators, for a test to add to our own files, and changes into the copy.
copy_generators() {
    mkdir "$BATS_TEST_TMPDIR/project"
    cp -r libcore "$BATS_TEST_TMPDIR/project"
    cd "$BATS_TEST_TMPDIR/project" || return
}

# refuses MESSAGE [GENERATE]: checks that the generator fails with MESSAGE and prints no table.
refuses() {
    run --separate-stderr "${2:-generate}" "$copy"
    [ "$status" -ne 0 ]
    [ -z "$output" ]
    [[ $stderr == *"$1"* ]]
}

@test "tables.c is what the generator makes of Unicode's files" {
    need_unicode_files
    generate "$UNICODE_DIR" | cmp - libcore/tables.c
}

@test "look_alike_tables.c is what the generator makes of Unicode's files and our own" {
    need_unicode_files
    generate_look_alikes "$UNICODE_DIR" | cmp - libcore/confusable/look_alike_tables.c
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

@test "both tables take at most 175 KB, all of it read-only and without relocations" {
    takes_at_most 175000 "$BUILD/libcore/tables.o" "$BUILD/libcore/confusable/look_alike_tables.o"
}

# Makes the command with the files of a version that does not exist: once, in $project.
make_next_version() {
    project=$BATS_FILE_TMPDIR/project
    [ ! -x "$project/build/idnx" ] || return 0
    copy_unicode_files
    says_another_version "$copy"/*.txt
    # Two code points that no version has assigned yet: a small letter and its capital.
    sed -i 's/^0378\.\.0379 .*/0378 ; valid\n0379 ; mapped ; 0378/' "$copy/IdnaMappingTable.txt"
    # Five more pairs of a simplified and a traditional character, as 18.0.0 has 户 and 戶.
    sed -i "s/^# total: .*/56FD ; 570B ; MA # 国 国\n94F6 ; 9280 ; MA # 银\n9A6C ; 99AC ; MA # 马\n\
4E66 ; 66F8 ; MA # 书\n95E8 ; 9580 ; MA # 门\n# total: \
$(($(grep -c '^[0-9A-F]* ;.* ;.*MA' "$copy/confusables.txt") + 5))/" "$copy/confusables.txt"

    mkdir -p "$project"
    cp -r Makefile libcore nss_idnx "$project/"
    make -s -C "$project" tables "UNICODE_DIR=$copy"
    make -s -C "$project" build/idnx SAN= BUILD=build MAKEFLAGS=
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

@test "simplified characters that become confusable with traditional ones are refused by protect alone" {
    make_next_version
    names='账户.中国 帳戶.中國 銀行.com 银行.com 国.com 國1.com 书門.com 中国銀行online.com 马.jp'
    alone='ocn马.jp t书.com biglobe門.com'
    for protection in browser strict; do
        # Strict refuses what mixes Latin and Chinese: with such pairs as without.
        run "$project/build/idnx" check --set "protection=$protection" $names $alone
        next=$output
        run "$BUILD/idnx" check --set "protection=$protection" $names $alone
        [ "$output" = "$next" ]
    done
    run -0 "$project/build/idnx" check --set protection=browser --set look-alikes=refuse $names

    # A protected name in the other writing, as with 户 today.
    run -1 "$project/build/idnx" check --set protect=中国银行.example 中國銀行.example
    [[ $output == *'(PROTECTED)'* ]]
    run -0 "$project/build/idnx" check --set 'protect=中国银行.example 中國銀行.example' 中國銀行.example
    run -0 "$project/build/idnx" check --set protect=中国银行.example 中國人行.example
    run -0 "$BUILD/idnx" check --set protect=中国银行.example 中國銀行.example
}

@test "files of several versions are refused" {
    copy_unicode_files
    says_another_version "$copy/DerivedJoiningType.txt"
    refuses "files of several versions"
}

@test "a UnicodeData.txt that names no version is compared with what the others say" {
    copy_unicode_files
    sed -i 's/^\(00C4;[^;]*;[^;]*;[^;]*;[^;]*;\)[^;]*;/\1;/' "$copy/UnicodeData.txt"
    refuses "different versions"
}

@test "a missing file is refused by name" {
    copy_unicode_files
    rm "$copy/DerivedBidiClass.txt"
    refuses DerivedBidiClass.txt
}

@test "a file cut short is refused by name" {
    copy_unicode_files
    for cut in DerivedBidiClass:1500 DerivedCombiningClass:200 DerivedGeneralCategory:1000 \
            DerivedJoiningType:300 DerivedNormalizationProps:2000 \
            PropertyValueAliases:1500 ScriptExtensions:100 Scripts:1000; do
        file=$copy/${cut%:*}.txt
        sed -i.whole "${cut#*:}q" "$file"
        refuses "${cut%:*}.txt ends early"
        mv "$file.whole" "$file"
    done
}

@test "an IdnaMappingTable.txt cut short is refused" {
    copy_unicode_files
    sed -i 9000q "$copy/IdnaMappingTable.txt"
    refuses "IdnaMappingTable.txt ends early"
}

@test "an IdentifierType.txt cut short is refused" {
    copy_unicode_files
    sed -i.whole 3000q "$copy/IdentifierType.txt"
    refuses "IdentifierType.txt ends early"
    sed '/^3105\.\.312C /d' "$copy/IdentifierType.txt.whole" >"$copy/IdentifierType.txt"
    refuses "IdentifierType.txt ends early: it has no U+3105"
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
    generate "$copy" | without_digests | cmp - <(generate "$UNICODE_DIR" | without_digests)
    sed -i '/^# Total code points/q' "$copy/IdentifierType.txt"
    refuses "IdentifierType.txt ends early"
}

@test "a UnicodeData.txt cut short is refused" {
    copy_unicode_files
    sed -i '/^1F600;/,$d' "$copy/UnicodeData.txt"
    refuses "UnicodeData.txt says otherwise of U+1F600"
}

@test "a code point without a General_Category is refused" {
    copy_unicode_files
    sed -i '/^0378\.\.0379 /d' "$copy/DerivedGeneralCategory.txt"
    refuses "U+0378 has no General_Category"
}

@test "a mark that UnicodeData.txt takes for a letter is refused" {
    copy_unicode_files
    sed -i 's/^\(0903;[^;]*\);Mc;/\1;Lo;/' "$copy/UnicodeData.txt"
    refuses "UnicodeData.txt says otherwise of U+0903"
}

@test "another ccc or Bidi_Class in UnicodeData.txt is refused" {
    copy_unicode_files
    cp "$copy/UnicodeData.txt" "$copy/whole"
    sed -i 's/^\(0301;[^;]*;Mn\);230;/\1;220;/' "$copy/UnicodeData.txt"
    refuses "UnicodeData.txt says otherwise of U+0301"
    sed 's/^\(05D0;[^;]*;Lo;0\);R;/\1;L;/' "$copy/whole" >"$copy/UnicodeData.txt"
    refuses "UnicodeData.txt says otherwise of U+05D0"
}

# U+113C5 begins with U+113C2, which composes with the character before it.
@test "a boundary for NFC that decomposes into none is refused" {
    copy_unicode_files
    sed -i '/^113C5 *; NFC_QC; M/d' "$copy/DerivedNormalizationProps.txt"
    refuses "U+113C5 is NFC_QC=Yes, but decomposes into what is not"
}

# U+0F73 decomposes into U+0F71 and U+0F72, two non-starters.
@test "a decomposition that never composes and is not NFC_QC=No is refused" {
    copy_unicode_files
    sed -i '/^0F73 *; NFC_QC; N/d' "$copy/DerivedNormalizationProps.txt"
    refuses "U+0F73 never composes, but NFC_QC is not No"
}

@test "a Hangul jamo that composes and is not NFC_QC=Maybe is refused" {
    copy_unicode_files
    cp "$copy/DerivedNormalizationProps.txt" "$copy/whole"
    sed -i '/^1161\.\.1175 *; NFC_QC; M/d' "$copy/DerivedNormalizationProps.txt"
    refuses "U+1161 composes, but NFC_QC is not Maybe"
    sed '/^11A8\.\.11C2 *; NFC_QC; M/d' "$copy/whole" >"$copy/DerivedNormalizationProps.txt"
    refuses "U+11A8 composes, but NFC_QC is not Maybe"
}

@test "an IDNA status of before Unicode 16 is refused" {
    copy_unicode_files
    sed -i '0,/; valid  /s//; disallowed_STD3_valid  /' "$copy/IdnaMappingTable.txt"
    refuses "Unicode 16 or later is needed"
}

@test "a gap in IdnaMappingTable.txt is refused" {
    copy_unicode_files
    sed -i '/^00DF /d' "$copy/IdnaMappingTable.txt"
    refuses "gap at U+00DF"
}

@test "a mapping to what is not valid is refused" {
    copy_unicode_files
    sed -i 's/^\(00C4 *; mapped *; \)00E4/\10378/' "$copy/IdnaMappingTable.txt"
    refuses "U+00C4 maps to U+0378, which is not valid"
}

@test "ASCII that maps unlike ASCII is refused" {
    copy_unicode_files
    sed -i 's/^\(0041 *; mapped *; \)0061/\10062/' "$copy/IdnaMappingTable.txt"
    refuses "U+0041 is not mapped as ASCII"
}

@test "an unknown Bidi_Class is refused" {
    copy_unicode_files
    sed -i '0,/; NSM /s//; XYZ /' "$copy/DerivedBidiClass.txt"
    refuses "a value no file of Unicode had so far: 'UCD_BIDI_XYZ'"
}

@test "a letter without a Script, and a Script without a character, are refused" {
    copy_unicode_files
    sed -i.whole '/^3105\.\.312F /d' "$copy/Scripts.txt"
    refuses "U+3105 has General_Category=Lo, Script=Zzzz"
    sed 's/^\(0370\.\.037\)3 /\19 /' "$copy/Scripts.txt.whole" >"$copy/Scripts.txt"
    refuses "U+0378 has General_Category=Cn, Script=Grek"
}

@test "Script_Extensions without the Script are refused" {
    copy_unicode_files
    sed -i.whole 's/^\(0660\.\.0669 *; \)Arab /\1/' "$copy/ScriptExtensions.txt"
    refuses "U+0660 has Script=Arab, extensions Thaa Yezi"
    sed 's/^\(0660\.\.0669 *; Arab \)Thaa/\1Zyyy/' "$copy/ScriptExtensions.txt.whole" \
        >"$copy/ScriptExtensions.txt"
    refuses "U+0660 has Script=Arab, extensions Arab Zyyy Yezi"
}

@test "an unknown script is refused" {
    copy_unicode_files
    sed -i '/^sc ; Todr /d' "$copy/PropertyValueAliases.txt"
    refuses "a value no file of Unicode had so far: 'Todhri'"
}

@test "decimal digits that do not come in tens are refused" {
    copy_unicode_files
    sed -i 's/^\(0667;.*;Nd;.*\);7;7;7;/\1;8;8;8;/' "$copy/UnicodeData.txt"
    refuses "decimal digits do not come in tens"
}

# --- Look-alikes ----------------------------------------------------------------

@test "tables of look-alikes from files of several versions are refused" {
    copy_unicode_files
    says_another_version "$copy/confusables.txt"
    refuses "files of several versions" generate_look_alikes
}

@test "a confusables.txt cut short is refused" {
    copy_unicode_files
    sed -i 3000q "$copy/confusables.txt"
    refuses "confusables.txt ends early" generate_look_alikes
}

@test "a row of confusables.txt that is unlike the others is refused with its line" {
    copy_unicode_files
    cp "$copy/confusables.txt" "$copy/whole"
    line=$(grep -n '^0430 ;' "$copy/whole" | cut -d : -f 1)
    for fault in 's/0061 ;/006Z ;/' 's/0430/0430..0431/' 's/MA/SL/' 's/0061/ /'; do
        sed "${line}$fault" "$copy/whole" >"$copy/confusables.txt"
        refuses "confusables.txt:$line: a row is not as those so far: " generate_look_alikes
    done
    sed "${line}p" "$copy/whole" >"$copy/confusables.txt"
    refuses "confusables.txt:$((line + 1)): U+0430 has a row above" generate_look_alikes
}

@test "a note in IdnaMappingTable.txt that is neither NV8 nor XV8 is refused" {
    copy_unicode_files
    sed -i '0,/; NV8 /s//; NV9 /' "$copy/IdnaMappingTable.txt"
    refuses "the note NV9 is neither NV8 nor XV8" generate_look_alikes
}

# refuses_row FILE MESSAGE ROW...: adds rows to a file of our own, the last of which is wrong.
refuses_row() {
    local file=libcore/gen/$1

    cp "$file" whole
    printf '%b\n' "${@:3}" >>"$file"
    refuses "$file:$(wc -l <"$file"): $2" generate_look_alikes
    mv whole "$file"
}

@test "a row of look_alikes.tsv that is at fault is refused with its line" {
    copy_unicode_files
    copy_generators
    refuses_row look_alikes.tsv "a row has 5 columns, none of them empty" '𞤢\tU+1E922\to\tclose'
    refuses_row look_alikes.tsv "a row has 5 columns, none of them empty" \
        '𞤢\tU+1E922\to\tclose\t'
    refuses_row look_alikes.tsv "1E922 is not like U+0061" '𞤢\t1E922\to\tclose\tround'
    refuses_row look_alikes.tsv "o is not U+1E922" 'o\tU+1E922\to\tclose\tround'
    refuses_row look_alikes.tsv "𞤢𞤢 is not U+1E922" '𞤢𞤢\tU+1E922\to\tclose\tround'
    refuses_row look_alikes.tsv "U+0138 is not above the row before it" \
        'ĸ\tU+0138\tk\tclose\tlike k'
    refuses_row look_alikes.tsv "U+1E922 is not above the row before it" \
        '𞤢\tU+1E922\to\tclose\tround' '𞤢\tU+1E922\to\tclose\tround'
    for reading in O oooo é '--' '.'; do
        refuses_row look_alikes.tsv "$reading is neither one to three of a-z 0-9 nor - or /" \
            "𞤢\tU+1E922\t$reading\tclose\tround"
    done
    refuses_row look_alikes.tsv "near is neither close nor loose" '𞤢\tU+1E922\to\tnear\tround'
    # A capital letter of Adlam, which is mapped, and which no prototype contains.
    refuses_row look_alikes.tsv \
        "U+1E900 is neither valid in UTS #46 nor a prototype of what is" \
        '𞤀\tU+1E900\to\tclose\tround'
}

@test "a row of country_scripts.tsv that is at fault is refused with its line" {
    copy_unicode_files
    copy_generators
    refuses_row country_scripts.tsv "a row has 2 columns, none of them empty" 'Tifinagh'
    refuses_row country_scripts.tsv "a row has 2 columns, none of them empty" 'Tifinagh\t'
    refuses_row country_scripts.tsv "Tifinag is no script" 'Tifinag\tma'
    refuses_row country_scripts.tsv "Zyyy is no script" 'Zyyy\tma'
    refuses_row country_scripts.tsv "Greek does not follow the row before it" 'Greek\tgr'
    refuses_row country_scripts.tsv "Tifinagh does not follow the row before it" \
        'Tifinagh\tma' 'Tifinagh\tdz'
    for domain in m mar MA ma,dz; do
        refuses_row country_scripts.tsv "'$domain' is not two of a-z" "Tifinagh\t$domain"
    done
    refuses_row country_scripts.tsv "'' is not two of a-z" 'Tifinagh\tdz  ma'
    refuses_row country_scripts.tsv "the domains are not in order" 'Tifinagh\tma dz'
    refuses_row country_scripts.tsv "the domains are not in order" 'Tifinagh\tma ma'
}

@test "a row of country_letters.tsv that is at fault is refused with its line" {
    copy_unicode_files
    copy_generators
    refuses_row country_letters.tsv "a row has 4 columns, none of them empty" 'U+1EA1\tU+1EA1\tvn'
    refuses_row country_letters.tsv "1EA1 is not like U+0061" '1EA1\tU+1EA1\tvn\tround'
    refuses_row country_letters.tsv "U+1F600 is not like U+0061" 'U+1EA1\tU+1F600\tvn\tround'
    refuses_row country_letters.tsv "U+1EA3 to U+1EA1 does not follow the row before it" \
        'U+1EA3\tU+1EA1\tvn\tround'
    refuses_row country_letters.tsv "U+00FE to U+00FE does not follow the row before it" \
        'U+00FE\tU+00FE\tis\tround'
    refuses_row country_letters.tsv "'VN' is not two of a-z" 'U+1EA1\tU+1EA1\tVN\tround'
    refuses_row country_letters.tsv "the domains are not in order" \
        'U+1EA1\tU+1EA1\tvn in\tround'
}

@test "a row more in the files of our own is a row more in the tables" {
    need_unicode_files
    unicode=$(realpath "$UNICODE_DIR")
    copy_generators
    printf '𞤢\tU+1E922\to\tclose\tround\n' >>libcore/gen/look_alikes.tsv
    printf 'Tifinagh\tdz ma\n' >>libcore/gen/country_scripts.tsv
    printf 'U+1EA1\tU+1EA1\tin vn\tround\n' >>libcore/gen/country_letters.tsv
    generate_look_alikes "$unicode" >longer.c
    for row in shape:1 home:4 letter:1; do
        count="look_alike_${row%:*}_count = "
        rows=$(sed -n "s/^const uint16_t $count\(.*\);/\1/p" libcore/confusable/look_alike_tables.c)
        grep -q "$count$((rows + ${row#*:}));" longer.c
    done
}
