/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * An idnx.conf that has been read once, for many names: what the parser found, in the order of the
 * file.  For each name the parser repeats its part, without reading.
 */
#ifndef LIBIDNX_RULES_H
#define LIBIDNX_RULES_H

#include "config_parser.h"

struct rule {
	struct config_event event;
	unsigned line;
	char *suffix;            /* of the event; NULL: none */
	struct idnx_pairs pairs; /* of a protected name; else none */
};

struct rules {
	struct config_parser parser; /* at the end of the file */
	struct rule *rules;
	uint64_t *hashes; /* of each rule: half of its pairs' bits, in one word */
	size_t count;
};

/*
 * Reads the text of an idnx.conf; rules->parser.result has its first error.  Returns false if
 * there is no memory.  rules is empty before.
 */
bool rules_read(struct rules *rules, const char *text, size_t length);

/* A config_reader of struct rules without an error: does the same as config_parse() for the text. */
struct config_result rules_apply(const void *rules, struct match *match,
                                 struct settings *settings);

/* Leaves rules empty. */
void rules_free(struct rules *rules);

#endif
