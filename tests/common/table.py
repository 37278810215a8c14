# SPDX-License-Identifier: LGPL-2.1-or-later
"""table.py: the rows of a table, a .tsv file.  In C this is table.h, in bash table.bash."""


def rows(path):
    """Returns the fields of each row, without comments and empty lines."""
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if line[0] not in "#\n"]
