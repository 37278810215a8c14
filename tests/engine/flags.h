/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The flags of a conversion as the tables of these tests write them. */
#ifndef ENGINE_FLAGS_H
#define ENGINE_FLAGS_H

#include "../common/table.h"
#include "idnx.h"

#define UTS46                                                                                  \
	(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |                           \
	 IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH)

/* The processing of the UTS #46 draft of 2010 with today's flags. */
#define DISPLAY_2010 (IDNX_CHECK_HYPHENS | IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH)
#define LOOKUP_2010  (DISPLAY_2010 | IDNX_TRANSITIONAL_PROCESSING)

static const struct {
	const char *word;
	unsigned flags;
} flag_words[] = {
	{ "UTS46", UTS46 },
	{ "lookup", IDNX_LOOKUP },
	{ "host", IDNX_HOST_NAME },
	{ "host-characters", IDNX_HOST_CHARACTERS },
	{ "host-lengths", IDNX_HOST_LENGTHS },
	{ "host-no-address", IDNX_HOST_NO_ADDRESS },
	{ "CheckHyphens", IDNX_CHECK_HYPHENS },
	{ "CheckBidi", IDNX_CHECK_BIDI },
	{ "CheckJoiners", IDNX_CHECK_JOINERS },
	{ "UseSTD3ASCIIRules", IDNX_USE_STD3_ASCII_RULES },
	{ "VerifyDnsLength", IDNX_VERIFY_DNS_LENGTH },
	{ "Transitional_Processing", IDNX_TRANSITIONAL_PROCESSING },
	{ "IgnoreInvalidPunycode", IDNX_IGNORE_INVALID_PUNYCODE },
	{ "display-2010", DISPLAY_2010 },
	{ "lookup-2010", LOOKUP_2010 },
	{ "url", IDNX_URL },
	{ "ascii-as-is", IDNX_ASCII_AS_IS },
	{ "unknown", 0x800 },
};

static inline unsigned flag_of(const char *word)
{
	size_t i = 0;

	while (i < LENGTH(flag_words) && strcmp(flag_words[i].word, word) != 0)
		i++;
	assert_true(i < LENGTH(flag_words));
	return flag_words[i].flags;
}

static inline unsigned flags_of(char *words)
{
	unsigned flags = 0;
	char *word;

	while ((word = strsep(&words, " ")) != NULL && *word != '\0')
		flags |= flag_of(word);
	return flags;
}

#endif
