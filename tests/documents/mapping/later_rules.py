# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The rules by which the published tables differ from section 7 of the draft, oldest first.
# Each rule changes the derivation.  With all rules up to a version, the derivation gives
# exactly the table of that version.
#
# Sources: the table of 5.2.0 as published on 2010-06-01, from which rules are inferred; the
# announcement of UTS #46 version 6.3 (2013-11-13); decisions of the Unicode Technical
# Committee, by their numbers, as cited in unicode-org/unicodetools.

from derivation import ASCII, FULL_STOP
from ucd import ranges


def full_stop(derivation):
    derivation.base_valid.discard(FULL_STOP)
    derivation.separators_apart = True


def bidi_format(derivation):
    derivation.base_exclusion -= ranges("2010..2029")


def tone_marks(derivation):
    derivation.base_exclusion -= ranges("0340 0341")


def mapping_must_be_valid(derivation):
    derivation.mapping_must_be_valid = True


def unassigned(derivation):
    derivation.unassigned_disallowed = True


def bidi_controls(derivation):
    controls = derivation.ucd.set("PropList", "Bidi_Control")
    derivation.base_exclusion |= controls - derivation.deviations


def no_nfd(derivation):
    derivation.nfd_must_be_valid = False


def capital_sharp_s(derivation):
    derivation.base_mapping[0x1E9E] = (0xDF,)
    derivation.base_valid.add(0xDF)


def description_operators(derivation):
    derivation.base_valid -= derivation.ucd.set(
        "PropList", "IDS_Unary_Operator", "IDS_Binary_Operator", "IDS_Trinary_Operator")


# "For details see the proposal in document L2/24-064": these stayed disallowed.
def smaller_exclusion(derivation):
    derivation.base_exclusion = ranges("FFFC FFFD E0001 E0020..E007F")
    bidi_controls(derivation)


def std3(derivation):
    derivation.base_valid |= ASCII - {FULL_STOP}


FIRST, LAST = "5.2.0", "today's"

# Each rule: what it says, its source, its first version, its function, and how many code
# points it changes in the tables of 5.2.0 and of today.
LATER_RULES = (
    ("no mapping has a full stop but those of the label separators",
     "what the draft's own note says of U+2488; table of 5.2.0", FIRST, full_stop,
     {FIRST: 27, LAST: 27}),
    ("of U+200E..U+202E only U+200E..U+200F, U+202A..U+202E are excluded",
     "table of 5.2.0", FIRST, bidi_format, {FIRST: 20, LAST: 20}),
    ("U+0340 and U+0341 are not excluded",
     "table of 5.2.0", FIRST, tone_marks, {FIRST: 2, LAST: 2}),
    ("what is mapped maps to valid or deviation code points (U+FE12 does not)",
     "table of 5.2.0; derivation step 7", FIRST, mapping_must_be_valid,
     {FIRST: 1, LAST: 1}),
    ("unassigned code points are disallowed, default ignorable or not",
     "table of 5.2.0", FIRST, unassigned, {FIRST: 3773, LAST: 3769}),
    ("Bidi_Control characters are excluded, now and in the future",
     "announcement of version 6.3", "6.3.0", bidi_controls, {LAST: 5}),
    ("decompositions are not asked: domain names are composed (U+2260, U+226E, U+226F)",
     "175-A86", "15.1.0", no_nfd, {LAST: 3}),
    ("U+1E9E maps to U+00DF",
     "UTC-176, unicodetools pull request 511", "15.1.0", capital_sharp_s, {LAST: 1}),
    ("all ideographic description operators are removed, not their block (U+31EF)",
     "178-A25", "15.1.0", description_operators, {LAST: 1}),
    ("the base exclusion set is a smaller one",
     "179-C36", "16.0.0", smaller_exclusion, {LAST: 70}),
    ("ASCII is valid: what STD3 forbids is a criterion, not a status",
     "180-A61", "16.0.0", std3, {LAST: 368}),
)
