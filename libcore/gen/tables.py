#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes libcore/tables.c from the files of one version of Unicode.

    tables.py UNICODE_DIR > libcore/tables.c

UNICODE_DIR holds the files named in FILES, from the folders ucd/, ucd/extracted/,
idna/ and security/ of https://www.unicode.org/Public/.  The layout is that of
../tables.h, the bits are those of ../ucd.h; both are read from there.  The output
depends on nothing but the files.  Whatever does not hold for them ends
the generator with a message: a table is right, or there is none.
"""

import hashlib
import re
import sys
from collections import Counter
from pathlib import Path

LIBCORE = Path(__file__).resolve().parent.parent
CODE_POINTS = 0x110000

FILES = (
    "DerivedBidiClass.txt",
    "DerivedCombiningClass.txt",
    "DerivedGeneralCategory.txt",
    "DerivedJoiningType.txt",
    "DerivedNormalizationProps.txt",
    "IdentifierType.txt",
    "IdnaMappingTable.txt",
    "PropertyValueAliases.txt",
    "ScriptExtensions.txt",
    "Scripts.txt",
    "UnicodeData.txt",
)
# They do not end in "# EOF", but what they say of all code points shows where they do.
WITHOUT_EOF = {"IdentifierType.txt", "IdnaMappingTable.txt", "UnicodeData.txt"}

HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)
HANGUL_V = range(0x1161, 0x1176)
HANGUL_T = range(0x11A8, 0x11C3)


class BrokenAssumption(Exception):
    """Something this generator or the engine relies on is not so."""


def require(condition, message):
    if not condition:
        raise BrokenAssumption(message)


def require_none(code_points, message):
    """For questions of a million code points: a message is made for a faulty one alone."""
    for code_point in code_points:
        raise BrokenAssumption(message(code_point))


# --- Reading ------------------------------------------------------------------


def code_point_range(field):
    """'00DF' or '0041..005A' as a range."""
    first, _, last = field.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def set_all(values, span, value):
    values[span.start:span.stop] = [value] * len(span)


def sequence(field):
    return tuple(int(code_point, 16) for code_point in field.split())


class Ucd:
    """The files of UNICODE_DIR, one version of Unicode."""

    def __init__(self, directory):
        self.octets = {name: (Path(directory) / name).read_bytes() for name in FILES}
        self.version = self._common_version()
        for name in FILES:
            require(
                name in WITHOUT_EOF or self.octets[name].rstrip().endswith(b"\n# EOF"),
                f"{name} ends early",
            )

    def _common_version(self):
        """The version all files say they are of; UnicodeData.txt says none."""
        versions = {}
        for name in FILES:
            head = self.octets[name][:1000].decode()
            found = re.search(r"^# (?:\w+-|Version: )(\d+\.\d+\.\d+)(?:\.txt)?$", head, re.M)
            require(found or name == "UnicodeData.txt", f"{name} names no version")
            if found:
                versions[name] = found[1]
        require(len(set(versions.values())) == 1, f"files of several versions: {versions}")
        return versions[FILES[0]]

    def fields(self, name):
        """The fields of each line, comments removed."""
        for line in self.octets[name].decode().splitlines():
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) > 1:
                yield fields

    def rows(self, name):
        """Range and other fields of each line."""
        for first, *rest in self.fields(name):
            yield code_point_range(first), rest

    def missing(self, name):
        """Range and value of each '# @missing' line, in the file's order."""
        for line in self.octets[name].decode().splitlines():
            if line.startswith("# @missing: "):
                first, value = line[len("# @missing: "):].split(";", 1)
                yield code_point_range(first), value.strip()

    def digest(self, name):
        return hashlib.sha256(self.octets[name]).hexdigest()


def defines(header):
    """The numbers a header of libcore defines."""
    pattern = r"^#define (UCD_\w+)\s+(0x[0-9A-Fa-f]+|\d+)U?\b"
    text = (LIBCORE / header).read_text()
    return {name: int(value, 0) for name, value in re.findall(pattern, text, re.M)}


BITS = defines("ucd.h")
LAYOUT = defines("tables.h")


# --- Traits: the word of ucd.h for every code point ---------------------------

