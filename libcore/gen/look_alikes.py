# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads what UTS #39 and RFC 5892 say about a character, and what files of our own add.

look_alikes.tsv has shapes that UTS #39 lacks, country_scripts.tsv the scripts of countries,
country_letters.tsv the countries of letters; these files describe their columns.
"""

import re
from pathlib import Path

from headers import BITS
from unicode_files import BrokenAssumption, require, sequence

# --- Unicode's files ----------------------------------------------------------


def idna2008(ucd):
    """Returns the code points that UTS #46 calls valid and RFC 5892 does not exclude.

    The full stop is one of them: it separates labels, and is not part of any.
    """
    permitted = set()
    for span, (status, *rest) in ucd.rows("IdnaMappingTable.txt"):
        if status in ("valid", "deviation"):
            note = rest[1] if len(rest) > 1 else ""
            require(note in ("", "NV8", "XV8"), f"the note {note} is neither NV8 nor XV8")
            permitted.update(span if not note else ())
    return permitted


def allowed(types):
    """Computes Identifier_Status=Allowed from Identifier_Type: UTS #39 section 3.1, table 1."""
    allowed_types = {"Recommended", "Inclusion"}
    sets = {}
    for span, value in types:
        for code_point in span:
            sets.setdefault(code_point, set()).update(value.split())
    return {code_point for code_point, value in sets.items() if value <= allowed_types}


POINT = "[0-9A-F]{4,6}"
CONFUSABLE = re.compile(rf"({POINT})\s*;\s*({POINT}(?: {POINT})*)\s*;\s*MA\s*#.*")


def prototypes(ucd):
    """Returns {code point: prototype} of confusables.txt, which ends with their number."""
    name = "confusables.txt"
    text = ucd.octets[name].decode("utf-8-sig")
    rows = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            row = CONFUSABLE.fullmatch(line)
            require(row, f"{name}:{number}: a row is not as those so far: {line}")
            code_point = int(row[1], 16)
            require(code_point not in rows, f"{name}:{number}: U+{row[1]} has a row above")
            rows[code_point] = sequence(row[2])
    total = re.search(r"^# total: (\d+)$", text, re.M)
    require(total and int(total[1]) == len(rows), f"{name} ends early")
    return rows


# --- Our own files ------------------------------------------------------------


class Table:
    """A file of our own: columns are separated by tabs, and a comment begins with '#'."""

    def __init__(self, name, columns):
        self.path = Path(__file__).with_name(name)
        self.columns = columns

    def rows(self):
        """Yields the line number and the fields of each row."""
        text = self.path.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            if line and not line.startswith("#"):
                fields = line.split("\t")
                self.require(
                    len(fields) == self.columns and all(fields),
                    number,
                    f"a row has {self.columns} columns, none of them empty",
                )
                yield number, fields

    def require(self, condition, number, message):
        if not condition:
            raise BrokenAssumption(f"{self.path}:{number}: {message}")


SHAPE = re.compile(r"([a-z0-9]{1,3}|[-/]|=(?= ))( [a-ln-z2-9]{1,3})*")
CLOSENESS = {"close": True, "loose": False}


class Shapes:
    """Reads look_alikes.tsv: {code point: (its readings, whether the first is close)}."""

    def __init__(self):
        self.table = Table("look_alikes.tsv", 5)
        self.shapes, self.lines = {}, {}
        for number, row in self.table.rows():
            code_point = self.check(number, *row)
            self.shapes[code_point] = tuple(row[2].split(" ")), CLOSENESS[row[3]]
            self.lines[code_point] = number

    def check(self, number, character, notation, reading, closeness, _):
        """Returns the row's code point."""
        well_formed = re.fullmatch(r"U\+[0-9A-F]{4,6}", notation)
        self.table.require(well_formed, number, f"{notation} is not like U+0061")
        code_point = int(notation[2:], 16)
        self.table.require(
            len(character) == 1 and ord(character) == code_point,
            number,
            f"{character} is not {notation}",
        )
        self.table.require(
            code_point > max(self.shapes, default=-1),
            number,
            f"{notation} is not above the row before it",
        )
        self.table.require(
            SHAPE.fullmatch(reading), number, f"{reading} is neither one to three of a-z 0-9 nor - or /, = and others, nor several"
        )
        self.table.require(
            closeness in CLOSENESS, number, f"{closeness} is neither close nor loose"
        )
        return code_point

    def require_met(self, code_points):
        """Rejects code points that cannot occur."""
        for code_point, number in self.lines.items():
            self.table.require(
                code_point in code_points,
                number,
                f"U+{code_point:04X} is neither valid in UTS #46 nor a prototype of what is",
            )


