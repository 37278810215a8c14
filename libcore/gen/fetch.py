#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Fetches Unicode's files for make tables and the tests.

    fetch.py URL DIRECTORY VERSION...

Puts the files of each VERSION into DIRECTORY/VERSION, all in one directory.  URL is laid out like
https://www.unicode.org/Public.  Files that exist are not fetched again.

A file gets its name only when it is complete and, if unicode.sha256 records the released
one, has its SHA-256.  Until then its name is NAME.part; the next run completes it.
$UNICODE_TIMEOUT limits the seconds for all files together.

Progress goes to standard error: to a terminal as one line, which is erased at the end, elsewhere
as one line per minute ($PROGRESS_SECONDS, for tests).
"""

import email.utils
import hashlib
import os
import re
import ssl
import sys
import time
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

STALL = 30      # seconds without an octet: the server or the route to it is gone
TIMEOUT = 1800  # seconds: the 12 MB of a version at 53 kbit/s
CHUNK = 1 << 16


class Failure(Exception):
    """Ends the run; its text is for the user."""


class TransferError(Exception):
    """A fault of the network, while OSError is one of the disk."""

    def __init__(self, reason):
        reason = getattr(reason, "reason", reason)
        missing = isinstance(reason, ssl.SSLCertVerificationError)
        super().__init__(f"{reason}" + (": is ca-certificates installed?" if missing else ""))


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


def digest_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


class Progress:
    """Shows progress: one line of a terminal; elsewhere, one line per minute."""

    def __init__(self):
        self.is_terminal = sys.stderr.isatty()
        self.seconds = float(os.environ.get("PROGRESS_SECONDS") or 60)
        self.told = time.monotonic()
        self.file = self.files = 0

    def begin(self, file, files):
        """Begins the next file; files is the number of all files."""
        self.file, self.files = file, files

    def show(self, where, got, size):
        share = f"{100 * got // size} % of {size / 1e6:.1f} MB" if size else f"{got} octets"
        line = f"{where}, {self.file} of {self.files}: {share}"
        if self.is_terminal:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            print(f"\r\033[K{line[:columns - 1]}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self.told >= self.seconds:
            self.told = time.monotonic()
            print(line, file=sys.stderr, flush=True)

    def clear(self):
        if self.is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Fetcher:
    def __init__(self, url, limit):
        self.url = url.rstrip("/")
        self.progress = Progress()
        self.seconds = float(limit)
        self.deadline = time.monotonic() + self.seconds

    def fetch(self, where, part):
        """Completes the file part with the contents of that place."""
        url = f"{self.url}/{where}"
        try:
            with self.open(url, part) as response:
                self.save(response, where, part)
        except urllib.error.HTTPError as error:
            raise Failure(f"{url}: the server says {error.code} {error.reason}.  Is there such "
                          "a version of Unicode, and below UNICODE_URL?") from error
        except TransferError as error:
            raise Failure(f"{url}: {error}.  Run make unicode again: it goes on where it "
                          "stopped.  Without a network, put the files into one directory and pass "
                          "UNICODE_DIR=directory.") from error
        finally:
            self.progress.clear()

    def open(self, url, part):
        """Requests the missing octets if the file is unchanged, otherwise the whole file."""
        request = urllib.request.Request(url, headers={"User-Agent": "idnx"})
        if part.exists() and part.stat().st_size:
            # RFC 9110 section 13.1.5; save() has set part's time to the file's.
            request.add_header("Range", f"bytes={part.stat().st_size}-")
            request.add_header("If-Range", email.utils.formatdate(part.stat().st_mtime,
                                                                  usegmt=True))
        try:
            return urllib.request.urlopen(request, timeout=self.patience())
        except urllib.error.HTTPError as error:
            # Nothing is missing; the previous run was ended before it could tell.
            if error.code != 416 or not part.exists():
                raise
            part.unlink()
            return self.open(url, part)
        except (OSError, HTTPException) as error:
            raise TransferError(error) from error

    def patience(self):
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TransferError(f"not done within {self.seconds:g} s (UNICODE_TIMEOUT=seconds)")
        return min(left, STALL)

    def save(self, response, where, part):
        begin = part.stat().st_size if response.status == 206 else 0
        length = response.headers.get("Content-Length", "")
        size = begin + int(length) if length.isdigit() else 0
        modified = email.utils.parsedate_tz(response.headers.get("Last-Modified", ""))
        try:
            with open(part, "ab" if begin else "wb") as file:
                for chunk in self.chunks(response):
                    file.write(chunk)
                    self.progress.show(where, file.tell(), size)
        except OSError as error:
            raise Failure(f"{part}: {error.strerror}") from error
        finally:
            if modified:
                os.utime(part, (email.utils.mktime_tz(modified),) * 2)
        if size and part.stat().st_size != size:
            raise TransferError(f"ended after {part.stat().st_size} of {size} octets")

    def chunks(self, response):
        """Yields octets as they arrive: read() would wait for a whole chunk, however long."""
        try:
            while chunk := response.read1(CHUNK):
                yield chunk
                self.patience()
        except (OSError, HTTPException) as error:
            raise TransferError(error) from error


def fetch_file(fetcher, name, version, directory, recorded):
    where = place(name, version)
    path, part = directory / name, directory / (name + ".part")
    expected = recorded.get(where)
    if path.exists() and (not expected or digest_of(path) == expected):
        return
    fetcher.fetch(where, part)
    digest = digest_of(part)
    if expected and digest != expected:
        part.unlink()
        raise Failure(f"{fetcher.url}/{where} is not the released file: its SHA-256 is\n"
                      f"    {digest}, {RECORD.name} has\n    {expected}.\n"
                      "Nothing of it was kept.  To use it all the same, put the files into "
                      "one directory and pass UNICODE_DIR=directory.")
    os.replace(part, path)
    print(f"{digest}  {where}" + ("" if expected else "  (not checked)"), flush=True)


def fetch_version(fetcher, version, directory):
    directory = Path(directory) / version
    directory.mkdir(parents=True, exist_ok=True)
    recorded = recorded_digests()
    for number, name in enumerate(DIRECTORIES, 1):
        fetcher.progress.begin(number, len(DIRECTORIES))
        fetch_file(fetcher, name, version, directory, recorded)
    checked = sum(place(name, version) in recorded for name in DIRECTORIES)
    print(f"{directory}: {len(DIRECTORIES)} files, {checked} of them with a recorded SHA-256")


def main(arguments):
    if len(arguments) < 3:
        sys.exit("usage: fetch.py URL DIRECTORY VERSION...")
    url, directory, *versions = arguments
    try:
        for version in versions:
            if not re.fullmatch(r"\d+\.\d+\.\d+", version):
                raise Failure(f"{version} is no version of Unicode; one is 18.0.0")
        if not re.match(r"https?://", url):
            raise Failure(f"UNICODE_URL={url}: it begins with neither http:// nor https://")
        limit = os.environ.get("UNICODE_TIMEOUT") or str(TIMEOUT)
        if not re.fullmatch(r"\d+(\.\d+)?", limit):
            raise Failure(f"UNICODE_TIMEOUT={limit} is no number of seconds")
        fetcher = Fetcher(url, limit)
        for version in versions:
            fetch_version(fetcher, version, directory)
    except (Failure, OSError) as error:
        sys.exit(f"make unicode: {error}")
    except KeyboardInterrupt:
        sys.exit("make unicode: interrupted; the next run goes on from here")


if __name__ == "__main__":
    main(sys.argv[1:])
