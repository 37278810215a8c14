/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds in nsswitch.conf whether glibc's walk along the "hosts:" line ends with what idnx
 * returns.  If that is unclear, it counts as going on, and outcome.c ends it in another way.
 */
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "lookup.h"
#include "nsswitch.h"

/* The longest one seen has 3 KB.  idnx_to_ascii() has just used as much of the stack. */
#define TEXT_MAX 16384

/* Nothing shows at which of several idnx glibc is: each one has to end the walk. */
static bool sources_end(struct span list, enum nss_status status)
{
	struct nsswitch_source source, next;
	bool listed = false, every = true;
	enum nsswitch_found found;
	struct span rest;

	while ((found = nsswitch_next_source(&list, &source)) == NSSWITCH_SOURCE) {
		if (!span_equals(source.name, "idnx"))
			continue;
		rest = list;
		listed = true;
		every = every && (nsswitch_action(&source, status) == NSSWITCH_RETURN ||
		                  nsswitch_next_source(&rest, &next) != NSSWITCH_SOURCE);
	}
	return found != NSSWITCH_ERROR && listed && every;
}

bool hosts_action_is_final_in(const char *text, size_t length, enum nss_status status)
{
	struct nsswitch_line line;

	return memchr(text, '\0', length) == NULL &&
	       nsswitch_find_hosts((struct span){ text, text + length }, NSSWITCH_ALL_LINES,
	                           &line) &&
	       line.has_newline && sources_end(line.list, status);
}

/*
 * Reads nsswitch.conf and returns its length; 0 if it cannot be read, has size octets or
 * more, or is not the one that glibc uses.
 */
static size_t read_text(char *text, size_t size)
{
	int file = open(_PATH_NSSWITCH_CONF, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t count = -1;

	if (file == -1)
		return 0;
	while (length < size && (count = read(file, text + length, size - length)) > 0)
		length += (size_t)count;
	if (!origin_is(file))
		count = -1;
	close(file);
	return count == 0 ? length : 0;
}

bool hosts_action_is_final(enum nss_status status)
{
	char text[TEXT_MAX];
	size_t length;
	int state;

	/* A thread that is cancelled here would leave the file open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	length = read_text(text, sizeof text);
	pthread_setcancelstate(state, &state);
	return hosts_action_is_final_in(text, length, status);
}
