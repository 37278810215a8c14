# SPDX-License-Identifier: LGPL-2.1-or-later
"""The numbers that libcore's headers define: bits of ucd.h, layouts of the tables."""

import re
from pathlib import Path

LIBCORE = Path(__file__).resolve().parent.parent


def defines(header):
    """The numbers a header of libcore defines."""
    pattern = r"^#define ([A-Z]\w+)\s+(0x[0-9A-Fa-f]+|\d+)U?\b"
    text = (LIBCORE / header).read_text()
    return {name: int(value, 0) for name, value in re.findall(pattern, text, re.M)}


BITS = defines("ucd.h")
LAYOUT = defines("tables.h")
LOOK_ALIKE_LAYOUT = {**defines("confusable/look_alike_tables.h"),
                     **defines("confusable/look_alike.h")}
