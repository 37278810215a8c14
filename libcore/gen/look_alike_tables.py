#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes libcore/confusable/look_alike_tables.c from the files of one version of Unicode and our own.

    look_alike_tables.py UNICODE_DIR > libcore/confusable/look_alike_tables.c

Works like tables.py, from the same files of Unicode, confusables.txt, and look_alikes.tsv,
country_scripts.tsv and country_letters.tsv in this directory.  The layout is that of
../confusable/look_alike_tables.h.
"""

import sys
from collections import Counter
from itertools import accumulate

from headers import LOOK_ALIKE_LAYOUT as LAYOUT
from layout import (
    numbers,
    offsets_of,
    packed_sequences,
    words,
    write_array,
    write_count,
    write_header,
    write_string,
)
from look_alikes import Homes, Letters, LookAlikes, Shapes
from properties import FILES, Properties
from unicode_files import Ucd, generate, require

# The bits of enum look_alike_repertoire.
IDNA2008, ALLOWED = 1, 2


PAGE_BITS = LAYOUT["LOOK_ALIKE_PAGE_BITS"]


def rows_in_pages(values, bits, page_count):
    """Returns ascending rows of {code point: value}, and where pages begin and the last one ends."""
    require(PAGE_BITS + bits <= 16, "a row has no room in 16 bits")
    rows = [(code_point & (1 << PAGE_BITS) - 1) << bits | value
            for code_point, value in values.items()]
    counts = Counter(code_point >> PAGE_BITS for code_point in values)
    return rows, list(accumulate((counts[page] for page in range(page_count)), initial=0))


def repertoire_runs(look_alikes):
    """Returns {first code point: bits of enum look_alike_repertoire}."""
    runs, last = {}, None
    for code_point in look_alikes.valid:
        value = IDNA2008 if code_point in look_alikes.idna2008 else 0
        value |= ALLOWED if code_point in look_alikes.allowed else 0
        if value != last:
            runs[code_point] = last = value
    return runs


def as_strings(several):
    return "".join(reading + "\0" for reading in several) + "\0"


def shape_bucket(code_point):
    return code_point // LAYOUT["LOOK_ALIKE_EIGHT"] % LAYOUT["LOOK_ALIKE_BUCKETS"]


def shape_rows(shapes):
    """Returns the rows, bucket by bucket, and what they read as, each followed by a NUL."""
    bits, close = LAYOUT["LOOK_ALIKE_SHAPE_BITS"], LAYOUT["LOOK_ALIKE_CLOSE"]
    readings = sorted({as_strings(several) for several, _ in shapes.values()})
    offsets = dict(zip(readings, offsets_of(readings)))
    rows = [
        code_point << bits | (close if is_close else 0) | offsets[as_strings(several)]
        for code_point, (several, is_close) in sorted(
            shapes.items(), key=lambda item: shape_bucket(item[0]))
    ]
    require(max(offsets.values()) < close, "too many readings in look_alikes.tsv")
    require(max(shapes) < 1 << 32 - bits, "a code point of look_alikes.tsv has no room")
    return rows, readings


def runs(code_points):
    """Returns the first and the last of each run of ascending code points."""
    starts = [c for c in code_points if c - 1 not in code_points]
    ends = [c for c in code_points if c + 1 not in code_points]
    return zip(starts, ends)


def letters(text):
    """Returns ASCII text as one number, as look_alike.c reads it."""
    return int.from_bytes(text.lower().encode("ascii"), "big")


class Tables:
    """Lays out the arrays of look_alike_tables.h."""

    def __init__(self, look_alikes):
        last = max(*look_alikes.valid, *look_alikes.prototypes)
        self.page_count = (last >> PAGE_BITS) + 1

        self.repertoire, self.repertoire_pages = rows_in_pages(
            repertoire_runs(look_alikes), LAYOUT["LOOK_ALIKE_REPERTOIRE_BITS"], self.page_count
        )

        self.sequences, where = packed_sequences(look_alikes.prototypes.values())
        bits = LAYOUT["LOOK_ALIKE_LENGTH_BITS"]
        lengths = {c: len(prototype) for c, prototype in look_alikes.prototypes.items()}
        limit, longest = LAYOUT["LOOK_ALIKE_PROTOTYPE_MAX"], max(lengths.values())
        require(longest <= limit < 1 << bits, f"a prototype has {longest} code points")
        self.prototypes, self.prototype_pages = rows_in_pages(lengths, bits, self.page_count)
        self.prototype_sequences = [where[p] for p in look_alikes.prototypes.values()]

        self.shapes, self.readings = shape_rows(look_alikes.shapes)
        counts = Counter(map(shape_bucket, look_alikes.shapes))
        self.shape_buckets = list(accumulate(
            (counts[bucket] for bucket in range(LAYOUT["LOOK_ALIKE_BUCKETS"])), initial=0))

        number = look_alikes.properties.scripts.numbers
        bits = LAYOUT["LOOK_ALIKE_DOMAIN_BITS"]
        homes = [(number[script], domain) for script, domain in look_alikes.homes]
        domains = look_alikes.letters
        require(max(number.values()) < min(domains), "a letter has the number of a script")
        homes += [(letter, domain) for letter in domains for domain in domains[letter]]
        self.homes = sorted(key << bits | letters(domain) for key, domain in homes)
        self.letters = [first << 16 | last for first, last in runs(domains)]
        self.script_names = sorted(number, key=number.get)


def write(out, ucd, tables):
    write_header(out, "look_alike_tables", ucd)
    write_count(out, "look_alike_page_count", range(tables.page_count))
    write_array(out, "uint16_t look_alike_repertoire_pages", numbers(tables.repertoire_pages))
    write_array(out, "uint16_t look_alike_repertoire_runs", words(tables.repertoire))
    write_array(out, "uint16_t look_alike_prototype_pages", numbers(tables.prototype_pages))
    write_array(out, "uint16_t look_alike_prototypes", words(tables.prototypes))
    write_array(out, "uint16_t look_alike_prototype_sequences",
                numbers(tables.prototype_sequences))
    write_array(out, "uint32_t look_alike_sequences", words(tables.sequences))
    write_array(out, "uint16_t look_alike_shape_buckets", numbers(tables.shape_buckets))
    write_array(out, "uint32_t look_alike_shapes", words(tables.shapes))
    write_string(out, "look_alike_readings", tables.readings)
    write_array(out, "uint32_t look_alike_homes", words(tables.homes))
    write_count(out, "look_alike_home_count", tables.homes)
    write_array(out, "uint32_t look_alike_letters", words(tables.letters))
    write_count(out, "look_alike_letter_count", tables.letters)
    write_string(out, "look_alike_script_names", tables.script_names)
    write_count(out, "look_alike_script_count", tables.script_names)


def make(directory):
    own = Shapes(), Homes(), Letters()  # first, since they are faster to read
    ucd = Ucd(directory, (*FILES, "confusables.txt"))
    write(sys.stdout, ucd, Tables(LookAlikes(ucd, Properties(ucd), *own)))


if __name__ == "__main__":
    generate("UNICODE_DIR > look_alike_tables.c", make)
