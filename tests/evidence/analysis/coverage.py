# SPDX-License-Identifier: LGPL-2.1-or-later
#
# coverage.py BUILD UNCOVERED PAGE: reports what the tests have run, from gcov's data in
# BUILD: as TAP, and as a page of text.  A line counts once, a branch once for each direction,
# whichever program has run it; some tests compile a source again.  A line or branch of
# libcore and nss_idnx that was not run must be listed in UNCOVERED with a reason.  Rows of
# UNCOVERED that were run are reported and do not fail: most of them are races.  Gaps in the
# command, which no other program loads, are listed in the page only: they are allocation
# failures, and what only another kernel or libc does.

import glob
import json
import re
import subprocess
import sys

sys.path.insert(0, "tests/common")
from table import rows  # noqa: E402

OURS = re.compile(r"(libcore/(confusable/)?|nss_idnx/([a-z]+/)*)[a-z0-9_]+\.[ch]$")
COMMAND = "nss_idnx/command/"
ASKED = {"lines": 98, "branches": 95}  # per cent


def read_gcov(build):
    """Returns {file: {line: Line}}, for all objects together."""
    files = {}
    for notes in sorted(glob.glob(build + "/**/*.gcno", recursive=True)):
        out = subprocess.run(
            ["gcov", "--branch-probabilities", "--branch-counts", "--json-format",
             "--stdout", notes], check=True, capture_output=True, text=True).stdout
        for text in out.splitlines():
            for file in json.loads(text)["files"]:
                found = OURS.search(file["file"])
                if found:
                    add(files.setdefault(found.group(), {}), file["lines"])
    return files


class Line:
    """
    The counts of a line and its branches.  gcov lists an inline function once per caller, with
    the same branches; their counts are added.  A source compiled in another way may have other
    branches; the best covered set counts.
    """

    def __init__(self):
        self.count = 0
        self.compiled = {}  # by the number of branches

    def add(self, count, branches):
        self.count += count
        before = self.compiled.get(len(branches), [0] * len(branches))
        self.compiled[len(branches)] = [a + b for a, b in zip(before, branches)]

    @property
    def branches(self):
        return min(self.compiled.values(), key=lambda ways: (ways.count(0), -len(ways)))

    def missing(self):
        if not self.count:
            return "never run"
        ways = self.branches.count(0)
        return f"{ways} of {len(self.branches)} ways never taken" if ways else ""


def add(lines, more):
    for line in more:
        lines.setdefault(line["line_number"], Line()).add(
            line["count"], [branch["count"] for branch in line["branches"]])


def read_uncovered(path):
    """Returns {(file, text of the line): reason}."""
    return {(name, text): reason for name, text, reason in rows(path)}


def shares(lines):
    """Yields lines and branches: how many were run, of how many, per cent."""
    counts = {"lines": [line.count for line in lines],
              "branches": [way for line in lines for way in line.branches]}
    for what, every in counts.items():
        run = sum(count > 0 for count in every)
        yield what, run, len(every), 100 * run / len(every) if every else 100


def find_gaps(files, reasons):
    """Yields (file, number, text of the line, what is missing, reason)."""
    for name, lines in sorted(files.items()):
        with open(name, encoding="utf-8") as file:
            source = [line.strip() for line in file]
        for number, line in sorted(lines.items()):
            what = line.missing()
            if what:
                text = source[number - 1]
                yield name, number, text, what, reasons.get((name, text), "")


def write_page(page, files, gaps):
    for name, lines in sorted(files.items()):
        cells = (f"{run:6} of {every:5} {what}, {share:6.2f} %"
                 for what, run, every, share in shares(lines.values()))
        print(f"{name:44}", *cells, file=page)
    for name, number, text, what, reason in gaps:
        print(f"{name}:{number}: {what}: {reason}\n    {text}", file=page)


def main(build, uncovered, path):
    reasons, files = read_uncovered(uncovered), read_gcov(build)
    parts = {"libcore and nss_idnx": {}, "the command": {}}
    for name, lines in files.items():
        parts["the command" if name.startswith(COMMAND) else "libcore and nss_idnx"][name] = lines
    gaps, of_command = (list(find_gaps(part, reasons)) for part in parts.values())
    with open(path, "w", encoding="utf-8") as page:
        write_page(page, files, gaps + of_command)

    tests = []
    for part, its in parts.items():
        lines = [line for of_file in its.values() for line in of_file.values()]
        for what, run, every, share in shares(lines):
            figure = f"{part}: {run} of {every} {what}, {share:.2f} %"
            print(f"# note: {figure}")
            tests.append((share >= ASKED[what], f"{figure}; asked for: {ASKED[what]} %"))
    for name, number, text, what, reason in gaps:
        tests.append((reason, f"{name}:{number}: {what}: {reason or text}"))
    for name, text in sorted(set(reasons) - {(name, text) for name, _, text, _, _ in gaps}):
        print(f"# {name}: run after all: {text}")
    for number, (good, what) in enumerate(tests, 1):
        print("ok" if good else "not ok", number, "-", what)
    print(f"1..{len(tests)}\n# note: {path}")


main(*sys.argv[1:])
