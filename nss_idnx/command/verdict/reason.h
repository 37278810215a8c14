/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The rule that a name breaks, where, and what to do. */
#ifndef REASON_H
#define REASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "confusable.h"
#include "idnx.h"
#include "rules.h"
#include "trace.h"

/*
 * A rule is broken at one character, in a label, or by the name as a whole.  Places are
 * counted from 1; all are 0 if no rule is broken.
 */
struct reason {
	enum idnx_status status;
	unsigned label;       /* 0: the whole name */
	size_t position;      /* in characters of the name: of the one, or the label's beginning */
	size_t column;        /* likewise, in columns of a terminal */
	size_t octet;         /* likewise, in octets */
	size_t decoded;       /* the character's place in a label decoded from Punycode; else 0 */
	bool is_character;    /* one breaks the rule; if it is ill-formed, only octets is set */
	size_t octets;        /* its length in the name */
	uint32_t character;
	uint32_t source;      /* the one of the name that it was mapped from */
	bool is_ill_formed;
	unsigned char ill_formed[4]; /* its octets */
	char *message;        /* a predicate: "has 70 octets in ASCII form, and 63 is the most" */
	const char *rule;     /* where it is specified: "RFC 5893 section 2, rule 3" */
	char *remedy;         /* sentences; all three are NULL if the name breaks no rule */
};

/*
 * Returns the reason for a UTF-8 name whose conversion under these flags gave this result.
 * ToUnicode has its own code for an empty label, X4_2: the reason has that of ToASCII.
 */
struct reason reason_find(const char *src, size_t src_len, unsigned flags,
                          struct idnx_result result);

/* Returns the reason for one broken rule of the name, perhaps not the first. */
struct reason reason_of_step(const char *src, size_t src_len, const struct trace *trace,
                             const struct idnx_explanation *step);

/* Returns the reason for what a setting against look-alikes rejects. */
struct reason reason_of_confusable(const char *src, size_t src_len, unsigned flags,
                                   const struct confusable *confusable);

void reason_free(struct reason *reason);

#endif
