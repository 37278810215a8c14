# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints the ASCII form of each name, or the code of the rule that it breaks."""

import sys
from ctypes import CDLL, Structure, c_char_p, c_int, c_size_t, c_uint, create_string_buffer

IDNX_HOST_NAME_SIZE = 255
IDNX_LOOKUP = 0x786


class Result(Structure):
    """struct idnx_result"""

    _fields_ = [("status", c_int), ("label", c_uint), ("length", c_size_t)]


idnx = CDLL("libidnx.so.0")
idnx.idnx_to_ascii.argtypes = [c_char_p, c_size_t, c_char_p, c_size_t, c_uint]
idnx.idnx_to_ascii.restype = Result
idnx.idnx_status_code.restype = c_char_p


def to_ascii(name):
    """Return the ASCII form of a name; raise ValueError with the code of a rule."""
    source, ace = name.encode(), create_string_buffer(IDNX_HOST_NAME_SIZE)
    result = idnx.idnx_to_ascii(source, len(source), ace, len(ace), IDNX_LOOKUP)
    if result.status:
        raise ValueError(idnx.idnx_status_code(result.status).decode())
    return ace.value.decode()


for name in sys.argv[1:]:
    try:
        print(to_ascii(name))
    except ValueError as error:
        print(error)
