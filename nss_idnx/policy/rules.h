/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * An idnx.conf that has been read once, for many names: what the parser found, in the order of the
 * file.  For each name the parser repeats its part, without reading.
 */
#ifndef POLICY_RULES_H
#define POLICY_RULES_H

#include "config_parser.h"

struct rule {
	enum config_event event;
	unsigned line;
	size_t length;
	char *suffix;
	struct settings *settings; /* of a section, as its end leaves them */
};

struct rules {
	struct config_parser parser; /* at the end of the file */
	struct rule *rules;
	struct idnx_pairs *pairs; /* of each rule: those of a protected name; else none */
	uint64_t *hashes;         /* of each rule: half of its pairs' bits, in one word */
	size_t count;
};

/* The same as config_parse() for the text of which the rules are. */
struct config_result rules_apply(const struct rules *rules, struct match *match,
                                 struct settings *settings);

#endif
