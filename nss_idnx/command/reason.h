/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Why a name is refused: for every subcommand the same words, and the same members of JSON. */
#ifndef REASON_H
#define REASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "idnx.h"
#include "input.h"
#include "judged.h"
#include "output.h"
#include "rules.h"
#include "trace.h"

/*
 * The rule that a name breaks, and where: by one character, or as a label, or as a whole.
 * Places are counted from 1, and all 0 where the name breaks no rule.
 */
struct reason {
	enum idnx_status status;
	unsigned label;       /* 0: the whole name */
	size_t position;      /* in the name, in characters: of the one, or where the label begins */
	size_t column;        /* the same in columns of a terminal */
	size_t octet;         /* the same in octets */
	size_t decoded;       /* the character's place in a label that was Punycode; else 0 */
	bool is_character;    /* one breaks the rule; if it is ill-formed, octets are known alone */
	size_t octets;        /* its length in the name */
	uint32_t character;
	uint32_t source;      /* the one of the name that it comes of */
	bool is_ill_formed;
	unsigned char ill_formed[4]; /* its octets */
	char *message;        /* a predicate: "has 70 octets in ASCII form, and 63 is the most" */
	const char *rule;     /* where it is written: "RFC 5893 section 2, rule 3" */
	char *remedy;         /* sentences; as the rule, NULL where the name breaks none */
	bool is_string;       /* it is not about a name, but about a string for punycode */
};

/*
 * Of a name, in UTF-8, that a conversion under these flags gave this result of.  ToUnicode has
 * a code of its own for an empty label, X4_2: the reason has ToASCII's.
 */
struct reason reason_find(const char *src, size_t src_len, unsigned flags,
                          struct idnx_result result);

/* Of one broken rule that was told of the name, perhaps not the first. */
struct reason reason_of_step(const char *src, size_t src_len, const struct trace *trace,
                             const struct idnx_explanation *step);

/* Of what a setting against look-alikes refuses. */
struct reason reason_of_judged(const char *src, size_t src_len, unsigned flags,
                               const struct judged *judged);

/* Of a string, which breaks the rule, or none, at an octet; src_len: as a whole. */
struct reason reason_of_string(const char *src, size_t src_len, enum idnx_status status,
                               const struct rule *rule, const char *message, size_t octet);

void reason_free(struct reason *reason);

/* "label 2 begins with a hyphen (V3)". */
void reason_put_short(struct output *output, const struct reason *reason);

/* "character 2, column 2, octet 2 of the name: U+0020 SPACE"; free it. */
char *reason_where(struct output *output, const struct reason *reason);

/*
 * The same as a sentence, then which character, its place, and what to do; free it.  Of a
 * name that a setting refuses judged tells more, else it is NULL; set is the text of --set.
 */
char *reason_text(struct output *output, const struct reason *reason,
                  const struct judged *judged, const char *set);

/* "label 2 is empty (A4_2), from character 3, column 3": of a suffix in idnx.conf; free it. */
char *reason_of_suffix(struct output *output, const char *suffix, size_t length);

/* Writes the name, so that it can be seen, before a text about it: '"ü b": label 1 ...'. */
void reason_put_about(struct output *output, const struct input_name *name, const char *text);

/*
 * The same on standard error behind "idnx: line 3: " and kind, which is empty or "warning: ",
 * and the end of the line.
 */
void reason_put_line(const struct input_name *name, const char *kind, const char *text);

/* The members status, label, position, column, message, character, rule and remedy. */
void reason_put_json(const struct reason *reason);

#endif
