# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts the names that the settings against look-alikes reject.  Writes TAP and a report.

    report.py JUDGE FOLDER [--cases=FILE] [--real-names=FOLDER] [--earlier=JUDGE]

JUDGE is the program of judge.c, and that of an earlier build to compare with.  The report is
FOLDER/report.txt.  The file of cases has names that others have judged: ASCII form, Unicode
form, verdict (safe, unsafe or invalid) and kind, separated by tabs.  real_names.py describes
a folder of real names.
"""

import argparse
import os
import subprocess
import sys
import unicodedata
from collections import Counter, defaultdict

import words
from real_names import read_protected, read_rows, report_real_names

HERE = os.path.dirname(__file__)
COUNTRY_SCRIPTS = "libcore/gen/country_scripts.tsv"

BROWSER, STRICT = "browser", "strict"
ICU, ICU_ALL = "ICU", "ICU all"

COLUMNS = """\
browser, strict   protection = browser, strict
+protect          with it, protect = the names that the cases spoof
+scripts          with both, scripts = Latin and those of the top-level domain
ICU               uspoof_check() of each label by ICU {icu}, by default
ICU all           with USPOOF_ALL_CHECKS, highly restrictive, and the characters that
                  UTS #39 recommends or includes; two names are not compared
"""


def with_protect(protection):
    return f"{protection} +protect"


def with_scripts(protection):
    return f"{with_protect(protection)} +scripts"


# --- Settings -------------------------------------------------------------------


def script_of(top):
    """Returns the script of a top-level domain's first letter: the first word of its name."""
    script = unicodedata.name(top[0]).split()[0].title()
    return "Han" if script == "Cjk" else script


def scripts_of(tops):
    """Returns {top-level domain: scripts besides Latin}."""
    of = defaultdict(list)
    for script, countries in read_rows(COUNTRY_SCRIPTS):
        for country in countries.split():
            of[country].append(script)
    for top in tops:
        if not top.isascii():
            of[top] = [script_of(top)]
    return of


def settings(tops):
    """Returns {name: text of an idnx.conf}."""
    protected = " ".join(name for [name] in read_rows(f"{HERE}/protected.txt"))
    protect = f"protect = {protected}\n"
    scripts = "scripts = Latin\n" + "".join(
        f"[.{top}]\nscripts = Latin {' '.join(others)}\n"
        for top, others in sorted(scripts_of(tops).items()))
    texts = {}
    for protection in (BROWSER, STRICT):
        text = f"protection = {protection}\n"
        texts[protection] = text
        texts[with_protect(protection)] = text + protect
        texts[with_scripts(protection)] = text + protect + scripts
    return texts


def settings_of_real_names(protected, words_alone):
    texts = {protection: f"protection = {protection}\n" for protection in (BROWSER, STRICT)}
    for column, names in ((with_protect(BROWSER), protected),
                          (f"{BROWSER} +words", words_alone)):
        texts[column] = texts[BROWSER] + "".join(f"protect = {name}\n" for name in names)
    return texts


# --- Judgements -----------------------------------------------------------------


class Judge:
    def __init__(self, program, folder, texts):
        self.program, self.icu_version = program, "?"
        self.columns = [*texts, ICU, ICU_ALL]
        self.files = []
        os.makedirs(folder, exist_ok=True)
        for number, text in enumerate(texts.values()):
            self.files.append(f"{folder}/{number}.conf")
            with open(self.files[-1], "w", encoding="utf-8") as file:
                file.write(text)

    def judge(self, names):
        """Returns [(ASCII form, Unicode form, {column: what rejects it})]; None: invalid name."""
        found = subprocess.run([self.program, *self.files], check=True, encoding="utf-8",
                               input="".join(name + "\n" for name in names),
                               stdout=subprocess.PIPE).stdout.splitlines()
        self.icu_version = found.pop(0)
        assert len(found) == len(names), f"{len(names)} names, {len(found)} judgements"
        return [self.judgement(line.split("\t")) for line in found]

    def judgement(self, row):
        if len(row) == 1:
            return None
        ace, name, *verdicts = row
        return ace, name, {column: verdict for column, verdict in zip(self.columns, verdicts)
                           if verdict not in ("OK", "0")}


