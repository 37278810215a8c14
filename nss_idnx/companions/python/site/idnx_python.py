# SPDX-License-Identifier: LGPL-2.1-or-later
"""What idnx.start names, for Python 3.15 and later (PEP 829); older ones run the line of idnx.pth.

"idnx enable --python" makes links to these three files.
"""

import encodings
import sys


def start():
    encodings.__path__.insert(0, "@DIRECTORY@")
    sys.path.insert(0, "@DIRECTORY@/first")
