# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The IDNA mapping table, computed from properties by section 7 of the UTS #46 draft of
# 2010-02-04, step by step.  Later rules change the sets and flags of a Derivation.
#
# A table is {code point: (status, mapping)}; code points that it lacks are disallowed.

from ucd import code_points, ranges, sequence

FULL_STOP = 0x2E
SEPARATORS = ranges("FF0E 3002 FF61")
IDEOGRAPHIC_DESCRIPTION_CHARACTERS = ranges("2FF0..2FFF")  # the block
ASCII = ranges("0000..007F")
VALID_ASCII = ranges("002D 002E 0041..005A 0061..007A 0030..0039")

EXCLUSIONS = ranges(
    "04C0 10A0..10C5 2132 2183 "                     # Case
    "2F868 2F874 2F91F 2F95F 2F9BF "                 # Normalization
    "3164 FFA0 115F 1160 17B4 17B5 1806 FFFC FFFD "  # Default ignorable
    "0340 0341 "                                     # Vietnamese tone marks
    "200E..202E "                                    # Bidi format characters
    "2061..2063 "                                    # Invisible operators
    "1D173..1D17A "                                  # Musical symbols
    "206A..206F "                                    # Format characters, deprecated
    "E0001 E0020..E007F")                            # Tags, deprecated

DEVIATIONS = ranges("200C 200D 00DF 03C2")


class Derivation:
    def __init__(self, ucd):
        self.ucd = ucd
        # Step 1.
        self.base_mapping = {**ucd.nfkc_casefold, **dict.fromkeys(SEPARATORS, (FULL_STOP,))}
        # Step 2, table 3.
        self.base_valid = {c for c, gc in ucd.category.items() if gc[0] not in "CZ"}
        self.base_valid -= ucd.changes_when_nfkc_casefolded
        self.base_valid -= IDEOGRAPHIC_DESCRIPTION_CHARACTERS
        self.base_valid -= ASCII
        self.base_valid |= VALID_ASCII
        # Step 3, step 4.
        self.base_exclusion = set(EXCLUSIONS)
        self.deviations = set(DEVIATIONS)
        # After step 5.
        self.nfd_must_be_valid = True
        # Not from the draft.
        self.separators_apart = False
        self.mapping_must_be_valid = False
        self.unassigned_disallowed = False

    def table(self):
        """Does step 5 for all code points that (2b) has not disallowed."""
        candidates = self.base_valid | self.base_mapping.keys() | {FULL_STOP}
        table = {c: self.entry(c) for c in candidates}
        table = {c: entry for c, entry in table.items() if entry}
        while removed := self.wrong(table):
            for c in removed:
                del table[c]
        return table

    def entry(self, c):
        mapping = self.base_mapping.get(c, (c,))
        if c in self.deviations:
            return "deviation", mapping
        if c in self.base_exclusion or not self.is_base_valid(c, mapping):
            return None
        if not mapping:
            return "ignored", ()
        return ("valid", ()) if mapping == (c,) else ("mapped", mapping)

    def is_base_valid(self, c, mapping):
        if self.unassigned_disallowed and self.ucd.gc(c) == "Cn":
            return False
        if self.separators_apart and (c in SEPARATORS or c == FULL_STOP):
            return True
        return self.base_valid.issuperset(mapping)

    def wrong(self, table):
        """Returns the code points whose canonical decompositions are not all valid."""
        valid = {c for c, entry in table.items() if entry[0] == "valid"}
        targets = valid | self.deviations
        wrong = set()
        if self.nfd_must_be_valid:
            wrong |= {c for c in valid if not valid.issuperset(self.ucd.nfd(c))}
        if self.mapping_must_be_valid:
            wrong |= {c for c, (status, mapping) in table.items() if status == "mapped"
                      and not targets.issuperset(mapping)}
        return wrong


def published(ucd):
    """Reads the table from IdnaMappingTable.txt."""
    table = {}
    for field in ucd.rows("IdnaMappingTable"):
        if field[1] != "disallowed":
            mapping = sequence(field[2]) if len(field) > 2 else ()
            table.update(dict.fromkeys(code_points(field[0]), (field[1], mapping)))
    return table


def differences(one, other):
    return {c for c in one.keys() | other.keys() if one.get(c) != other.get(c)}