# --- Report ---------------------------------------------------------------------


class Report:
    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")
        self.results, self.goals = [], []

    def line(self, text=""):
        print(text, file=self.file)

    def table(self, head, rows):
        """Writes a table; the head of a column whose name has a "+" is the name's last word."""
        head = [cell.split()[-1] if "+" in cell else cell for cell in head]
        widths = [max(len(str(row[i])) for row in (head, *rows)) for i in range(len(head))]
        for row in (head, *rows):
            self.line("  ".join([str(row[0]).ljust(widths[0]),
                                 *(str(cell).rjust(width)
                                   for cell, width in zip(row[1:], widths[1:]))]))
        self.line()

    def goal(self, what, is_met):
        self.results.append(f"{'ok' if is_met else 'not ok'} {len(self.results) + 1} - {what}")
        self.goals.append(f"{'met   ' if is_met else 'MISSED'}  {what}")

    def skip(self, what, reason):
        self.results.append(f"ok {len(self.results) + 1} - {what} # SKIP {reason}")
        self.line(f"SKIP  {what}: {reason}")

    def end(self):
        self.line("\n".join(self.goals))
        self.file.close()
        print(f"1..{len(self.results)}", *self.results, sep="\n")


# --- Cases ----------------------------------------------------------------------

# Per cent: at least that many unsafe cases are rejected, and at most that many safe ones.
UNSAFE_GOALS = {
    BROWSER: 75,
    STRICT: 82,
    with_protect(STRICT): 88,
    with_scripts(STRICT): 95,
}
SAFE_GOALS = {BROWSER: 3}

TUNED = """\
The shapes (look_alikes.tsv) and the rules of "look-alikes = refuse" were made with these
cases and these words at hand, and the protected names are those of these cases: the figures
say how much is refused of what was looked at.  ICU was not made for these cases.
"""


def judged_cases(judge, path):
    """Returns {verdict: [(name, kind, {column: what rejects it})]}."""
    of = defaultdict(list)
    rows = [row for row in read_rows(path) if row[2] != "invalid"]
    for row, found in zip(rows, judge.judge([row[1] for row in rows])):
        assert found, f"{row[1]}: no valid name"
        of[row[2]].append((found[1], row[3], found[2]))
    return of


def count_cases(report, judge, cases):
    unsafe, safe = cases["unsafe"], cases["safe"]
    kinds = defaultdict(list)
    for name, kind, refusals in unsafe:
        kinds[kind.split(" (")[0]].append(refusals)

    def row(title, listed):
        return [title, len(listed), *(sum(column in refusals for refusals in listed)
                                      for column in judge.columns)]

    report.line("Names that a browser does not show, and how many of them are refused\n")
    report.table(["kind", "names", *judge.columns], [
        *(row(kind, listed) for kind, listed in sorted(kinds.items())),
        row("all unsafe", [refusals for _, _, refusals in unsafe]),
        row("safe", [refusals for _, _, refusals in safe]),
    ])


def list_cases(report, judge, cases):
    for column in judge.columns[:-2]:
        refused = [f"{name} ({refusals[column]})" for name, _, refusals in cases["safe"]
                   if column in refusals]
        missed = [name for name, _, refusals in cases["unsafe"] if column not in refusals]
        report.line(f"{column}: safe and refused: {' '.join(refused) or 'none'}")
        report.line(f"{column}: unsafe and allowed: {' '.join(missed) or 'none'}")
    report.line()


def check_cases(report, cases):
    for column, goal in UNSAFE_GOALS.items():
        total = len(cases["unsafe"])
        count = sum(column in refusals for _, _, refusals in cases["unsafe"])
        report.goal(f"{column}: {count} of {total} unsafe names refused, "
                    f"{100 * count / total:.1f} %, at least {goal} %",
                    100 * count >= goal * total)
    for column, goal in SAFE_GOALS.items():
        total = len(cases["safe"])
        count = sum(column in refusals for _, _, refusals in cases["safe"])
        report.goal(f"{column}: {count} of {total} safe names refused, at most {goal}",
                    count <= goal)