def require_domains(table, number, domains):
    for domain in domains:
        table.require(
            re.fullmatch("[a-z]{2}", domain), number, f"{domain!r} is not two of a-z"
        )
    table.require(domains == sorted(set(domains)), number, "the domains are not in order")


class Homes:
    """Reads country_scripts.tsv: pairs of a script, by its long name, and a domain."""

    def __init__(self):
        self.table = Table("country_scripts.tsv", 2)
        self.pairs, self.lines = [], {}
        for number, (script, domains) in self.table.rows():
            self.check(number, script, domains.split(" "))
            self.pairs += [(script, domain) for domain in domains.split(" ")]
            self.lines[script] = number

    def check(self, number, script, domains):
        self.table.require(
            script > max(self.lines, default=""),
            number,
            f"{script} does not follow the row before it",
        )
        require_domains(self.table, number, domains)

    def require_known(self, scripts):
        for script, number in self.lines.items():
            self.table.require(script in scripts, number, f"{script} is no script")


class Letters:
    """Reads country_letters.tsv: {code point: domains}."""

    def __init__(self):
        self.table = Table("country_letters.tsv", 4)
        self.domains = {}
        for number, (first, last, domains, _) in self.table.rows():
            run = range(self.code_point(number, first), self.code_point(number, last) + 1)
            self.table.require(
                run and run[0] > max(self.domains, default=-1),
                number,
                f"{first} to {last} does not follow the row before it",
            )
            listed = [] if domains == "-" else domains.split(" ")
            require_domains(self.table, number, listed)
            self.domains.update(dict.fromkeys(run, listed))

    def code_point(self, number, notation):
        well_formed = re.fullmatch(r"U\+[0-9A-F]{4}", notation)
        self.table.require(well_formed, number, f"{notation} is not like U+0061")
        return int(notation[2:], 16)


# --- All of it ----------------------------------------------------------------


class LookAlikes:
    """Everything that look_alike_tables.c contains, before it is laid out."""

    def __init__(self, ucd, properties, shapes, homes, letters):
        self.properties = properties
        self.valid = [
            code_point
            for code_point, traits in enumerate(properties.traits)
            if not traits & BITS["UCD_INVALID"]
        ]
        self.idna2008 = idna2008(ucd)
        self.allowed = allowed(properties.scripts.types)
        self.prototypes = self.prototypes_met(prototypes(ucd))
        self.require_plain_ascii()
        shapes.require_met(self.code_points_met())
        self.shapes = shapes.shapes
        short_names = {long: short for short, long in properties.scripts.names.items()}
        homes.require_known(short_names)
        self.homes = [(short_names[script], domain) for script, domain in homes.pairs]
        self.letters = letters.domains

    def prototypes_met(self, every):
        """Returns prototypes, in NFD, of characters that can occur in the NFD of a valid label."""
        standing = {c for code_point in self.valid for c in self.properties.nfd([code_point])}
        return {
            code_point: self.properties.nfd(prototype)
            for code_point, prototype in sorted(every.items())
            if code_point in standing
        }

    def require_plain_ascii(self):
        """reading_of_ascii() relies on it."""
        ascii = map(ord, "abcdefghijklmnopqrstuvwxyz0123456789")
        others = {c: self.prototypes[c] for c in ascii if c in self.prototypes}
        known = {"m": "rn", "0": "O", "1": "l"}
        require(
            others == {ord(c): tuple(map(ord, reading)) for c, reading in known.items()},
            "other letters or digits read as others",
        )

    def code_points_met(self):
        return {*self.valid, *(c for parts in self.prototypes.values() for c in parts)}
