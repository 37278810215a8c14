#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Fetches Unicode's files for make tables and the tests.

    fetch.py URL DIRECTORY VERSION...

Puts the files of each VERSION into DIRECTORY/VERSION, all in one directory.  URL is laid out like
https://www.unicode.org/Public.  A file that exists is not fetched again, unless its SHA-256 is not
the one that unicode.sha256 records for the released file.
"""

import hashlib
import os
import re
import sys
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path

RECORD = Path(__file__).with_name("unicode.sha256")

DIRECTORIES = {
    "DerivedBidiClass.txt": "ucd/extracted",
    "DerivedCombiningClass.txt": "ucd/extracted",
    "DerivedCoreProperties.txt": "ucd",
    "DerivedGeneralCategory.txt": "ucd/extracted",
    "DerivedJoiningType.txt": "ucd/extracted",
    "DerivedNormalizationProps.txt": "ucd",
    "IdentifierStatus.txt": "security",
    "IdentifierType.txt": "security",
    "Idna2008.txt": "idna",
    "IdnaMappingTable.txt": "idna",
    "IdnaTestV2.txt": "idna",
    "NormalizationTest.txt": "ucd",
    "PropertyValueAliases.txt": "ucd",
    "ScriptExtensions.txt": "ucd",
    "Scripts.txt": "ucd",
    "UnicodeData.txt": "ucd",
    "confusables.txt": "security",
}

STALL = 30  # seconds without an octet: the server or the route to it is gone


def place(name, version):
    """Returns a file's place below https://www.unicode.org/Public."""
    directory = DIRECTORIES[name]
    major = int(version.split(".")[0])
    if directory.startswith("ucd") or major >= 17:
        return f"{version}/{directory}/{name}"
    # The layout of idna/ follows https://www.unicode.org/Public/idna/ReadMe.txt.
    if name == "Idna2008.txt":
        return f"idna/idna2008derived/Idna2008-{version}.txt"
    return f"{directory}/{version}/{name}"


def recorded_digests():
    """Returns {place: SHA-256} from unicode.sha256, which has sha256sum's format."""
    lines = RECORD.read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {where: digest for digest, where in rows}


def fetched(url):
    try:
        with urllib.request.urlopen(url, timeout=STALL) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        sys.exit(f"make unicode: {url}: the server says {error.code} {error.reason}.  Is there such "
                 "a version of Unicode, and below UNICODE_URL?")
    except (OSError, HTTPException) as error:
        sys.exit(f"make unicode: {url}: {error}.  Run make unicode again: it fetches what is "
                 "missing.  Without a network, put the files into one directory and pass "
                 "UNICODE_DIR=directory.")


def fetch_file(base, name, version, directory, expected):
    """Gives the file its name only when it is complete."""
    where, path = place(name, version), directory / name
    if path.exists() and expected in (None, hashlib.sha256(path.read_bytes()).hexdigest()):
        return
    text = fetched(f"{base}/{where}")
    digest = hashlib.sha256(text).hexdigest()
    if expected not in (None, digest):
        sys.exit(f"make unicode: {base}/{where} is not the released file: its SHA-256 is\n"
                 f"    {digest}, {RECORD.name} has\n    {expected}.\n"
                 "Nothing of it was kept.  To use it all the same, put the files into one "
                 "directory and pass UNICODE_DIR=directory.")
    part = path.with_suffix(".part")
    part.write_bytes(text)
    os.replace(part, path)
    print(f"{digest}  {where}" + ("" if expected else "  (not checked)"), flush=True)


def main(base, directory, *versions):
    recorded = recorded_digests()
    for version in versions:
        if not re.fullmatch(r"\d+\.\d+\.\d+", version):
            sys.exit(f"make unicode: {version} is no version of Unicode; one is 18.0.0")
        files = Path(directory) / version
        files.mkdir(parents=True, exist_ok=True)
        for name in DIRECTORIES:
            fetch_file(base, name, version, files, recorded.get(place(name, version)))
        print(f"{files}: {len(DIRECTORIES)} files")


if __name__ == "__main__":
    main(*sys.argv[1:])
