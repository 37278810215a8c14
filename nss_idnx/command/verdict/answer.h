/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What programs get for a name, and if nothing, who is to blame. */
#ifndef ANSWER_H
#define ANSWER_H

#include <netdb.h>

#include "hosts/system.h"
#include "verdict.h"

/* What lookups on this machine go through. */
struct lookups {
	struct sysroot root;
	struct manager manager;
	struct hosts_file nsswitch;
	char *sources;      /* the hosts line in effect, or that there is none */
	char *servers;      /* the name servers of resolv.conf */
};

struct lookups lookups_read(void);

struct answer {
	int code;  /* getaddrinfo()'s result */
	int error; /* errno, if code is EAI_SYSTEM */
	struct addrinfo *addresses;

	/* Who is to blame, in one word: see idnx-json(5); NULL if there are addresses. */
	const char *culprit;
	char *message; /* a sentence; NULL if the verdict says it */
	char *remedy;  /* NULL: none, or that of the verdict */
};

/* Looks the name up as programs do, by getaddrinfo() without AI_IDN. */
struct answer answer_find(const struct lookups *lookups, const struct verdict *verdict);

void answer_free(struct answer *answer);

/* Returns "found", or what gai_strerror() says. */
const char *answer_words(const struct answer *answer);

/* Returns "OK", or the name of the error without its EAI_, for a program. */
const char *answer_word(const struct answer *answer);

enum exit_code answer_exit_code(const struct answer *answer);

#endif
