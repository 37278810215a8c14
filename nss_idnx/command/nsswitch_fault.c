/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds faults in the text of an nsswitch.conf that affect all of NSS.  Since glibc 2.33
 * (nss_database.c) one mistake in the brackets of any known database makes every lookup of
 * every database fail; 2.31 stops reading that line.  glibc skips lines of other programs
 * (sudoers, automount), and so does this.
 *
 * A last line without a newline is checked too, although not all versions read it.
 */
#include "nsswitch_fault.h"

#include <stddef.h>
#include <string.h>

static const char nul[] = "has a NUL, after which glibc reads nothing";
static const char bracket[] =
	"has a mistake in its brackets, for which glibc 2.33 and later refuse the whole file";

const char nsswitch_second_bracket_remedy[] =
	"In that line write both into one bracket, like [NOTFOUND=continue UNAVAIL=return]";

/* The databases of glibc 2.31 to 2.43, nss/databases.def. */
static bool is_known(struct span database)
{
	static const char *const names[] = {
		"aliases", "ethers", "group", "group_compat", "gshadow", "hosts",
		"initgroups", "netgroup", "networks", "passwd", "passwd_compat",
		"protocols", "publickey", "rpc", "services", "shadow", "shadow_compat",
	};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (span_equals(database, names[i]))
			return true;
	return false;
}

static const char *line_fault(const struct nsswitch_line *line)
{
	struct span list = line->list;
	struct nsswitch_source source;
	enum nsswitch_found found;

	if (memchr(line->text.next, '\0', span_length(line->text)))
		return nul;
	if (!is_known(line->database))
		return NULL;
	do
		found = nsswitch_next_source(&list, &source);
	while (found == NSSWITCH_SOURCE);
	return found == NSSWITCH_MISTAKE ? bracket : NULL;
}

static const char *remedy_of(const char *message)
{
	return message == nul ? "Save the file as text, without a NUL"
	                      : "In that line write brackets like [NOTFOUND=return] or "
	                        "[!UNAVAIL=return], or none";
}

struct nsswitch_fault nsswitch_fault(struct span text)
{
	struct nsswitch_line line;

	for (unsigned number = 1; nsswitch_next_line(&text, &line); number++) {
		const char *message = line_fault(&line);

		if (message)
			return (struct nsswitch_fault){ message, number, remedy_of(message) };
	}
	return (struct nsswitch_fault){ NULL, 0, NULL };
}