# DerivedBidiClass.txt writes its defaults in long names.
BIDI_LONG_NAMES = {
    "Left_To_Right": "L",
    "Right_To_Left": "R",
    "Arabic_Letter": "AL",
    "European_Terminator": "ET",
    "Boundary_Neutral": "BN",
}
# The classes no rule of RFC 5893 section 2 allows.
BIDI_OTHER = {"B", "S", "WS", "LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def bidi_bit(value):
    return BITS["UCD_BIDI_OTHER" if value in BIDI_OTHER else "UCD_BIDI_" + value]


def bidi_class(ucd):
    bits = [0] * CODE_POINTS
    for span, value in ucd.missing("DerivedBidiClass.txt"):
        set_all(bits, span, bidi_bit(BIDI_LONG_NAMES[value]))
    for span, (value, *_) in ucd.rows("DerivedBidiClass.txt"):
        set_all(bits, span, bidi_bit(value))
    return bits


def joining_type(ucd, traits):
    for span, (value, *_) in ucd.rows("DerivedJoiningType.txt"):
        require(value in "LDRTUC", f"Joining_Type={value} is unknown")
        for code_point in span:
            traits[code_point] |= BITS.get("UCD_JOINING_" + value, 0)


VIRAMA = 9


def combining_class(ucd, traits):
    """Bits into traits; returns the value of each code point."""
    ccc = [0] * CODE_POINTS
    for span, (value, *_) in ucd.rows("DerivedCombiningClass.txt"):
        value = int(value)
        require(0 <= value <= 254, f"ccc={value} is out of range")
        for code_point in span if value else ():
            ccc[code_point] = value
            traits[code_point] |= BITS["UCD_NON_STARTER"]
            traits[code_point] |= BITS["UCD_VIRAMA"] if value == VIRAMA else 0
    return ccc


def general_category(ucd, traits):
    """Bits into traits; returns the value of each code point."""
    category = [None] * CODE_POINTS
    for span, (value, *_) in ucd.rows("DerivedGeneralCategory.txt"):
        set_all(category, span, value)
        for code_point in span if value in ("Mn", "Mc", "Me") else ():
            traits[code_point] |= BITS["UCD_MARK"]
    require_none(
        (code_point for code_point, value in enumerate(category) if not value),
        lambda code_point: f"U+{code_point:04X} has no General_Category",
    )
    return category


def unicode_data(ucd):
    """{code point: fields} of UnicodeData.txt, its ranges written out."""
    rows = {}
    first = None
    for span, fields in ucd.rows("UnicodeData.txt"):
        begin = span.start if first is None else first
        first = span.start if fields[0].endswith(", First>") else None
        for code_point in range(begin, span.stop):
            rows[code_point] = fields
    return rows


def agree(ucd, category, ccc, traits):
    """UnicodeData.txt says the same of every code point, and Cn of the absent."""
    rows = unicode_data(ucd)

    def agrees(code_point):
        if code_point not in rows:
            return category[code_point] == "Cn" and not ccc[code_point]
        _, value, combining, bidi, *_ = rows[code_point]
        return (
            category[code_point] == value
            and ccc[code_point] == int(combining)
            and traits[code_point] & bidi_bit(bidi)
        )

    require_none(
        (code_point for code_point in range(CODE_POINTS) if not agrees(code_point)),
        lambda code_point: f"UnicodeData.txt says otherwise of U+{code_point:04X}",
    )


def nfc_quick_check(ucd, traits):
    bit = {"N": BITS["UCD_NFC_NO"], "M": BITS["UCD_NFC_MAYBE"]}
    for span, fields in ucd.rows("DerivedNormalizationProps.txt"):
        for code_point in span if fields[0] == "NFC_QC" else ():
            traits[code_point] |= bit[fields[1]]


def idna_status(ucd, traits):
    """Status bits into traits; returns {code point: mapping}."""
    invalid, mapped = BITS["UCD_INVALID"], BITS["UCD_MAPPED"]
    bits = {
        "valid": 0,
        "deviation": BITS["UCD_DEVIATION"] | mapped,
        "mapped": invalid | mapped,
        "ignored": invalid | mapped,
        "disallowed": invalid,
    }
    mappings = {}
    seen = 0
    for span, (status, *rest) in ucd.rows("IdnaMappingTable.txt"):
        require(status in bits, f"IDNA status {status} is unknown: Unicode 16 or later is needed")
        require(span.start == seen, f"IdnaMappingTable.txt has a gap at U+{seen:04X}")
        seen = span.stop
        for code_point in span:
            traits[code_point] |= bits[status]
            if bits[status] & mapped:
                mappings[code_point] = sequence(rest[0]) if rest else ()
    require(seen == CODE_POINTS, "IdnaMappingTable.txt ends early")
    return mappings


LETTERS_DIGITS_HYPHEN = set(b"abcdefghijklmnopqrstuvwxyz0123456789-")


def ascii_rules(traits):
    """A full stop ends a label; it is never in one."""
    for code_point in range(0x80):
        if code_point not in LETTERS_DIGITS_HYPHEN | set(b"."):
            traits[code_point] |= BITS["UCD_NOT_STD3"]
        if code_point not in LETTERS_DIGITS_HYPHEN | set(b"_."):
            traits[code_point] |= BITS["UCD_NOT_HOST"]
    for code_point in range(0x80, CODE_POINTS):
        traits[code_point] |= BITS["UCD_NON_ASCII"]


def canonical_decompositions(ucd, traits):
    """{code point: full canonical decomposition}, without Hangul."""
    single = {}
    for span, fields in ucd.rows("UnicodeData.txt"):
        mapping = fields[4]
        if mapping and not mapping.startswith("<"):
            single[span.start] = sequence(mapping)

    def full(code_point):
        parts = single.get(code_point, (code_point,))
        return parts if parts == (code_point,) else tuple(c for p in parts for c in full(p))

    decomposing = {*single, *HANGUL_SYLLABLES}
    for code_point in decomposing:
        traits[code_point] |= BITS["UCD_DECOMPOSES"]
    no = [span for span, f in ucd.rows("DerivedNormalizationProps.txt") if f[:2] == ["NFD_QC", "N"]]
    require(
        decomposing == {code_point for span in no for code_point in span},
        "UnicodeData.txt and DerivedNormalizationProps.txt are of different versions",
    )
    return single, {code_point: full(code_point) for code_point in single}


def primary_composites(ucd, single):
    """{(first, second): composite}, without Hangul."""
    excluded = set()
    for span, fields in ucd.rows("DerivedNormalizationProps.txt"):
        if fields[0] == "Full_Composition_Exclusion":
            excluded.update(span)
    composites = {}
    for composite, parts in single.items():
        if composite not in excluded:
            require(len(parts) == 2, f"U+{composite:04X} composes from {len(parts)} code points")
            composites[parts] = composite
    return composites


# --- Scripts: UAX #24, UTS #39 ------------------------------------------------

SCRIPT_OF_NONE = "Zzzz"
COMMON_AND_INHERITED = {"Zyyy", "Zinh"}


def script_names(ucd):
    """{short name: long name} of every script."""
    rows = ucd.fields("PropertyValueAliases.txt")
    return {short: long for kind, short, long, *_ in rows if kind == "sc"}


def script_extensions(ucd, names, category):
    """The scripts of each code point, short names in the file's order."""
    short_names = {long: short for short, long in names.items()}
    script = [SCRIPT_OF_NONE] * CODE_POINTS
    for span, (value,) in ucd.rows("Scripts.txt"):
        set_all(script, span, short_names[value])
    require_none(
        (
            code_point
            for code_point, value in enumerate(script)
            if (value == SCRIPT_OF_NONE) != (category[code_point] in ("Cn", "Co", "Cs"))
        ),
        lambda code_point: f"U+{code_point:04X} has General_Category={category[code_point]}, "
        f"Script={script[code_point]}",
    )
    extensions = [(value,) for value in script]
    for span, (value,) in ucd.rows("ScriptExtensions.txt"):
        scripts = tuple(value.split())
        for code_point in span:
            require(
                COMMON_AND_INHERITED.isdisjoint(scripts)
                and script[code_point] in COMMON_AND_INHERITED.union(scripts),
                f"U+{code_point:04X} has Script={script[code_point]}, extensions {value}",
            )
            extensions[code_point] = scripts
    return extensions


def identifier_types(ucd, category):
    """Range and types of each row of IdentifierType.txt, which has all characters.

    Those without a row are Not_Character: unassigned, private use, surrogates and controls
    (UTS #39 table 1).  Up to Unicode 17 the rows stand sorted by type.
    """
    rows = [(span, types) for span, (types,) in ucd.rows("IdentifierType.txt")]
    typed = {code_point for span, _ in rows for code_point in span}
    require_none(
        (
            code_point
            for code_point, value in enumerate(category)
            if value not in ("Cn", "Co", "Cs", "Cc") and code_point not in typed
        ),
        lambda code_point: f"IdentifierType.txt ends early: it has no U+{code_point:04X}",
    )
    return rows


def recommended_scripts(types, extensions):
    """Those with a Recommended character of their own.

    What several scripts share may be Recommended for the sake of one: signs of Grantha
    are, for Tamil.
    """
    recommended = set()
    for span, value in types:
        for code_point in span if value == "Recommended" else ():
            if len(extensions[code_point]) == 1:
                recommended.update(extensions[code_point])
    return recommended - COMMON_AND_INHERITED


def decimal_zeros(ucd):
    """The zero of each decimal number system, whose digits follow it in their order."""
    rows = ucd.rows("UnicodeData.txt")
    digits = {span.start: int(fields[5]) for span, fields in rows if fields[1] == "Nd"}
    zeros = [code_point for code_point, value in digits.items() if value == 0]
    require(
        digits == {zero + value: value for zero in zeros for value in range(10)},
        "decimal digits do not come in tens",
    )
    return zeros


class Scripts:
    """What the rules on scripts ask for."""

    def __init__(self, ucd, category):
        names = script_names(ucd)
        self.extensions = script_extensions(ucd, names, category)
        types = identifier_types(ucd, category)
        self.recommended = recommended_scripts(types, self.extensions)
        self.zeros = decimal_zeros(ucd)
        used = {script for scripts in set(self.extensions) for script in scripts}
        self.names = {script: names[script] for script in names if script in used}


# --- All of it ----------------------------------------------------------------


class Properties:
    """Everything tables.c says, before it is laid out."""

    def __init__(self, ucd):
        self.traits = bidi_class(ucd)
        joining_type(ucd, self.traits)
        self.ccc = combining_class(ucd, self.traits)
        ascii_rules(self.traits)
        category = general_category(ucd, self.traits)
        self.scripts = Scripts(ucd, category)
        agree(ucd, category, self.ccc, self.traits)
        nfc_quick_check(ucd, self.traits)
        for join_control in (0x200C, 0x200D):
            self.traits[join_control] |= BITS["UCD_JOIN_CONTROL"]
        self.mappings = idna_status(ucd, self.traits)
        single, self.decompositions = canonical_decompositions(ucd, self.traits)
        self.composites = primary_composites(ucd, single)
        self.check()

    def check(self):
        """What map.c, nfc.c, label.c and bidi.c take for granted."""
        bidi = sum(BITS[name] for name in BITS if name.startswith("UCD_BIDI_"))
        wrong = {traits for traits in set(self.traits) if bin(traits & bidi).count("1") != 1}
        require_none(
            (code_point for code_point, traits in enumerate(self.traits) if traits in wrong),
            lambda code_point: f"U+{code_point:04X} has no Bidi_Class",
        )
        self.check_mappings()
        self.check_compositions()
        self.check_boundaries()

    def check_mappings(self):
        invalid, deviation = BITS["UCD_INVALID"], BITS["UCD_DEVIATION"]
        mapped = BITS["UCD_MAPPED"]
        for code_point, mapping in self.mappings.items():
            for target in mapping:
                traits = self.traits[target]
                require(
                    not traits & invalid and (not traits & mapped or traits & deviation),
                    f"U+{code_point:04X} maps to U+{target:04X}, which is not valid",
                )
                require(
                    not traits & deviation or (code_point == 0x1E9E and len(mapping) == 1),
                    f"U+{code_point:04X} maps to a deviation; only U+1E9E may, alone",
                )
        for code_point in range(0x80):
            upper = 0x41 <= code_point <= 0x5A
            expected = (code_point + 0x20,) if upper else None
            require(
                self.mappings.get(code_point) == expected
                and (upper or not self.traits[code_point] & invalid),
                f"U+{code_point:04X} is not mapped as ASCII",
            )
        for letter in range(ord("a"), ord("z") + 1):
            require(
                self.traits[letter] == BITS["UCD_BIDI_L"],
                f"U+{letter:04X} is not what UCD_SMALL_LETTER says",
            )

    def check_compositions(self):
        seconds = {second for _, second in self.composites}
        for code_point in sorted(seconds | {*HANGUL_V, *HANGUL_T}):
            require(
                self.traits[code_point] & BITS["UCD_NFC_MAYBE"],
                f"U+{code_point:04X} composes, but NFC_QC is not Maybe",
            )
        for (first, _), composite in self.composites.items():
            require(
                not (self.ccc[first] or self.ccc[composite]),
                f"U+{composite:04X} or its first part is no starter",
            )

    def check_boundaries(self):
        """Nothing before a starter with NFC_QC=Yes changes it: nfc.c."""
        doubtful = BITS["UCD_NFC_NO"] | BITS["UCD_NFC_MAYBE"] | BITS["UCD_NON_STARTER"]
        composed = set(self.composites.values())
        for code_point, parts in self.decompositions.items():
            require(
                len(parts) <= BITS["UCD_DECOMPOSITION_MAX"],
                f"U+{code_point:04X} decomposes into {len(parts)} code points",
            )
            require(
                code_point in composed or self.traits[code_point] & BITS["UCD_NFC_NO"],
                f"U+{code_point:04X} never composes, but NFC_QC is not No",
            )
            require(
                self.traits[code_point] & doubtful or not self.traits[parts[0]] & doubtful,
                f"U+{code_point:04X} is NFC_QC=Yes, but decomposes into what is not",
            )
        stop = self.traits[ord(".")]
        require(
            not stop & doubtful and all(first != ord(".") for first, _ in self.composites),
            "U+002E takes part in normalization",
        )


# --- Laying out ---------------------------------------------------------------


def numbered(values):
    """Each value's number in order of first appearance."""
    return {value: number for number, value in enumerate(dict.fromkeys(values))}


def blocks_of(values, size):
    """The distinct blocks of that size, flat, and each block's number.

    First those of ASCII, then the most common ones: they share their pages.
    """
    blocks = [tuple(values[i:i + size]) for i in range(0, len(values), size)]
    common = [block for block, count in Counter(blocks).most_common() if count > 1]
    distinct = numbered([*blocks[:0x80 // size], *common, *blocks])
    return [value for block in distinct for value in block], [distinct[b] for b in blocks]


def packed_sequences(sequences):
    """One array that contains every sequence, and where each begins."""
    packed, where = [], {}
    starts = {}
    for seq in sorted(set(sequences), key=lambda seq: (len(seq), seq), reverse=True):
        candidates = starts.get(seq[0], ()) if seq else (0,)
        at = next((i for i in candidates if tuple(packed[i:i + len(seq)]) == seq), len(packed))
        if at == len(packed):
            for code_point in seq:
                starts.setdefault(code_point, []).append(len(packed))
                packed.append(code_point)
        where[seq] = at
    require(len(packed) <= 0x10000, f"{len(packed)} code points in ucd_sequences")
    return packed, where


def composition_slots(composites):
    """The hash table of tables.h: composites in a fixed order, and the slots."""
    count = LAYOUT["UCD_COMPOSITION_SLOTS"]
    require(count == 1 << (32 - 21), "UCD_COMPOSITION_HASH does not fit its slots")
    slots = [0] * count
    rows = sorted(composites.items())
    require(len(rows) < count * 3 // 4, f"{len(rows)} composites in {count} slots")
    for number, ((first, second), _) in enumerate(rows, start=1):
        key = (first * 31 + second) * LAYOUT["UCD_COMPOSITION_MULTIPLIER"]
        slot = (key & 0xFFFFFFFF) >> 21
        while slots[slot]:
            slot = (slot + 1) % count
        slots[slot] = number
    return [(first, second, composite) for (first, second), composite in rows], slots


def script_numbers(names):
    """{short name: number}: those of ucd.h, then all others in the order of their names."""
    short_names = {long: short for short, long in names.items()}
    prefix = "UCD_SCRIPT_"
    named = {
        short_names[define[len(prefix):].title()]: value
        for define, value in BITS.items()
        if define.startswith(prefix)
    }
    numbers = {**named, **numbered([*sorted(named, key=named.get), *names])}
    require(
        all(numbers[script] == number for script, number in named.items()),
        "the numbers of ucd.h are not 0, 1, 2 ...",
    )
    limit = LAYOUT["UCD_SCRIPTS_MAX"]
    require(len(numbers) <= limit, f"{len(numbers)} scripts of at most {limit}")
    return numbers


def offsets_of(parts):
    """Where each part begins in all of them together, and where the last one ends."""
    offsets = [0]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return offsets


class ScriptTables:
    """The arrays of tables.h that speak of scripts."""

    def __init__(self, scripts):
        numbers = script_numbers(scripts.names)
        order = sorted(numbers, key=numbers.get)
        self.names = [scripts.names[script] + "\0" for script in order]
        self.name_offsets = offsets_of(self.names)[:-1]

        sets = numbered(scripts.extensions)
        bits = LAYOUT["UCD_SCRIPT_SET_BITS"]
        require(len(sets) <= 1 << bits, f"{len(sets)} sets of scripts")
        self.runs = [
            code_point << bits | sets[value]
            for code_point, value in enumerate(scripts.extensions)
            if not code_point or value != scripts.extensions[code_point - 1]
        ]
        self.set_offsets = offsets_of(sets)
        self.sets = [numbers[script] for scripts_of_set in sets for script in scripts_of_set]
        self.recommended = sorted(numbers[script] for script in scripts.recommended)
        self.zeros = scripts.zeros


class Tables:
    """The arrays of tables.h."""

    def __init__(self, properties):
        traits = list(zip(properties.traits, properties.ccc))
        classes = numbered(traits)
        limit = LAYOUT["UCD_CLASSES_MAX"]
        require(len(classes) <= limit, f"{len(classes)} classes of at most {limit}")

        decompositions = sorted(properties.decompositions.items())
        self.sequences, where = packed_sequences(
            [*properties.mappings.values(), *properties.decompositions.values()]
        )
        mapping_of = {
            code_point: (where[mapping], len(mapping), classes[traits[code_point]])
            for code_point, mapping in sorted(properties.mappings.items())
        }
        mappings = numbered(mapping_of.values())
        leaves = [classes[pair] for pair in traits]
        for code_point, mapping in mapping_of.items():
            leaves[code_point] = limit + mappings[mapping]
        require(max(leaves) <= 0xFFFF, "too many mappings")

        ascii_blocks = 0x80 >> LAYOUT["UCD_LEAF_BITS"]
        self.leaves, blocks = blocks_of(leaves, 1 << LAYOUT["UCD_LEAF_BITS"])
        require(
            blocks[:ascii_blocks] == list(range(ascii_blocks)),
            "ASCII has not the first leaves",
        )
        self.blocks, self.groups = blocks_of(blocks, 1 << LAYOUT["UCD_BLOCK_BITS"])
        require(max(self.groups) <= 0xFF, "too many groups")
        self.classes = list(classes)
        self.mappings = list(mappings)
        self.decompositions = [code_point << 3 | len(parts) for code_point, parts in decompositions]
        self.decomposition_sequences = [where[parts] for _, parts in decompositions]
        self.compositions, self.slots = composition_slots(properties.composites)
        self.scripts = ScriptTables(properties.scripts)


# --- Writing ------------------------------------------------------------------

HEADER = """\
/* SPDX-License-Identifier: LGPL-2.1-or-later AND Unicode-3.0 */

/*
 * Generated by gen/tables.py: do not edit.  The layout is that of tables.h.
 *
 * Derived from data files of Unicode {version},
 *
{digests}
 *
 * which are Copyright (c) 1991-{year} Unicode, Inc. and licensed under the
 * Unicode License v3: https://www.unicode.org/license.txt
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of data files and any associated documentation (the "Data Files") or software
 * and any associated documentation (the "Software") to deal in the Data Files or
 * Software without restriction, including without limitation the rights to use,
 * copy, modify, merge, publish, distribute, and/or sell copies of the Data Files
 * or Software, and to permit persons to whom the Data Files or Software are
 * furnished to do so, provided that either (a) this copyright and permission
 * notice appear with all copies of the Data Files or Software, or (b) this
 * copyright and permission notice appear in associated Documentation.
 *
 * THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
 * KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD
 * PARTY RIGHTS.
 *
 * IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE
 * LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY
 * DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
 * ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN
 * CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES OR SOFTWARE.
 *
 * Except as contained in this notice, the name of a copyright holder shall not
 * be used in advertising or otherwise to promote the sale, use or other dealings
 * in these Data Files or Software without prior written authorization of the
 * copyright holder.
 */
#include "tables.h"
#include "ucd.h"

const char ucd_version[] = "{version}";
"""


def lines_of(items):
    """As many items to a line as 96 columns have room for, 8 of them the tab's."""
    line = "\t"
    for item in items:
        if len(line) + len(item) > 89:
            yield line.rstrip()
            line = "\t"
        line += item + " "
    yield line.rstrip()


def write_array(out, declaration, items):
    lines = "\n".join(lines_of(item + "," for item in items))
    out.write(f"\nconst {declaration}[{len(items)}] = {{\n{lines}\n}};\n")


def write_string(out, name, parts):
    lines = "\n".join(lines_of('"' + part.replace("\0", "\\0") + '"' for part in parts))
    out.write(f"\nconst char {name}[] =\n{lines};\n")


def write_count(out, name, items):
    out.write(f"\nconst uint16_t {name} = {len(items)};\n")


def numbers(values):
    return [str(value) for value in values]


def words(values):
    return [f"0x{value:X}" for value in values]


def structs(rows):
    return ["{ " + ", ".join(map(str, row)) + " }" for row in rows]


def write_scripts(out, scripts):
    write_array(out, "uint32_t ucd_script_runs", words(scripts.runs))
    write_count(out, "ucd_script_run_count", scripts.runs)
    write_array(out, "uint16_t ucd_script_set_offsets", numbers(scripts.set_offsets))
    write_array(out, "uint8_t ucd_script_sets", numbers(scripts.sets))
    write_array(out, "uint8_t ucd_recommended_scripts", numbers(scripts.recommended))
    write_count(out, "ucd_recommended_script_count", scripts.recommended)
    write_array(out, "uint16_t ucd_script_name_offsets", numbers(scripts.name_offsets))
    write_string(out, "ucd_script_names", scripts.names)
    write_array(out, "uint32_t ucd_zeros", words(scripts.zeros))
    write_count(out, "ucd_zero_count", scripts.zeros)


def write(out, ucd, tables):
    digests = "\n".join(f" *   {name}\n *     SHA-256 {ucd.digest(name)}" for name in FILES)
    year = re.search(rb"(?:\xc2\xa9|\(c\)|Copyright) (\d{4})", ucd.octets["IdnaMappingTable.txt"])
    require(year, "IdnaMappingTable.txt names no year")
    out.write(HEADER.format(version=ucd.version, digests=digests, year=year[1].decode()))
    # gcc lays them out backwards: what every name needs comes first, in few pages.
    write_scripts(out, tables.scripts)
    write_array(out, "uint32_t ucd_decompositions", words(tables.decompositions))
    write_array(out, "uint16_t ucd_decomposition_sequences",
                numbers(tables.decomposition_sequences))
    write_count(out, "ucd_decomposition_count", tables.decompositions)
    write_array(out, "uint16_t ucd_composition_slots", numbers(tables.slots))
    write_array(out, "struct ucd_composition ucd_compositions", structs(tables.compositions))
    write_array(out, "struct ucd_mapping ucd_mappings", structs(tables.mappings))
    write_array(out, "uint32_t ucd_sequences", words(tables.sequences))
    write_array(out, "uint16_t ucd_leaves", numbers(tables.leaves))
    write_array(out, "uint16_t ucd_blocks", numbers(tables.blocks))
    write_array(out, "uint8_t ucd_groups", numbers(tables.groups))
    write_array(out, "struct ucd_class ucd_classes", structs(tables.classes))


def main(arguments):
    if len(arguments) != 1:
        sys.exit("usage: tables.py UNICODE_DIR > tables.c")
    try:
        ucd = Ucd(arguments[0])
        write(sys.stdout, ucd, Tables(Properties(ucd)))
    except (BrokenAssumption, OSError) as error:
        sys.exit(f"tables.py: {error}")
    except (KeyError, ValueError) as error:
        sys.exit(f"tables.py: a value no file of Unicode had so far: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
