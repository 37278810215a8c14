/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Why a name has no other form, in libidn2's codes. */
#ifndef LIBIDN2_CODES_H
#define LIBIDN2_CODES_H

#include "charset.h"
#include "idnx.h"
#include "libidn2.h"

enum libidn2_code code_of_status(enum idnx_status status);

/* Of a name in the charset of the locale. */
enum libidn2_code code_of_charset(enum charset_status status);

#endif
