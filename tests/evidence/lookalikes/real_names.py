# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads registered names, and counts how many per cent of each group report.py's settings reject.

A folder of real names has four files of names: honest.tsv (in use), parked.tsv, hostile.tsv
(from phishing lists) and study.tsv (look-alikes that a study found).  Their columns, separated
by tabs, are the ASCII form, the Unicode form, the source and the kind.  targets.tsv says what a
hostile name spoofs: ASCII form, Unicode form, whether a label of it equals the spoofed word but
for the disguise (exact) or contains it (contains), that word, and the hostile name in plain
letters: the spoofed name, if the whole name equals it.
"""

import re
from collections import Counter, defaultdict

EQUAL, CONTAINING = "hostile, equal", "hostile, containing"
HOSTILE = "hostile"
HONEST, PARKED, OTHERS, STUDY = "honest", "parked", "others listed", "study"
GROUPS = (HONEST, PARKED, HOSTILE, EQUAL, CONTAINING, OTHERS, STUDY)

EXPLAINED = f"""\
{HONEST}, {PARKED}    names in use; names that are registered and not in use
{HOSTILE}           names of phishing lists that spoof a word: one label equals the word but
                  for the disguise, or contains it
{OTHERS}     names of the same lists that spoof nothing known
{STUDY}             look-alikes that a study found to be registered
+protect          protect = the names that hostile ones equal, and WORD.com for each word
                  that hostile ones contain
+words            protect = WORD.com for each word that hostile ones equal or contain

Of the registered names that the project has, one half was at hand when the letters of
country_letters.tsv and the shapes of strokes and kana were chosen; the other was kept apart.
The figures of the other half say how much is rejected of names that nobody looked at.
"""

# Per cent of a group: at most (honest names) or at least (spoofs) that many are rejected.
AT_MOST = {HONEST: ("browser +protect", 0.4), PARKED: ("browser +protect", 0.6)}
AT_LEAST = {
    EQUAL: ("browser +protect", 97),
    CONTAINING: ("browser +protect", 60),
    HOSTILE: ("browser", 26),
}


def read_rows(path):
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]


def read_groups(folder):
    """Returns {group: [name]}, each name in Unicode and once in a group."""
    kinds = {row[1]: row[2] for row in read_rows(f"{folder}/targets.tsv")}
    groups = {group: [] for group in GROUPS}
    for group in (HONEST, PARKED, STUDY):
        groups[group] = [row[1] for row in read_rows(f"{folder}/{group}.tsv")]
    for row in read_rows(f"{folder}/hostile.tsv"):
        kind = {"exact": EQUAL, "contains": CONTAINING}.get(kinds.get(row[1]))
        for group in (kind, HOSTILE) if kind else (OTHERS,):
            groups[group].append(row[1])
    return {group: list(dict.fromkeys(names)) for group, names in groups.items()}


def is_host_name(name):
    return re.fullmatch("[a-z0-9.-]+", name) is not None


def read_protected(folder):
    """Returns what the columns "+protect" and "+words" protect."""
    rows = read_rows(f"{folder}/targets.tsv")
    equal = {row[4] for row in rows if row[2] == "exact" and is_host_name(row[4])}
    contained = {f"{row[3]}.com" for row in rows if row[2] == "contains"}
    return sorted(equal | contained), sorted({f"{row[3]}.com" for row in rows})


class Judgements:
    """What a program of judge.c says of each group: {group: [(name, {column: rule})]}."""

    def __init__(self, judge, groups):
        names = sorted({name for listed in groups.values() for name in listed})
        refusals = {name: found[2] if found else dict.fromkeys(judge.columns, "invalid")
                    for name, found in zip(names, judge.judge(names))}
        self.columns = judge.columns
        self.of = {group: [(name, refusals[name]) for name in listed]
                   for group, listed in groups.items()}

    def count(self, group, column):
        return sum(column in refusals for _, refusals in self.of[group])

    def per_cent(self, group, column):
        return 100 * self.count(group, column) / len(self.of[group])

    def rows(self):
        return [[group, len(listed), *(f"{self.per_cent(group, column):.2f}"
                                       for column in self.columns)]
                for group, listed in self.of.items() if listed]


def list_rejected(report, judgements, column, groups):
    """Names each rejected name, by its rule."""
    for group in groups:
        of = defaultdict(list)
        for name, refusals in judgements.of[group]:
            if column in refusals:
                of[refusals[column]].append(name)
        report.line(f"{group}: {column} rejects {sum(map(len, of.values()))}:")
        for rule, names in sorted(of.items()):
            report.line(f"    {rule} {len(names)}: {' '.join(names)}")
    report.line()


def count_rules(report, judgements, column, groups):
    for group in groups:
        rules = Counter(refusals[column] for _, refusals in judgements.of[group]
                        if column in refusals)
        counts = ", ".join(f"{rule} {count}" for rule, count in rules.most_common())
        report.line(f"{group}: {column} rejects by {counts or 'no rule'}")
    report.line()


def list_missed(report, judgements, column, groups):
    for group in groups:
        missed = [name for name, refusals in judgements.of[group] if column not in refusals]
        report.line(f"{group}: {column} allows {len(missed)}: {' '.join(missed)}")
    report.line()


def list_changes(report, earlier, now, columns):
    """Names what an earlier build rejected and this one allows, and the reverse."""
    for column in columns:
        for group in GROUPS:
            pairs = list(zip(earlier.of[group], now.of[group]))
            lost = [name for (name, was), (_, is_now) in pairs if column in was
                    and column not in is_now]
            won = [f"{name} ({is_now[column]})" for (name, was), (_, is_now) in pairs
                   if column in is_now and column not in was]
            for what, names in (("no longer rejects", lost), ("now rejects", won)):
                if names:
                    report.line(f"{group}: {column} {what} {len(names)}: {' '.join(names)}")
    report.line()


def check(report, judgements):
    for limits, words in ((AT_MOST, "at most"), (AT_LEAST, "at least")):
        for group, (column, limit) in limits.items():
            per_cent = judgements.per_cent(group, column)
            is_met = per_cent <= limit if limits is AT_MOST else per_cent >= limit
            report.goal(f"{column}: {per_cent:.2f} % of {len(judgements.of[group])} names "
                        f"({group}) rejected, {words} {limit} %", is_met)


def report_real_names(report, judge, earlier, folder):
    """judge has the settings browser, strict, +protect and +words; earlier is one, or None."""
    groups = read_groups(folder)
    now = Judgements(judge, groups)
    report.line("Registered names, and how many per cent of them are rejected\n")
    report.table(["", "names", *now.columns], now.rows())
    if earlier:
        then = Judgements(earlier, groups)
        report.line("The same by the earlier build\n")
        report.table(["", "names", *then.columns], then.rows())
        list_changes(report, then, now, now.columns[:4])
    list_rejected(report, now, now.columns[0], (HONEST, PARKED))
    count_rules(report, now, now.columns[0], (HOSTILE, OTHERS, STUDY))
    list_missed(report, now, now.columns[2], (EQUAL, CONTAINING))
    report.line(EXPLAINED)
    check(report, now)