def report_cases(report, judge, path):
    cases = judged_cases(judge, path)
    count_cases(report, judge, cases)
    list_cases(report, judge, cases)
    check_cases(report, cases)


# --- Words ----------------------------------------------------------------------

# Per cent: browser rejects at most that many words.
WORD_GOALS = {"com": 2, "own": 1.5}

BELOW = {"com": ".com", "own": "their own country's suffix"}


def judged_words(judge, rows, below):
    """Returns [(locale, name, {column: what rejects it})], each name once."""
    names = [(locale, f"{word}.{'com' if below == 'com' else country}")
             for locale, country, word in rows if country or below == "com"]
    once = {}
    for (locale, _), found in zip(names, judge.judge([name for _, name in names])):
        if found and "xn--" in found[0]:
            once.setdefault(found[0], (locale, *found[1:]))
    return list(once.values())


def list_words(report, listed, column):
    of = defaultdict(lambda: defaultdict(list))
    for locale, name, refusals in listed:
        if column in refusals:
            of[refusals[column]][locale.split("_")[0].split("@")[0]].append(name)
    for rule, languages in sorted(of.items()):
        count = sum(map(len, languages.values()))
        report.line(f"{column}: {rule} refuses {count} words:")
        for language, names in sorted(languages.items(), key=lambda item: -len(item[1])):
            words_alone = " ".join(name.split(".")[0] for name in names)
            report.line(f"    {language} {len(names)}: {words_alone}")
    report.line()


def report_words(report, judge, rows):
    table, lists = [], []
    for below, goal in WORD_GOALS.items():
        listed = judged_words(judge, rows, below)
        counts = Counter(column for _, _, refusals in listed for column in refusals)
        table.append([f"below {BELOW[below]}", len(listed),
                      *(f"{100 * counts[column] / len(listed):.2f}"
                        for column in judge.columns)])
        per_cent = 100 * counts[BROWSER] / len(listed)
        report.goal(f"{BROWSER}: {per_cent:.2f} % of {len(listed)} words below {BELOW[below]} "
                    f"refused, at most {goal} %", per_cent <= goal)
        lists.append(listed)
    report.line("Real words as names, and how many per cent of them are refused\n")
    report.table(["", "words", *judge.columns], table)
    for (below, _), listed in zip(WORD_GOALS.items(), lists):
        report.line(f"Words refused below {BELOW[below]}\n")
        list_words(report, listed, BROWSER)


# --- Real names -----------------------------------------------------------------


def report_registered(report, program, earlier, folder, real_names):
    texts = settings_of_real_names(*read_protected(real_names))
    judges = [Judge(judge, f"{folder}/real-names", texts) if judge else None
              for judge in (program, earlier)]
    report_real_names(report, *judges, real_names)


# --- All ------------------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("judge")
    parser.add_argument("folder")
    parser.add_argument("--cases")
    parser.add_argument("--real-names")
    parser.add_argument("--earlier")
    return parser.parse_args()


def main(arguments):
    report = Report(f"{arguments.folder}/report.txt")
    rows = read_rows(arguments.cases) if arguments.cases else []
    judge = Judge(arguments.judge, arguments.folder,
                  settings({row[1].split(".")[-1] for row in rows}))
    if arguments.cases:
        report_cases(report, judge, arguments.cases)
    else:
        report.skip("cases", "pass LOOKALIKES=file")
    lacking = words.missing()
    if lacking:
        report.skip("words", f"the package {lacking} is missing")
    else:
        report_words(report, judge, words.read())
    if arguments.real_names:
        report_registered(report, arguments.judge, arguments.earlier, arguments.folder,
                          arguments.real_names)
    else:
        report.skip("registered names", "pass REAL_NAMES=folder")
    report.line(COLUMNS.format(icu=judge.icu_version))
    report.line(TUNED)
    report.end()


if __name__ == "__main__":
    main(parse_arguments())
