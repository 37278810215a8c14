#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests sections 5, 7 and 8 of the UTS #46 draft of 2010-02-04, which cover all code points,
# with the files of Unicode 5.2.0, the draft's version, and of today's.  Writes TAP.
#
# tests/unicode_dir says where the files are.

import os
import subprocess
import sys
from collections import Counter, defaultdict

from derivation import DEVIATIONS, Derivation, differences, published
from idna2003 import Idna2003
from idna2008 import Idna2008
from later_rules import FIRST, LAST, LATER_RULES, bidi_format, full_stop
from ucd import Ucd, ranges

DRAFT = "UTS #46 draft of 2010"

VARIABLES = {FIRST: "UNICODE_5_2_DIR", LAST: "UNICODE_DIR"}
FILES = ("UnicodeData", "DerivedGeneralCategory", "DerivedNormalizationProps", "PropList",
         "DerivedCoreProperties", "DerivedAge", "IdnaMappingTable")
FILES_OF = {FIRST: FILES, LAST: FILES + ("Idna2008",)}

tests = []


def test(name, *versions):
    """Adds a test of that name, which is skipped if files of one of the versions are missing."""
    def add(function):
        tests.append((f"{DRAFT} {name}", versions, function))
        return function
    return add


class Skip(Exception):
    pass


ucds = {}


def ucd(version):
    if version not in ucds:
        directory = subprocess.check_output(["tests/unicode_dir", version], text=True).rstrip()
        for name in FILES_OF[version]:
            if not os.access(f"{directory}/{name}.txt", os.R_OK):
                raise Skip(f"{directory}/{name}.txt is missing: run make unicode, or pass "
                           f"{VARIABLES[version]}=directory")
        ucds[version] = Ucd(directory)
    return ucds[version]


def note(text):
    print(f"# {text}")


def equal(what, expected, found):
    assert expected == found, f"{what}: expected {expected}, found {found}"


def names(code_points):
    return " ".join(f"U+{c:04X}" for c in sorted(code_points))


# --- Section 5 ------------------------------------------------------------------

@test("section 5: the rows of its example, in the table of 5.2.0", FIRST)
def example(old):
    table = published(old)
    equal("U+0000..U+002C", set(), table.keys() & ranges("0000..002C"))
    equal("U+002D", ("valid", ()), table[0x2D])
    equal("U+0041", ("mapped", (0x61,)), table[0x41])
    equal("U+00AD", ("ignored", ()), table[0xAD])
    equal("U+00DF", ("deviation", (0x73, 0x73)), table[0xDF])


@test("section 5: of what was not disallowed, only U+1E9E has changed until today", FIRST, LAST)
def compatible(old, new):
    before, today = published(old), published(new)
    changed = {c for c, entry in before.items() if today.get(c) != entry}
    equal("changed", "U+1E9E", names(changed))
    equal("in 5.2.0", ("mapped", (0x73, 0x73)), before[0x1E9E])
    equal("today", ("mapped", (0xDF,)), today[0x1E9E])


# --- Section 7 ------------------------------------------------------------------

# The draft lists the first and the last of them.
@test("section 7, step 5: three code points removed for their decompositions", FIRST)
def removed(old):
    derivation = Derivation(old)
    with_them = derivation.table()
    derivation.nfd_must_be_valid = False
    equal("removed", "U+2260 U+226E U+226F",
          names(differences(with_them, derivation.table())))


@test("section 7: as worded, 3823 differences from the first table, 50 of them assigned", FIRST)
def as_worded(old):
    derived, table = Derivation(old).table(), published(old)
    wrong = differences(derived, table)
    equal("differences", 3823, len(wrong))
    equal("assigned", 50, sum(old.gc(c) != "Cn" for c in wrong))


def explain(version, data):
    """Checks how many code points each rule changes, and that no difference is left at the end."""
    derivation = Derivation(data)
    table = derivation.table()
    for what, source, since, change, counts in LATER_RULES:
        if version not in counts:
            continue
        change(derivation)
        changed = derivation.table()
        count = len(differences(table, changed))
        note(f"{count:5} {what} (since {since}: {source})")
        equal(what, counts[version], count)
        table = changed
    equal("unexplained", "", names(differences(table, published(data))))


@test("section 7: five later rules leave no difference from the table of 5.2.0", FIRST)
def explain_first(old):
    explain(FIRST, old)


