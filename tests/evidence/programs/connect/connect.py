# SPDX-License-Identifier: LGPL-2.1-or-later
"""connect.py str|bytes NAME PORT: Python passes bytes to libc as they are, and converts a str."""

import os
import socket
import sys

name = sys.argv[2] if sys.argv[1] == "str" else os.fsencode(sys.argv[2])
socket.create_connection((name, int(sys.argv[3])))
