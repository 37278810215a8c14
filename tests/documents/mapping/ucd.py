# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Reads the files of the Unicode Character Database, of any version (UAX #44).

from pathlib import Path

# Hangul syllables decompose by arithmetic: The Unicode Standard, section 3.12.
HANGUL = range(0xAC00, 0xD7A4)
L_BASE, V_BASE, T_BASE, V_COUNT, T_COUNT = 0x1100, 0x1161, 0x11A7, 21, 28


def code_points(field):
    """Reads a range as the files write it: 0041 or 0041..005A."""
    first, _, last = field.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def ranges(text):
    """Returns the set of several ranges."""
    return {c for word in text.split() for c in code_points(word)}


def sequence(field):
    return tuple(int(c, 16) for c in field.split())


class Ucd:
    def __init__(self, directory):
        self.directory = Path(directory)
        self.category = {}
        for field in self.rows("DerivedGeneralCategory"):
            self.category.update(dict.fromkeys(code_points(field[0]), field[1]))
        self.nfkc_casefold = {
            c: sequence(field[2]) for field in self.rows("DerivedNormalizationProps")
            if field[1] == "NFKC_CF" for c in code_points(field[0])}
        self.changes_when_nfkc_casefolded = self.set(
            "DerivedNormalizationProps", "Changes_When_NFKC_Casefolded")
        self.canonical = {
            int(field[0], 16): sequence(field[5]) for field in self.rows("UnicodeData")
            if field[5] and not field[5].startswith("<")}

    def rows(self, name):
        with open(self.directory / f"{name}.txt", encoding="utf-8") as lines:
            for line in lines:
                row = line.partition("#")[0].strip()
                if row:
                    yield [field.strip() for field in row.split(";")]

    def set(self, name, *values):
        """Returns the code points whose second field is one of these properties or values."""
        return {c for field in self.rows(name) if field[1] in values
                for c in code_points(field[0])}

    def gc(self, code_point):
        return self.category.get(code_point, "Cn")

    def nfd(self, code_point):
        """Returns the full canonical decomposition, without reordering its marks."""
        if code_point in HANGUL:
            l_v, t = divmod(code_point - HANGUL[0], T_COUNT)
            lv = (L_BASE + l_v // V_COUNT, V_BASE + l_v % V_COUNT)
            return lv + (T_BASE + t,) if t else lv
        if code_point not in self.canonical:
            return (code_point,)
        return tuple(d for c in self.canonical[code_point] for d in self.nfd(c))
