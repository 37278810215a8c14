# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads Unicode's files; any violated assumption ends the generator.

The files are all in one directory; they come from ucd/, ucd/extracted/, idna/ and security/
of https://www.unicode.org/Public/.
"""

import hashlib
import re
import sys
from pathlib import Path

CODE_POINTS = 0x110000

# These do not end in "# EOF".  Their end is checked otherwise: IdentifierType.txt,
# IdnaMappingTable.txt and UnicodeData.txt cover all code points, confusables.txt has a count.
WITHOUT_EOF = {
    "IdentifierType.txt",
    "IdnaMappingTable.txt",
    "UnicodeData.txt",
    "confusables.txt",
}


class BrokenAssumption(Exception):
    """Reports a violated assumption of this generator or of the engine."""


def require(condition, message):
    if not condition:
        raise BrokenAssumption(message)


def require_none(code_points, message):
    """For checks of a million code points: makes a message only for a faulty one."""
    for code_point in code_points:
        raise BrokenAssumption(message(code_point))


def code_point_range(field):
    """Parses '00DF' or '0041..005A' as a range."""
    first, _, last = field.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def set_all(values, span, value):
    values[span.start:span.stop] = [value] * len(span)


def sequence(field):
    return tuple(int(code_point, 16) for code_point in field.split())


class Ucd:
    """Files of these names in UNICODE_DIR, all of one version of Unicode."""

    def __init__(self, directory, names):
        self.octets = {name: (Path(directory) / name).read_bytes() for name in names}
        self.version = self._common_version()
        for name in names:
            require(
                name in WITHOUT_EOF or self.octets[name].rstrip().endswith(b"\n# EOF"),
                f"{name} ends early",
            )

    def _common_version(self):
        """Returns the version that all files name, except UnicodeData.txt, which names none."""
        versions = {}
        for name in self.octets:
            head = self.octets[name][:1000].decode()
            found = re.search(r"^# (?:\w+-|Version: )(\d+\.\d+\.\d+)(?:\.txt)?$", head, re.M)
            require(found or name == "UnicodeData.txt", f"{name} names no version")
            if found:
                versions[name] = found[1]
        require(len(set(versions.values())) == 1, f"files of several versions: {versions}")
        return next(iter(versions.values()))

    def fields(self, name):
        """Yields the fields of each line, without comments."""
        for line in self.octets[name].decode().splitlines():
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) > 1:
                yield fields

    def rows(self, name):
        """Yields range and other fields of each line."""
        for first, *rest in self.fields(name):
            yield code_point_range(first), rest

    def missing(self, name):
        """Yields range and value of each '# @missing' line, in the file's order."""
        for line in self.octets[name].decode().splitlines():
            if line.startswith("# @missing: "):
                first, value = line[len("# @missing: "):].split(";", 1)
                yield code_point_range(first), value.strip()

    def digest(self, name):
        return hashlib.sha256(self.octets[name]).hexdigest()


def generate(usage, make):
    """Calls make with UNICODE_DIR; writes a correct table or none."""
    program = Path(sys.argv[0]).name
    if len(sys.argv) != 2:
        sys.exit(f"usage: {program} {usage}")
    try:
        make(sys.argv[1])
    except (BrokenAssumption, OSError) as error:
        sys.exit(f"{program}: {error}")
    except (KeyError, ValueError) as error:
        sys.exit(f"{program}: a value no file of Unicode had so far: {error}")
