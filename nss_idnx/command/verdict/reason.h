/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Why a name is refused: all subcommands use the same words and JSON members. */
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
 * The rule that a name breaks, and where: at one character, in a label, or as a whole.
 * Places are counted from 1; all are 0 if the name breaks no rule.
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
	char *remedy;         /* sentences; NULL, like rule, if the name breaks none */
	bool is_string;       /* it concerns a string for punycode, not a name */
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

/* Returns the reason for what a setting against look-alikes refuses. */
struct reason reason_of_judged(const char *src, size_t src_len, unsigned flags,
                               const struct judged *judged);

/*
 * Returns the reason for a string that breaks the rule, or none, at an octet; src_len: as a
 * whole.
 */
struct reason reason_of_string(const char *src, size_t src_len, enum idnx_status status,
                               const struct rule *rule, const char *message, size_t octet);

void reason_free(struct reason *reason);

/* Writes "label 2 begins with a hyphen (V3)". */
void reason_put_short(struct output *output, const struct reason *reason);

/* Returns "character 2, column 2, octet 2 of the name: U+0020 SPACE"; to be freed. */
char *reason_where(struct output *output, const struct reason *reason);

/*
 * Returns the same as a sentence, then the character, its place, and what to do; to be
 * freed. judged adds details if a setting refuses the name, and is NULL otherwise; set is
 * the text of --set.
 */
char *reason_text(struct output *output, const struct reason *reason,
                  const struct judged *judged, const char *set);

/* Returns "label 2 is empty (A4_2), from character 3, column 3", without a remedy; to be freed. */
char *reason_sentence(struct output *output, const struct reason *reason);

/* The same for a suffix in idnx.conf. */
char *reason_of_suffix(struct output *output, const char *suffix, size_t length);

/* Writes the name, made visible, before a text about it: '"ü b": label 1 ...'. */
void reason_put_about(struct output *output, const struct input_name *name, const char *text);

/*
 * Writes the same to standard error after "idnx: line 3: " and kind, which is empty or
 * "warning: ", and ends the line.
 */
void reason_put_line(const struct input_name *name, const char *kind, const char *text);

/* Writes the members status, label, position, column, message, character, rule and remedy. */
void reason_put_json(const struct reason *reason);

#endif
