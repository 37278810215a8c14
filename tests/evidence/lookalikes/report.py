# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts the names that "idnx check" rejects under the settings of protection.

    report.py IDNX DIRECTORY [--cases=FILE] [--real-names=DIRECTORY]

Writes TAP, and DIRECTORY/report.txt, which names what is rejected.  The file of cases has names
that others have checked: ASCII form, Unicode form, verdict (safe, unsafe or invalid) and kind,
separated by tabs.

The directory of real names has honest.tsv (in use), parked.tsv, hostile.tsv (from phishing
lists) and study.tsv (look-alikes that a study found), with ASCII form, Unicode form, source
and kind.  targets.tsv says what a hostile name spoofs: ASCII form, Unicode form, whether a
label of it equals the spoofed word but for the disguise (exact) or contains it (contains),
that word, and the hostile name in plain letters: the spoofed name, if the whole name equals it.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections import defaultdict

import words

HERE = os.path.dirname(__file__)
sys.path.insert(0, f"{HERE}/../../common")
from table import rows as read_rows  # noqa: E402

COUNTRY_SCRIPTS = "libcore/gen/country_scripts.tsv"

BROWSER, STRICT = "browser", "strict"
EQUAL, CONTAINING = "hostile, equal", "hostile, containing"
LEGITIMATE, PARKED, HOSTILE, OTHERS, STUDY = "honest", "parked", "hostile", "others listed", "study"
GROUPS = (LEGITIMATE, PARKED, HOSTILE, EQUAL, CONTAINING, OTHERS, STUDY)

EXPLAINED = f"""\
{BROWSER}, {STRICT}   protection = browser, strict
+protect          with it, protect = the names that the cases spoof; of real names, those that
                  hostile ones equal, and WORD.com for each word that hostile ones contain
+scripts          with both, scripts = Latin and those of the top-level domain
+words            protect = WORD.com for each word that hostile ones equal or contain
{LEGITIMATE}, {PARKED}    names in use; names that are registered and not in use
{HOSTILE}           names of phishing lists that spoof a word: one label equals the word but
                  for the disguise, or contains it
{OTHERS}     names of the same lists that spoof nothing known
{STUDY}             look-alikes that a study found to be registered

The shapes (look_alikes.tsv) and the rules of "look-alikes = reject" were made with these
cases and these words at hand, and the protected names are those of these cases: the figures
say how much is rejected of what was looked at.  Of the registered names that the project has,
one half was at hand when the letters of country_letters.tsv and the shapes of strokes and kana
were chosen, and when everyday marks between hyphens came to count; the other was kept apart.  The figures of the other half say how much is rejected
of names that nobody looked at.
"""

# (kind of names, column, per cent): at least so many are rejected ...
AT_LEAST = (
    ("unsafe", BROWSER, 75),
    ("unsafe", STRICT, 82),
    ("unsafe", f"{STRICT} +protect", 88),
    ("unsafe", f"{STRICT} +scripts", 95),
    (EQUAL, f"{BROWSER} +protect", 98.5),
    (CONTAINING, f"{BROWSER} +protect", 75),
    (HOSTILE, BROWSER, 26),
)
# ... and at most so many.
AT_MOST = (
    ("safe", BROWSER, 7),
    ("words below .com", BROWSER, 2),
    ("words below their own country's suffix", BROWSER, 1.5),
    (LEGITIMATE, f"{BROWSER} +protect", 0.45),
    (PARKED, f"{BROWSER} +protect", 0.75),
)


# --- Settings -------------------------------------------------------------------


def script_of(top):
    """Returns the script of a top-level domain's first letter: the first word of its name."""
    script = unicodedata.name(top[0]).split()[0].title()
    return "Han" if script == "Cjk" else script


def scripts_of(tops):
    """Returns the lines of an idnx.conf: Latin everywhere, and what a domain has besides."""
    of = defaultdict(list)
    for script, countries in read_rows(COUNTRY_SCRIPTS):
        for country in countries.split():
            of[country].append(script)
    for top in tops:
        if not top.isascii():
            of[top] = [script_of(top)]
    return "scripts = Latin\n" + "".join(f"[.{top}]\nscripts = Latin {' '.join(others)}\n"
                                         for top, others in sorted(of.items()))


