/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The text and code of each status, and the versions. */
#include "core.h"

static const struct words {
	char code[16], phrase[64]; /* pointers would be relocated in each process */
} words[] = {
#define STATUS(name, code, key, libidn2, shown, phrase, ...) [IDNX_##name] = { #code, phrase },
#include "statuses.h"
};

/* An error, and no warning: a status without a row. */
#pragma GCC diagnostic error "-Wswitch"

static const struct words *find_words(enum idnx_status status)
{
	static const struct words unknown = { "?", "has an unknown status" };

	switch (status) {
#define STATUS(name, ...) case IDNX_##name:
#include "statuses.h"
		return &words[status];
	}
	return &unknown;
}

const char *idnx_status_text(enum idnx_status status)
{
	return find_words(status)->phrase;
}

const char *idnx_status_code(enum idnx_status status)
{
	return find_words(status)->code;
}

const char *idnx_unicode_version(void)
{
	return ucd_version;
}

const char *idnx_version(void)
{
	return IDNX_VERSION;
}
