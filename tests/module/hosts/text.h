/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A text of nsswitch.conf. */
#ifndef HOSTS_TEXT_H
#define HOSTS_TEXT_H

#include <string.h>

struct text {
	size_t length;
	char octets[8192];
};

static inline struct text text_of(const char *string)
{
	struct text text = { .length = strlen(string) };

	memcpy(text.octets, string, text.length);
	return text;
}

#endif
