# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What IDNA2003 (RFC 3490, 3491) does with one character, according to libidn.

import ctypes

from derivation import SEPARATORS
from ucd import ranges

LDH = ranges("002D 0030..0039 0041..005A 0061..007A")
ALEF = 0x5D0

# From stringprep.h.
NO_UNASSIGNED = 4
CONTAINS_UNASSIGNED = 1
BIDI_LEADTRAIL_NOT_RAL = 4
ROOM = 64


class Idna2003:
    def __init__(self):
        """Raises OSError if there is no libidn."""
        self.libidn = ctypes.CDLL("libidn.so")
        self.profile = ctypes.c_char.in_dll(self.libidn, "stringprep_nameprep")

    def nameprep(self, *text):
        length = ctypes.c_size_t(len(text))
        room = (ctypes.c_uint32 * ROOM)(*text)
        error = self.libidn.stringprep_4i(room, ctypes.byref(length), ROOM, NO_UNASSIGNED,
                                          ctypes.byref(self.profile))
        return error, tuple(room[:length.value])

    def status(self, c):
        """Returns Valid, Mapped, Ignored, Disallowed, or LookupValid: not in Unicode 3.2."""
        if c in SEPARATORS:
            return "Mapped"
        error, mapped = self.nameprep(c)
        if error == CONTAINS_UNASSIGNED:
            return "LookupValid"
        if error == BIDI_LEADTRAIL_NOT_RAL:  # a rule about a label's ends: test it inside one
            error, mapped = self.nameprep(ALEF, c, ALEF)
            mapped = mapped[1:-1]
        if error or any(m < 0x80 and m not in LDH for m in mapped):  # UseSTD3ASCIIRules
            return "Disallowed"
        if not mapped:
            return "Ignored"
        return "Valid" if mapped == (c,) else "Mapped"
