/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A name, as it is compared with the suffixes and the protected names of idnx.conf.
 *
 *     name --idnx_to_unicode()--> form --idnx_read()--> reading
 *
 * Each is made once, when it is first needed.  Name and suffix are compared in the same form,
 * UTS #46 Map, Normalize, Break and decoded Punycode; deviations are kept, so that straße.example
 * and strasse.example, two names, stay distinct.
 */
#ifndef POLICY_MATCH_H
#define POLICY_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "idnx.h"
#include "span.h"

/*
 * Storage for any suffix as UTF-8, one octet more than without a root dot: a host name has at
 * most 253 octets in ASCII form and so as many code points; then a root dot and a NUL.
 */
#define MATCH_SUFFIX_SIZE (4 * (IDNX_HOST_NAME_SIZE - 2) + 2)

/* Some 4 KiB, on the stack of any program. */
struct match {
	const char *name;
	size_t length;
	bool has_form, has_reading, is_single_label;
	enum idnx_status form_status, reading_status;
	size_t form_length; /* of its end, without a root dot */
	bool is_whole_form; /* the end is the whole form; the name is not too long for one */

	/*
	 * Only the end of the form is compared with suffixes; how the name reads then uses the
	 * rest of the space.  A name with a longer form is no host name, and needs no reading.
	 */
	union {
		char whole[IDNX_NAME_SIZE]; /* while it is made */
		struct {
			char end[MATCH_SUFFIX_SIZE];
			struct idnx_reading reading;
		};
	} form;
};

/* Keeps a pointer to name.  No suffix matches an empty name. */
void match_begin(struct match *match, const char *name, size_t length);

/*
 * Returns the form in which the name is checked for look-alikes, if its labels have one; else
 * empty.  It is that of the ASCII form, too, unless deviations are mapped.
 */
struct span match_form(struct match *match);

/*
 * Writes the form of a suffix, without a root dot.  It must be a domain name, else no name
 * would be below it; IDNX_TOO_LONG for all that have no room.
 */
enum idnx_status match_suffix(struct span suffix, char form[static MATCH_SUFFIX_SIZE],
                              size_t *length);

/* Returns whether the name is this suffix, or below it. */
bool match_is_below(struct match *match, struct span suffix);

/* How a name is like a protected one. */
enum match_likeness {
	MATCH_UNLIKE,
	MATCH_SAME,     /* it is that name, or below it */
	MATCH_READS,    /* as that name, but is not */
	MATCH_CONTAINS, /* a look-alike of its first label */
	MATCH_LIKENESSES
};
enum match_likeness match_protected(struct match *match, struct span other);

/*
 * Returns the pairs of letters of the name: a protected name of whose first label they lack one is
 * MATCH_UNLIKE.  Test this first.  NULL has them all.
 */
const struct idnx_pairs *match_pairs(struct match *match);

#endif
