# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The derived property of IDNA2008 (RFC 5892 section 3), for any version of Unicode.

from ucd import ranges

# Section 2.6.
EXCEPTIONS = {
    **dict.fromkeys(ranges("00DF 03C2 06FD 06FE 0F0B 3007"), "PVALID"),
    **dict.fromkeys(ranges("00B7 0375 05F3 05F4 30FB 0660..0669 06F0..06F9"), "CONTEXTO"),
    **dict.fromkeys(ranges("0640 07FA 302E 302F 3031..3035 303B"), "DISALLOWED"),
}
LETTER_DIGITS = ("Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc")           # 2.1
IGNORABLE_BLOCKS = ranges("20D0..20FF 1D100..1D1FF 1D200..1D24F")    # 2.4
LDH = ranges("002D 0030..0039 0061..007A")                           # 2.5
JOIN_CONTROL = ranges("200C 200D")                                   # 2.8
# 2.9: the blocks whose characters have Hangul_Syllable_Type L, V or T.
OLD_HANGUL_JAMO = ranges("1100..11FF A960..A97F D7B0..D7FF")


class Idna2008:
    def __init__(self, ucd):
        self.ucd = ucd
        self.noncharacters = ucd.set("PropList", "Noncharacter_Code_Point")
        self.ignorable = self.noncharacters | ucd.set("PropList", "White_Space") | ucd.set(
            "DerivedCoreProperties", "Default_Ignorable_Code_Point")

    def category(self, c):
        if c in EXCEPTIONS:
            return EXCEPTIONS[c]
        if self.ucd.gc(c) == "Cn" and c not in self.noncharacters:
            return "UNASSIGNED"
        if c in LDH:
            return "PVALID"
        if c in JOIN_CONTROL:
            return "CONTEXTJ"
        # "Unstable" is Changes_When_NFKC_Casefolded without the default ignorables, which are
        # disallowed as well.
        if c in self.ucd.changes_when_nfkc_casefolded or c in self.ignorable:
            return "DISALLOWED"
        if c in IGNORABLE_BLOCKS or c in OLD_HANGUL_JAMO:
            return "DISALLOWED"
        return "PVALID" if self.ucd.gc(c) in LETTER_DIGITS else "DISALLOWED"