@test("section 7: eleven later rules leave no difference from today's table", LAST)
def explain_last(new):
    explain(LAST, new)


# --- Section 8 ------------------------------------------------------------------

@test("section 8: IDNA2008 is Idna2008.txt, for all code points of today", LAST)
def idna2008_as_published(new):
    status = Idna2008(new).category
    found = {c: field[1] for field in new.rows("Idna2008") for c in ranges(field[0])}
    wrong = [c for c in range(0x110000) if status(c) != found.get(c, "UNASSIGNED")]
    equal("differences", "", names(wrong))


V, M, D, L = "Valid", "Mapped / Ignored", "Disallowed", "LookupValid"

# The rows of table 4: whether in Unicode 3.2; the status in IDNA2003, UTS46 and IDNA2008; the
# draft's count, this test's count, and the code points that differ.
BUCKETS = (
    (True, V, V, V, 86676, 86676, ""),
    (True, D, D, D, 433, 431, "U+0340 U+0341"),
    (True, V, D, D, 48, 48, ""),
    (True, M, D, D, 8, 10, "U+0340 U+0341"),
    (True, M, M, D, 4638, 4638, ""),
    (True, V, V, D, 3254, 3254, ""),
    (True, M, M, V, 4, 4, ""),  # The deviations
    (False, L, V, V, 9705, 9705, ""),
    (False, L, D, D, 52, 52, ""),
    (False, L, V, D, 1592, 1592, ""),
    (False, L, M, D, 791, 791, ""),
)

UTS46 = {"valid": V, "mapped": M, "ignored": M, "deviation": M}
IDNA2003 = {"Valid": V, "Mapped": M, "Ignored": M, "Disallowed": D, "LookupValid": L}
IDNA2008 = {"PVALID": V, "CONTEXTJ": V, "CONTEXTO": V, "DISALLOWED": D, "UNASSIGNED": D}


def buckets(data):
    """Groups all code points except ASCII, unassigned, control, private use and surrogates."""
    try:
        idna2003 = Idna2003()
    except OSError as error:
        raise Skip(f"no libidn: {error}; make test-deps names its package") from error
    derivation = Derivation(data)
    full_stop(derivation)
    bidi_format(derivation)
    table, idna2008 = derivation.table(), Idna2008(data)
    age = {c: field[1] for field in data.rows("DerivedAge") for c in ranges(field[0])}
    found = defaultdict(set)
    for c, gc in data.category.items():
        if c >= 0x80 and gc not in ("Cn", "Cc", "Co", "Cs"):
            is_old = tuple(map(int, age[c].split("."))) <= (3, 2)
            uts46 = UTS46[table[c][0]] if c in table else D
            found[is_old, IDNA2003[idna2003.status(c)], uts46,
                  IDNA2008[idna2008.category(c)]].add(c)
    return found


# RFC 3454 prohibits U+0340 and U+0341 after NFKC, which removes them; so libidn maps them.
# The draft, which excludes them in section 7, counts them as prohibited.
@test("section 8, table 4: all buckets, nine of eleven counts, two code points explained",
      FIRST)
def comparison(old):
    found = buckets(old)
    total = Counter(draft=0, computed=0)
    for *key, draft, computed, differing in BUCKETS:
        bucket = found.pop(tuple(key))
        note(f"{'<= 3.2' if key[0] else '>= 4.0'} {key[1]:16} {key[2]:16} {key[3]:10} "
             f"draft {draft:5}, computed {len(bucket):5} {differing}")
        equal(key, computed, len(bucket))
        total.update(draft=draft, computed=len(bucket))
        if computed > draft:
            assert {f"U+{c:04X}" for c in bucket} >= set(differing.split()), names(bucket)
        if key[1:] == [M, M, V]:
            equal("deviations", DEVIATIONS, bucket)
    equal("further buckets", [], list(found))
    equal("sum", total["draft"], total["computed"])


def run(number, name, versions, function):
    try:
        function(*(ucd(version) for version in versions))
    except Skip as skip:
        print(f"ok {number} - {name} # SKIP {skip}")
    except AssertionError as error:
        print(f"not ok {number} - {name}\n# {error}")
        return 1
    else:
        print(f"ok {number} - {name}")
    return 0


def main():
    print(f"1..{len(tests)}")
    return sum(run(number, *each) for number, each in enumerate(tests, 1))


if __name__ == "__main__":
    sys.exit(main() > 0)
