#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""rejected.py UNICODE_DIR: checks that the generators reject each row of tables.tsv.

The generators run in this process.  What they read from undamaged files they read once."""

import contextlib
import io
import subprocess
import sys
from pathlib import Path

sys.path[:0] = ["libcore/gen", "tests/common"]
import look_alike_tables  # noqa: E402
import properties  # noqa: E402
import tables  # noqa: E402
import unicode_files  # noqa: E402
from table import rows  # noqa: E402

directory = Path(sys.argv[1])
makers = {"tables": tables.make, "look_alike_tables": look_alike_tables.make}
version = unicode_files.Ucd(directory, tables.FILES).version.replace(".", r"\.")
undamaged = {}
read, read_text = Path.read_bytes, Path.read_text


def once(function, *files):
    """Keeps what it returns for undamaged files: these, or the one that it is asked for."""
    kept = {}

    def result(ucd, *arguments):
        names = files or arguments
        if any(ucd.octets[name] is not undamaged[name] for name in names):
            return function(ucd, *arguments)
        if names not in kept:
            found = function(ucd, *arguments)
            kept[names] = found if files else list(found)
        return kept[names]
    return result


CHARACTERS = "UnicodeData.txt", "DerivedGeneralCategory.txt"
unicode_files.Ucd.fields = once(unicode_files.Ucd.fields)
unicode_files.Ucd.rows = once(unicode_files.Ucd.rows)
properties.Scripts = once(properties.Scripts, *CHARACTERS, "PropertyValueAliases.txt",
                          "Scripts.txt", "ScriptExtensions.txt", "IdentifierType.txt")
properties.agree = once(properties.agree, *CHARACTERS, "DerivedCombiningClass.txt",
                        "DerivedBidiClass.txt")
look_alike_tables.Properties = once(look_alike_tables.Properties, *tables.FILES)


def damage(name, change):
    """Returns the file after sed has changed it."""
    octets = subprocess.run(["sed", change.replace("@VERSION@", version)], check=True,
                            input=undamaged[name], capture_output=True).stdout
    assert octets != undamaged[name], "sed changes nothing"
    return octets


def rejection(generator, files):
    """Returns the message of the generator, or what it wrote."""
    Path.read_bytes = lambda path: files.get(path.name) or read(path)
    Path.read_text = lambda path, **_: files.get(path.name) or read_text(path, encoding="utf-8")
    sys.argv[1:] = [directory]
    try:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            unicode_files.generate("", makers[generator])
    except SystemExit as end:
        return out.getvalue() or str(end.code)
    finally:
        Path.read_bytes, Path.read_text = read, read_text
    return "nothing was rejected"


def question(kind, name, change, message):
    """Returns the generator, the file's new contents by its name, and the message."""
    if kind == "own":
        text = read_text(Path("libcore/gen") / name, encoding="utf-8")
        text += change.replace("\\t", "\t").replace("\\n", "\n") + "\n"
        return "look_alike_tables", {name: text}, f"{name}:{len(text.splitlines())}: {message}"
    name += ".txt"
    line = 1 + undamaged[name].decode().split("\n0430 ;")[0].count("\n")
    return kind, {name: damage(name, change)}, message.replace("@LINE@", str(line + 1))


def main():
    wrong = 0
    for name in (*tables.FILES, "confusables.txt"):
        undamaged[name] = read(directory / name)
    for row in rows("tests/engine/tables.tsv"):
        generator, files, message = question(*row)
        said = rejection(generator, {**undamaged, **files})
        if message not in said:
            wrong += 1
            print(f"{row}\n  found {said[:200]}")
    return wrong > 0


sys.exit(main())
