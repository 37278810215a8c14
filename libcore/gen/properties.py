# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads what Unicode's files say about each code point, for libcore's tables.

The bits are those of ../ucd.h.
"""

from headers import BITS, LAYOUT
from unicode_files import CODE_POINTS, require, require_none, sequence, set_all

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
HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)
HANGUL_L = range(0x1100, 0x1113)
HANGUL_V = range(0x1161, 0x1176)
HANGUL_T = range(0x11A8, 0x11C3)


# --- Traits: the word of ucd.h for every code point ---------------------------

# DerivedBidiClass.txt uses long names in its defaults.
BIDI_LONG_NAMES = {
    "Left_To_Right": "L",
    "Right_To_Left": "R",
    "Arabic_Letter": "AL",
    "European_Terminator": "ET",
    "Boundary_Neutral": "BN",
}
# The classes that no rule of RFC 5893 section 2 allows.
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
    """Sets bits in traits; returns the value of each code point."""
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
    """Sets bits in traits; returns the value of each code point."""
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
    """Returns {code point: fields} of UnicodeData.txt, with its ranges expanded."""
    rows = {}
    first = None
    for span, fields in ucd.rows("UnicodeData.txt"):
        begin = span.start if first is None else first
        first = span.start if fields[0].endswith(", First>") else None
        for code_point in range(begin, span.stop):
            rows[code_point] = fields
    return rows


def agree(ucd, category, ccc, traits):
    """Checks that UnicodeData.txt agrees on every code point; those absent from it are Cn."""
    rows = unicode_data(ucd)

    def agrees(code_point):
        if code_point not in rows:
            return False
        _, value, combining, bidi, *_ = rows[code_point]
        return (
            category[code_point] == value
            and ccc[code_point] == int(combining)
            and traits[code_point] & bidi_bit(bidi)
        )

    require_none(
        (
            code_point
            for code_point, value in enumerate(category)
            if (value != "Cn" or ccc[code_point] or code_point in rows) and not agrees(code_point)
        ),
        lambda code_point: f"UnicodeData.txt says otherwise of U+{code_point:04X}",
    )


def nfc_quick_check(ucd, traits):
    bit = {"N": BITS["UCD_NFC_NO"], "M": BITS["UCD_NFC_MAYBE"]}
    for span, fields in ucd.rows("DerivedNormalizationProps.txt"):
        for code_point in span if fields[0] == "NFC_QC" else ():
            traits[code_point] |= bit[fields[1]]


def idna_status(ucd, traits):
    """Sets status bits in traits; returns {code point: mapping}."""
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
    """Sets the bits of the ASCII rules; a full stop gets none: it ends a label."""
    for code_point in range(0x80):
        if code_point not in LETTERS_DIGITS_HYPHEN | set(b"."):
            traits[code_point] |= BITS["UCD_NOT_STD3"]
        if code_point not in LETTERS_DIGITS_HYPHEN | set(b"_."):
            traits[code_point] |= BITS["UCD_NOT_HOST"]
    non_ascii = BITS["UCD_NON_ASCII"]
    traits[0x80:] = [bits | non_ascii for bits in traits[0x80:]]


def canonical_decompositions(ucd, traits):
    """Returns {code point: full canonical decomposition}, without Hangul."""
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
    """Returns {(first, second): composite}, without Hangul."""
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
    """Returns {short name: long name} of every script."""
    rows = ucd.fields("PropertyValueAliases.txt")
    return {short: long for kind, short, long, *_ in rows if kind == "sc"}


def script_extensions(ucd, names, category):
    """Returns the scripts of each code point, short names in the file's order."""
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
    alone = {value: (value,) for value in set(script)}
    extensions = [alone[value] for value in script]
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
    """Yields range and types of each row of IdentifierType.txt, which has all characters.

    Code points without a row are Not_Character: unassigned, private use, surrogates and controls
    (UTS #39 table 1).  Up to Unicode 17, rows are sorted by type.
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
    """Returns the scripts that have a Recommended character of their own.

    A character of several scripts may be Recommended because of one: signs of Grantha
    are, because of Tamil.
    """
    recommended = set()
    for span, value in types:
        for code_point in span if value == "Recommended" else ():
            if len(extensions[code_point]) == 1:
                recommended.update(extensions[code_point])
    return recommended - COMMON_AND_INHERITED


def decimal_zeros(ucd):
    """Returns the zero of each decimal number system; the other digits follow it in order."""
    rows = ucd.rows("UnicodeData.txt")
    digits = {span.start: int(fields[5]) for span, fields in rows if fields[1] == "Nd"}
    zeros = [code_point for code_point, value in digits.items() if value == 0]
    require(
        digits == {zero + value: value for zero in zeros for value in range(10)},
        "decimal digits do not come in tens",
    )
    return zeros


def script_numbers(names):
    """Returns {short name: number}: first the scripts of ucd.h, then all others by name."""
    short_names = {long: short for short, long in names.items()}
    prefix = "UCD_SCRIPT_"
    named = {
        short_names[define[len(prefix):].title()]: value
        for define, value in BITS.items()
        if define.startswith(prefix)
    }
    order = dict.fromkeys([*sorted(named, key=named.get), *names])
    numbers = {script: number for number, script in enumerate(order)}
    require(
        all(numbers[script] == number for script, number in named.items()),
        "the numbers of ucd.h are not 0, 1, 2 ...",
    )
    limit = LAYOUT["UCD_SCRIPTS_MAX"]
    require(len(numbers) <= limit, f"{len(numbers)} scripts of at most {limit}")
    return numbers


class Scripts:
    """What the rules on scripts need."""

    def __init__(self, ucd, category):
        names = script_names(ucd)
        self.extensions = script_extensions(ucd, names, category)
        self.types = identifier_types(ucd, category)
        self.recommended = recommended_scripts(self.types, self.extensions)
        self.zeros = decimal_zeros(ucd)
        used = {script for scripts in set(self.extensions) for script in scripts}
        self.names = {script: names[script] for script in names if script in used}
        self.numbers = script_numbers(self.names)


# --- All of it ----------------------------------------------------------------


class Properties:
    """Everything that tables.c contains, before it is laid out."""

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

    def nfd(self, code_points):
        """Returns Normalization Form D."""
        parts = [part for c in code_points for part in self.decomposition(c)]
        for i in range(1, len(parts)):
            at = i
            while at and 0 < self.ccc[parts[at]] < self.ccc[parts[at - 1]]:
                parts[at - 1:at + 1] = parts[at], parts[at - 1]
                at -= 1
        return tuple(parts)

    def decomposition(self, code_point):
        if code_point not in HANGUL_SYLLABLES:
            return self.decompositions.get(code_point, (code_point,))
        lv, t = divmod(code_point - HANGUL_SYLLABLES.start, len(HANGUL_T) + 1)
        l, v = divmod(lv, len(HANGUL_V))
        return HANGUL_L[l], HANGUL_V[v], *HANGUL_T[t - 1:t]  # none if t is 0

    def check(self):
        """Checks the assumptions of map.c, nfc.c, label.c and bidi.c."""
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
        """Checks for nfc.c that nothing before a starter with NFC_QC=Yes changes it."""
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


