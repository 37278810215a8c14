/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The one answer of all functions that convert. */
#ifndef LIBIDN2_CONVERT_H
#define LIBIDN2_CONVERT_H

#include "text.h"

/* With the NUL: 253 octets and a root dot. */
#define CONVERT_SIZE IDNX_HOST_NAME_SIZE

/* What a name that is not UTF-8 is in: nothing that is known, or the locale's charset. */
enum convert_from { CONVERT_FROM_UTF8, CONVERT_FROM_LOCALE };

/* The ASCII form of a name; it means nothing unless LIBIDN2_OK. */
enum libidn2_code convert(const char *name, enum convert_from from, int flags,
                          char ascii[static CONVERT_SIZE]);

#endif
