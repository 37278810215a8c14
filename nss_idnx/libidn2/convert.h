/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The conversion that all functions that return an ASCII form call. */
#ifndef LIBIDN2_CONVERT_H
#define LIBIDN2_CONVERT_H

#include "text.h"

/* In octets: 253, a root dot and the NUL. */
#define CONVERT_SIZE IDNX_HOST_NAME_SIZE

/* The charset of a name that is not UTF-8: unknown, or that of the locale. */
enum convert_from { CONVERT_FROM_UTF8, CONVERT_FROM_LOCALE };

/* Writes the ASCII form of a name; ascii is valid only if LIBIDN2_OK. */
enum libidn2_code convert(const char *name, enum convert_from from, int flags,
                          char ascii[static CONVERT_SIZE]);

#endif
