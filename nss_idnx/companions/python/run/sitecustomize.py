# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Python runs this at its start, because "idnx run" puts its directory before all others.  Puts
# idnx's codec "idna" before Python's, and what lets the package idna use it first in sys.path,
# and runs the sitecustomize that it hides.  Python 2 and 3.6, which also run it, keep their codec.
import encodings
import os
import sys


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    if sys.version_info >= (3, 7):
        encodings.__path__.insert(0, os.path.dirname(here))
    sys.path[:] = [directory for directory in sys.path if directory != here]
    if sys.version_info >= (3, 7):
        sys.path.insert(0, os.path.join(os.path.dirname(here), "first"))
    this = sys.modules.pop("sitecustomize")
    try:
        import sitecustomize  # noqa: F401
    except ImportError:
        if sys.exc_info()[1].args[0].find("sitecustomize") == -1:
            raise
    finally:
        sys.modules.setdefault("sitecustomize", this)


main()