def settings_of_cases(names):
    """Returns {column: text of an idnx.conf}."""
    protect = f"protect = {' '.join(name for [name] in read_rows(f'{HERE}/protected.txt'))}\n"
    scripts = scripts_of({name.split(".")[-1] for name in names})
    texts = {}
    for protection in (BROWSER, STRICT):
        text = texts[protection] = f"protection = {protection}\n"
        texts[f"{protection} +protect"] = text + protect
        texts[f"{protection} +scripts"] = text + protect + scripts
    return texts


def settings_of_real_names(directory):
    rows = read_rows(f"{directory}/targets.tsv")
    equal = {row[4] for row in rows if row[2] == "exact" and re.fullmatch("[a-z0-9.-]+", row[4])}
    contained = {f"{row[3]}.com" for row in rows if row[2] == "contains"}
    texts = {protection: f"protection = {protection}\n" for protection in (BROWSER, STRICT)}
    for column, names in (("+protect", equal | contained),
                          ("+words", {f"{row[3]}.com" for row in rows})):
        texts[f"{BROWSER} {column}"] = texts[BROWSER] + "".join(
            f"protect = {name}\n" for name in sorted(names))
    return texts


# --- Verdicts -------------------------------------------------------------------


def ask(idnx, conf, text, names):
    """Yields idnx's JSON object for each name, under that text of an idnx.conf."""
    with open(conf, "w", encoding="utf-8") as file:
        file.write(text)
    answers = subprocess.run([idnx, "check", "--json", f"--config={conf}"], encoding="utf-8",
                             input="".join(f"{name}\n" for name in names), check=False,
                             stdout=subprocess.PIPE).stdout.splitlines()
    assert len(answers) == len(names), f"{len(names)} names, {len(answers)} answers"
    return map(json.loads, answers)


def is_rejected(answer):
    return answer["output"] is None


def verdicts(idnx, conf, texts, names):
    """Returns {valid name: (ASCII form, {column: the rule that rejects it})}."""
    found = {name: (answer["output"], {})
             for name, answer in zip(names, ask(idnx, conf, "protection = off\n", names))
             if not is_rejected(answer)}
    for column, text in texts.items():
        for name, answer in zip(found, ask(idnx, conf, text, list(found))):
            if is_rejected(answer):
                found[name][1][column] = answer["status"]
    return found


# --- Report ---------------------------------------------------------------------


