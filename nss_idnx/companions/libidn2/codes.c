/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The error codes of libidn2 for the statuses of libcore, and their texts, which programs print
 * after the name.  After certain codes some programs try again, or use the name as it is.  None
 * of the codes below lets them have what the policy rejects.
 */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

/* Newer than any program requires; no version of libidn2 has this number. */
#define VERSION "2.99.0"

enum libidn2_code code_of_status(enum idnx_status status)
{
	/* After IDN2_2HYPHEN systemd-resolved uses the name as it is, so V2 has another. */
	static const enum libidn2_code codes[] = {
#define STATUS(name, code, key, libidn2, ...) [IDNX_##name] = LIBIDN2_##libidn2,
#include "statuses.h"
	};

	return (size_t)status < sizeof codes / sizeof codes[0] ? codes[status]
	                                                       : LIBIDN2_DISALLOWED;
}

/* --- Words ------------------------------------------------------------------ */

static const struct words {
	enum libidn2_code code;
	const char *name, *text;
} known[] = {
#define CODE(name, number, text) { LIBIDN2_##name, "IDN2_" #name, text },
#include "codes.h"
};

static const struct words *find_words(int rc)
{
	static const struct words unknown = { 0, "IDN2_UNKNOWN", "unknown error" };

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if ((int)known[i].code == rc)
			return &known[i];
	return &unknown;
}

const char *idn2_strerror(int rc)
{
	return find_words(rc)->text;
}

const char *idn2_strerror_name(int rc)
{
	return find_words(rc)->name;
}

const char *idn2_check_version(const char *req_version)
{
	return req_version == NULL || strverscmp(req_version, VERSION) <= 0 ? VERSION : NULL;
}

void idn2_free(void *ptr)
{
	free(ptr);
}
