/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks what holds of idnx_explain() for every name and every set of flags: its result is
 * that of idnx_to_ascii(), and the steps it reports lead there.
 */
#ifndef CONFORMANCE_EXPLAINED_H
#define CONFORMANCE_EXPLAINED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <string.h>

#include "idnx.h"

#define EVERY_FLAG 0xFFU /* all that there are: sets of flags are 0 to this */

/* What was reported so far. */
struct told {
	size_t octets, code_points; /* of src, by Map */
	unsigned label;             /* by ToASCII, the last one */
	struct idnx_result broken;  /* the first rule */
	enum idnx_step step;        /* the last one that was no rule */
	char ascii[IDNX_NAME_SIZE + IDNX_CODE_POINTS_MAX];
	size_t length;
	bool wrong;
};

static inline bool is_map(const struct idnx_explanation *told)
{
	return told->step <= IDNX_STEP_IGNORED || told->status == IDNX_BAD_UTF8;
}

/* Follows Map, which reports every character, one after the other. */
static inline void follow_map(struct told *so_far, const struct idnx_explanation *told)
{
	so_far->wrong |= told->octet != so_far->octets || told->octets == 0 ||
	                 told->code_point != so_far->code_points;
	so_far->octets += told->octets;
	so_far->code_points++;
}

/* Follows ToASCII, which reports every label, one after the other. */
static inline void follow_encoded(struct told *so_far, const struct idnx_explanation *told)
{
	if (so_far->length + told->ascii_length >= sizeof so_far->ascii)
		return; /* such a name is broken, and its ASCII form not compared */
	if (told->label > 1)
		so_far->ascii[so_far->length++] = '.';
	memcpy(so_far->ascii + so_far->length, told->ascii, told->ascii_length);
	so_far->length += told->ascii_length;
	so_far->wrong |= told->label != so_far->label + 1;
	so_far->label = told->label;
}

static inline void follow(void *context, const struct idnx_explanation *told)
{
	struct told *so_far = context;

	if (is_map(told))
		follow_map(so_far, told);
	else
		so_far->wrong |= told->octet > so_far->octets ||
		                 told->code_point > so_far->code_points;
	if (told->step == IDNX_STEP_ENCODED)
		follow_encoded(so_far, told);
	so_far->wrong |= (told->status != IDNX_OK) != (told->step == IDNX_STEP_BROKEN);
	if (told->step == IDNX_STEP_BROKEN) {
		if (so_far->broken.status == IDNX_OK)
			so_far->broken = (struct idnx_result){ told->status, told->label, 0 };
		return;
	}
	so_far->wrong |= told->step < so_far->step && told->step > IDNX_STEP_IGNORED;
	so_far->step = told->step;
}

/* Checks it with a dst of dst_size octets, at most IDNX_NAME_SIZE. */
static inline bool explained_in(const char *src, size_t src_len, unsigned flags,
                                size_t dst_size)
{
	static struct told so_far;
	char expected[IDNX_NAME_SIZE], dst[IDNX_NAME_SIZE];
	struct idnx_result result, explained;

	so_far.octets = so_far.code_points = so_far.length = 0;
	so_far.label = 0;
	so_far.broken = (struct idnx_result){ IDNX_OK, 0, 0 };
	so_far.step = IDNX_STEP_KEPT;
	so_far.wrong = false;
	memset(expected, 0x55, sizeof expected);
	memset(dst, 0x55, sizeof dst);
	result = idnx_to_ascii(src, src_len, expected, dst_size, flags);
	explained = idnx_explain(src, src_len, dst, dst_size, flags, follow, &so_far);

	if (explained.status != result.status || explained.label != result.label ||
	    explained.length != result.length || memcmp(dst, expected, sizeof dst) != 0)
		return false;
	/* The steps are those of UTS #46, even for ASCII as it is. */
	result = idnx_to_ascii(src, src_len, expected, dst_size, flags & ~IDNX_ASCII_AS_IS);
	if (result.status == IDNX_TOO_LONG && result.label == 0)
		return so_far.broken.status == IDNX_TOO_LONG && so_far.octets == 0;
	if (so_far.wrong || so_far.octets != src_len)
		return false;
	if (result.status != IDNX_OK && result.status != IDNX_NO_SPACE)
		return so_far.broken.status == result.status &&
		       so_far.broken.label == result.label;
	return so_far.broken.status == IDNX_OK && so_far.length == result.length &&
	       (result.status == IDNX_NO_SPACE ||
	        memcmp(so_far.ascii, dst, result.length) == 0);
}

static inline bool explained(const char *src, size_t src_len, unsigned flags)
{
	return explained_in(src, src_len, flags, IDNX_NAME_SIZE);
}

#endif
