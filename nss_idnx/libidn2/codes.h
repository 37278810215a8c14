/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Why a name has no ASCII or Unicode form, as codes of libidn2. */
#ifndef LIBIDN2_CODES_H
#define LIBIDN2_CODES_H

#include "charset.h"
#include "idnx.h"
#include "libidn2.h"

enum libidn2_code code_of_status(enum idnx_status status);

/* For a name in the charset of the locale. */
enum libidn2_code code_of_charset(enum charset_status status);

#endif
