# SPDX-License-Identifier: LGPL-2.1-or-later
"""Lets the package idna, by which requests, urllib3, httpx, aiohttp and trio convert host names, use
the codec idna: so that each Unicode form reaches the same host, and idnx.conf holds.

idnx.pth puts the directory above this one first in sys.path: an import of idna finds this file, which
imports the package in its place.  A finder in sys.meta_path would cost each Python ten times as much
at its start.  IDNX_PACKAGE=own in the environment leaves the package its own rules.
"""

import os
import sys


def _import_package():
    first = os.path.dirname(os.path.dirname(__file__))
    sys.path[:] = [directory for directory in sys.path if directory != first]
    del sys.modules["idna"]
    import idna

    return idna


def _take_over(package):
    own = package.encode

    def encode(s, *arguments, **options):
        """Leaves ASCII, and names in octets, to the package."""
        if not isinstance(s, str) or s.isascii():
            return own(s, *arguments, **options)
        try:
            return s.encode("idna")
        except UnicodeError as error:
            raise package.IDNAError(str(error)) from error

    package.encode = package.core.encode = encode


_package = _import_package()
if os.environ.get("IDNX_PACKAGE") != "own":
    _take_over(_package)