class Report:
    """groups: {title: [(name, {column: rule})]}."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")
        self.results = []

    def line(self, text=""):
        print(text, file=self.file)

    def table(self, title, columns, groups, decimals=2):
        """Writes how many of each group each column rejects: per cent, if it has decimals."""
        self.line(f"{title}\n")
        rows = [["", "names", *(column.split()[-1] for column in columns)]]
        for group, listed in groups.items():
            share = 100 / max(len(listed), 1) if decimals else 1
            rows.append([group, str(len(listed)),
                         *(f"{share * sum(column in rules for _, rules in listed):.{decimals}f}"
                           for column in columns)])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        for first, *cells in rows:
            self.line("  ".join([first.ljust(widths[0]),
                                 *map(str.rjust, cells, widths[1:])]))
        self.line()

    def rejected(self, group, column, listed):
        """Names each rejected name, by its rule."""
        of = defaultdict(list)
        for name, rules in listed:
            if column in rules:
                of[rules[column]].append(name)
        for rule, names in sorted(of.items()):
            self.line(f"{group}: {column} rejects by {rule} {len(names)}: {' '.join(names)}")

    def allowed(self, group, column, listed):
        names = [name for name, rules in listed if column not in rules]
        self.line(f"{group}: {column} allows {len(names)}: {' '.join(names)}")

    def goals(self, groups):
        for limits, bound in ((AT_LEAST, "at least"), (AT_MOST, "at most")):
            for group, column, limit in limits:
                if group not in groups:
                    continue
                listed = groups[group]
                share = 100 * sum(column in rules for _, rules in listed) / len(listed)
                met = share >= limit if limits is AT_LEAST else share <= limit
                self.results.append(
                    f"{'ok' if met else 'not ok'} {len(self.results) + 1} - {column}: {share:.2f}"
                    f" % of {len(listed)} names ({group}) rejected, {bound} {limit} %")

    def skip(self, what, reason):
        self.results.append(f"ok {len(self.results) + 1} - {what} # SKIP {reason}")

    def end(self):
        self.line("\n".join(self.results))
        print(f"1..{len(self.results)}", *self.results, sep="\n")


def report_cases(report, idnx, conf, path):
    rows = [row for row in read_rows(path) if row[2] != "invalid"]
    texts = settings_of_cases([row[1] for row in rows])
    found = verdicts(idnx, conf, texts, [row[1] for row in rows])
    kinds, groups = defaultdict(list), {"unsafe": [], "safe": []}
    for _, name, verdict, kind in (row[:4] for row in rows):
        rules = found[name][1]
        groups[verdict].append((name, rules))
        if verdict == "unsafe":
            kinds[kind.split(" (")[0]].append((name, rules))
    report.table("Names that a browser does not show, and how many of them are rejected",
                 texts, {**dict(sorted(kinds.items())), **groups}, 0)
    for column in texts:
        report.rejected("safe", column, groups["safe"])
        report.allowed("unsafe", column, groups["unsafe"])
    report.line()
    report.goals(groups)


def report_words(report, idnx, conf):
    texts = {protection: f"protection = {protection}\n" for protection in (BROWSER, STRICT)}
    groups = {}
    for title, suffix in (("words below .com", "com"),
                          ("words below their own country's suffix", None)):
        language_of = {}
        for locale, country, word in words.read():
            if suffix or country:
                language_of.setdefault(f"{word}.{suffix or country}", re.split("[_@]", locale)[0])
        once = {ace: (f"{name} ({language_of[name]})", rules) for name, (ace, rules)
                in reversed(verdicts(idnx, conf, texts, list(language_of)).items())
                if "xn--" in ace}
        groups[title] = list(once.values())
    report.table("Real words as names, and how many per cent of them are rejected", texts, groups)
    for title, listed in groups.items():
        report.rejected(title, BROWSER, listed)
    report.line()
    report.goals(groups)


def real_groups(directory, found):
    kinds = {row[1]: row[2] for row in read_rows(f"{directory}/targets.tsv")}
    names = {group: [] for group in GROUPS}
    for group in (LEGITIMATE, PARKED, STUDY):
        names[group] = [row[1] for row in read_rows(f"{directory}/{group}.tsv")]
    for row in read_rows(f"{directory}/hostile.tsv"):
        kind = {"exact": EQUAL, "contains": CONTAINING}.get(kinds.get(row[1]))
        for group in (kind, HOSTILE) if kind else (OTHERS,):
            names[group].append(row[1])
    columns, names_of = found
    every = dict.fromkeys(columns, "invalid")
    return {group: [(name, names_of[name][1] if name in names_of else every)
                    for name in dict.fromkeys(listed)] for group, listed in names.items()}


def report_real_names(report, idnx, conf, directory):
    texts = settings_of_real_names(directory)
    names = sorted({row[1] for group in (LEGITIMATE, PARKED, HOSTILE, STUDY)
                    for row in read_rows(f"{directory}/{group}.tsv")})
    groups = real_groups(directory, (texts, verdicts(idnx, conf, texts, names)))
    report.table("Registered names, and how many per cent of them are rejected", texts, groups)
    for group in (LEGITIMATE, PARKED, HOSTILE, OTHERS, STUDY):
        report.rejected(group, BROWSER, groups[group])
    for group in (EQUAL, CONTAINING):
        report.allowed(group, f"{BROWSER} +protect", groups[group])
    report.line()
    report.goals(groups)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("idnx")
    parser.add_argument("directory")
    for option in ("--cases", "--real-names"):
        parser.add_argument(option)
    options = parser.parse_args()
    os.makedirs(options.directory, exist_ok=True)
    report = Report(f"{options.directory}/report.txt")
    conf = f"{options.directory}/idnx.conf"
    lacking = words.missing()
    if options.cases:
        report_cases(report, options.idnx, conf, options.cases)
    else:
        report.skip("cases", "pass LOOKALIKES=file")
    if lacking:
        report.skip("words", f"the package {lacking} is missing")
    else:
        report_words(report, options.idnx, conf)
    if options.real_names:
        report_real_names(report, options.idnx, conf, options.real_names)
    else:
        report.skip("registered names", "pass REAL_NAMES=directory")
    report.line(EXPLAINED)
    report.end()


if __name__ == "__main__":
    main()
