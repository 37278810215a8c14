#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes libcore/tables.c from the files of one version of Unicode.

    tables.py UNICODE_DIR > libcore/tables.c

UNICODE_DIR holds the files named in FILES, from the directories ucd/, ucd/extracted/,
idna/ and security/ of https://www.unicode.org/Public/.  The layout is that of
../tables.h, the bits are those of ../ucd.h; both are read from there.  The output
depends only on the files.  Any violated assumption ends the generator with a
message: it writes a correct table or none.
"""

import sys

from headers import LAYOUT
from layout import (
    blocks_of,
    numbered,
    numbers,
    offsets_of,
    packed_sequences,
    structs,
    words,
    write_array,
    write_count,
    write_header,
    write_string,
)
from properties import FILES, Properties
from unicode_files import Ucd, generate, require

# --- Laying out ---------------------------------------------------------------


def composition_slots(composites):
    """The hash table of tables.h: composites in a fixed order, and the slots."""
    count = LAYOUT["UCD_COMPOSITION_SLOTS"]
    require(count == 1 << (32 - 21), "UCD_COMPOSITION_HASH does not fit its slots")
    slots = [0] * count
    rows = sorted(composites.items())
    require(len(rows) < count * 3 // 4, f"{len(rows)} composites in {count} slots")
    for number, ((first, second), _) in enumerate(rows, start=1):
        key = (first * 31 + second) * LAYOUT["UCD_COMPOSITION_MULTIPLIER"]
        slot = (key & 0xFFFFFFFF) >> 21
        while slots[slot]:
            slot = (slot + 1) % count
        slots[slot] = number
    return [(first, second, composite) for (first, second), composite in rows], slots


class ScriptTables:
    """The arrays of tables.h for scripts."""

    def __init__(self, scripts):
        number = scripts.numbers
        order = sorted(number, key=number.get)
        self.names = [scripts.names[script] + "\0" for script in order]
        self.name_offsets = offsets_of(self.names)[:-1]

        sets = numbered(scripts.extensions)
        bits = LAYOUT["UCD_SCRIPT_SET_BITS"]
        require(len(sets) <= 1 << bits, f"{len(sets)} sets of scripts")
        self.runs = [
            code_point << bits | sets[value]
            for code_point, value in enumerate(scripts.extensions)
            if not code_point or value != scripts.extensions[code_point - 1]
        ]
        self.set_offsets = offsets_of(sets)
        self.sets = [number[script] for scripts_of_set in sets for script in scripts_of_set]
        self.recommended = sorted(number[script] for script in scripts.recommended)
        self.zeros = scripts.zeros


def ascii_row(properties, code_point):
    """What Map makes of ASCII, with its traits; 0 instead of the full stop."""
    if code_point == ord("."):
        return 0, 0
    mapping = properties.mappings.get(code_point, (code_point,))
    require(len(mapping) == 1, f"U+{code_point:04X} has a long mapping")
    return mapping[0], properties.traits[mapping[0]]


class Tables:
    """The arrays of tables.h."""

    def __init__(self, properties):
        traits = list(zip(properties.traits, properties.ccc))
        classes = numbered(traits)
        limit = LAYOUT["UCD_CLASSES_MAX"]
        require(len(classes) <= limit, f"{len(classes)} classes of at most {limit}")

        decompositions = sorted(properties.decompositions.items())
        self.sequences, where = packed_sequences(
            [*properties.mappings.values(), *properties.decompositions.values()]
        )
        mapping_of = {
            code_point: (where[mapping], len(mapping), classes[traits[code_point]])
            for code_point, mapping in sorted(properties.mappings.items())
        }
        mappings = numbered(mapping_of.values())
        leaves = [classes[pair] for pair in traits]
        for code_point, mapping in mapping_of.items():
            leaves[code_point] = limit + mappings[mapping]
        require(max(leaves) <= 0xFFFF, "too many mappings")

        self.leaves, blocks = blocks_of(leaves, 1 << LAYOUT["UCD_LEAF_BITS"])
        self.blocks, self.groups = blocks_of(blocks, 1 << LAYOUT["UCD_BLOCK_BITS"])
        require(max(self.groups) <= 0xFF, "too many groups")
        require(self.groups[0] == 0, "the first group is not number 0")
        self.classes = list(classes)
        self.ascii = [ascii_row(properties, code_point) for code_point in range(0x80)]
        self.mappings = list(mappings)
        self.decompositions = [code_point << 3 | len(parts) for code_point, parts in decompositions]
        self.decomposition_sequences = [where[parts] for _, parts in decompositions]
        self.compositions, self.slots = composition_slots(properties.composites)
        self.scripts = ScriptTables(properties.scripts)


# --- Writing ------------------------------------------------------------------


def write_scripts(out, scripts):
    write_array(out, "uint32_t ucd_script_runs", words(scripts.runs))
    write_count(out, "ucd_script_run_count", scripts.runs)
    write_array(out, "uint16_t ucd_script_set_offsets", numbers(scripts.set_offsets))
    write_array(out, "uint8_t ucd_script_sets", numbers(scripts.sets))
    write_array(out, "uint8_t ucd_recommended_scripts", numbers(scripts.recommended))
    write_count(out, "ucd_recommended_script_count", scripts.recommended)
    write_array(out, "uint16_t ucd_script_name_offsets", numbers(scripts.name_offsets))
    write_string(out, "ucd_script_names", scripts.names)
    write_array(out, "uint32_t ucd_zeros", words(scripts.zeros))
    write_count(out, "ucd_zero_count", scripts.zeros)


def write(out, ucd, tables):
    write_header(out, "tables", ucd)
    out.write(f'#include "ucd.h"\n\nconst char ucd_version[] = "{ucd.version}";\n')
    # gcc lays them out in reverse: what every name needs comes first, in few pages.
    write_scripts(out, tables.scripts)
    write_array(out, "uint32_t ucd_decompositions", words(tables.decompositions))
    write_array(out, "uint16_t ucd_decomposition_sequences",
                numbers(tables.decomposition_sequences))
    write_count(out, "ucd_decomposition_count", tables.decompositions)
    write_array(out, "uint16_t ucd_composition_slots", numbers(tables.slots))
    write_array(out, "struct ucd_composition ucd_compositions", structs(tables.compositions))
    write_array(out, "struct ucd_mapping ucd_mappings", structs(tables.mappings))
    write_array(out, "uint32_t ucd_sequences", words(tables.sequences))
    write_array(out, "uint16_t ucd_leaves", numbers(tables.leaves))
    write_array(out, "uint16_t ucd_blocks", numbers(tables.blocks))
    write_array(out, "uint8_t ucd_groups", numbers(tables.groups))
    write_array(out, "struct ucd_class ucd_classes", structs(tables.classes))
    write_array(out, "struct ucd_ascii ucd_ascii", structs(tables.ascii))


def make(directory):
    ucd = Ucd(directory, FILES)
    write(sys.stdout, ucd, Tables(Properties(ucd)))


if __name__ == "__main__":
    generate("UNICODE_DIR > tables.c", make)
