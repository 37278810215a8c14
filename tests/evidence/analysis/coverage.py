# SPDX-License-Identifier: LGPL-2.1-or-later
#
# coverage.py BUILD UNCOVERED PAGE: reports what the tests have run, from gcov's data in
# BUILD: as TAP, and as an HTML page.  A line counts once, a branch once for each direction,
# whichever program has run it; some tests compile a source again.  A line or branch of
# libcore and nss_idnx that was not run must be listed in UNCOVERED with a reason.  Rows of
# UNCOVERED that were run are reported and do not fail: most of them are races.  Gaps in the
# command, which no other program loads, are listed in the page only: they are allocation
# failures, and what only another kernel or libc does.

import glob
import html
import json
import re
import subprocess
import sys

OURS = re.compile(r"(libcore/(confusable/)?|nss_idnx/([a-z]+/)*)[a-z0-9_]+\.[ch]$")
COMMAND = "nss_idnx/command/"


class Part:
    """The coverage required of some of the files, in per cent."""

    def __init__(self, name, files, lines, branches):
        self.name, self.files = name, files
        self.asked = {"lines": lines, "branches": branches}
        self.figures = Figures([line for of in files.values() for line in of.values()])

    def shares(self):
        figures = self.figures
        yield "lines", figures.run, figures.lines
        yield "branches", figures.taken, figures.branches


def parts_of(files):
    command = {name: lines for name, lines in files.items() if name.startswith(COMMAND)}
    rest = {name: lines for name, lines in files.items() if name not in command}
    return Part("libcore and nss_idnx", rest, 98, 95), Part("the command", command, 98, 95)


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
    rows = {}
    with open(path, encoding="utf-8") as file:
        for row in file:
            if not row.startswith("#"):
                name, text, reason = row.rstrip("\n").split("\t")
                rows[name, text] = reason
    return rows


def per_cent(part, whole):
    return 100 * part / whole if whole else 100


class Figures:
    def __init__(self, lines):
        self.lines = len(lines)
        self.run = sum(line.count > 0 for line in lines)
        self.branches = sum(len(line.branches) for line in lines)
        self.taken = sum(way > 0 for line in lines for way in line.branches)

    def cells(self):
        return (f"{self.run} of {self.lines}", f"{per_cent(self.run, self.lines):.2f} %",
                f"{self.taken} of {self.branches}",
                f"{per_cent(self.taken, self.branches):.2f} %")


def row(cells, tag="td"):
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def write_table(part, page):
    print("<tr><th>file<th>lines<th><th>branches<th></tr>",
          *(row((name, *Figures(lines.values()).cells()))
            for name, lines in sorted(part.files.items())),
          row(("all of " + part.name, *part.figures.cells()), "th"), sep="\n", file=page)


def write_page(path, parts, gaps):
    with open(path, "w", encoding="utf-8") as page:
        print("<!DOCTYPE html><meta charset=utf-8><title>idnx: coverage</title>",
              "<style>td, th { text-align: left; padding: 0 1em 0 0 }</style>",
              "<h1>What make check runs</h1>", "<table>", sep="\n", file=page)
        for part in parts:
            write_table(part, page)
        print("</table>", "<h2>What it does not</h2><table>",
              row(("where", "line", "", "reason"), "th"),
              *(row((f"{name}:{number}", text, what, reason))
                for name, number, text, what, reason in gaps),
              "</table>", sep="\n", file=page)


def find_gaps(files, reasons):
    gaps = []
    for name, lines in sorted(files.items()):
        with open(name, encoding="utf-8") as file:
            source = [line.strip() for line in file]
        for number, line in sorted(lines.items()):
            what = line.missing()
            if what:
                text = source[number - 1]
                gaps.append((name, number, text, what, reasons.get((name, text), "")))
    return gaps


class Tap:
    def __init__(self):
        self.number = 0

    def tell(self, good, what):
        self.number += 1
        print("ok" if good else "not ok", self.number, "-", what)


def tell_shares(tap, part):
    for what, some, whole in part.shares():
        share = per_cent(some, whole)
        figure = f"{part.name}: {some} of {whole} {what}, {share:.2f} %"
        tap.tell(share >= part.asked[what], f"{figure}; asked for: {part.asked[what]} %")
        print(f"# note: {figure}")


def main(build, uncovered, page):
    reasons = read_uncovered(uncovered)
    parts = parts_of(read_gcov(build))
    gaps = [find_gaps(part.files, reasons) for part in parts]
    write_page(page, parts, sum(gaps, []))

    tap = Tap()
    for part in parts:
        tell_shares(tap, part)
    for name, line, text, what, reason in gaps[0]:
        tap.tell(reason, f"{name}:{line}: {what}: {reason or text}")
    found = {(name, text) for name, _, text, _, _ in gaps[0]}
    for name, text in sorted(set(reasons) - found):
        print(f"# {name}: run after all: {text}")
    print(f"1..{tap.number}")
    print(f"# note: {page}")


main(*sys.argv[1:])
