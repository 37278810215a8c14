/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Random texts of nsswitch.conf: common ones are likely, odd ones are not rare, and about one in
 * fifteen has an error.
 */
#ifndef HOSTS_RANDOM_FILE_H
#define HOSTS_RANDOM_FILE_H

#include <stdbool.h>
#include <string.h>

#include "../../common/reference/random.h"

#define RANDOM_FILE_SIZE 4096

struct text {
	size_t length;
	char octets[2 * RANDOM_FILE_SIZE];
};

static inline struct text text_of(const char *string)
{
	struct text text = { .length = strlen(string) };

	memcpy(text.octets, string, text.length);
	return text;
}

struct writer {
	struct random *random;
	char *text;
	size_t length;
};

static inline void put(struct writer *writer, const char *piece)
{
	size_t length = strlen(piece);

	memcpy(writer->text + writer->length, piece, length);
	writer->length += length;
}

static inline bool one_in(struct writer *writer, uint32_t n)
{
	return random_below(writer->random, n) == 0;
}

#define PICK(writer, list)                                                               \
	(list)[random_below((writer)->random, sizeof(list) / sizeof(list)[0])]

static inline void put_blank(struct writer *writer)
{
	static const char *const blanks[] = { " ", " ", " ", " ", "  ", "\t", "\t\t ", " \v" };

	put(writer, PICK(writer, blanks));
}

static inline void put_criterion(struct writer *writer)
{
	static const char *const statuses[] = {
		"NOTFOUND", "UNAVAIL", "SUCCESS", "TRYAGAIN", "notfound", "!UNAVAIL",
		"!NotFound", "!SUCCESS", "!tryagain", "!success",
	};
	static const char *const actions[] = { "return", "continue", "RETURN", "Merge" };
	static const char *const errors[] = { "x", "! UNAVAIL=return", "UNAVAIL", "=", "," };

	if (one_in(writer, 200)) {
		put(writer, PICK(writer, errors));
		return;
	}
	put(writer, PICK(writer, statuses));
	put(writer, one_in(writer, 8) ? " = " : "=");
	put(writer, PICK(writer, actions));
}

static inline void put_bracket(struct writer *writer)
{
	put(writer, one_in(writer, 8) ? "[ " : "[");
	put_criterion(writer);
	while (one_in(writer, 4)) {
		put(writer, " ");
		put_criterion(writer);
	}
	put(writer, one_in(writer, 200) ? "" : "]");
}

static inline void put_source(struct writer *writer)
{
	static const char *const names[] = {
		"files", "files", "files", "dns", "dns", "dns", "resolve", "mymachines",
		"myhostname", "mdns4_minimal", "wins",
	};
	static const char *const odd[] = { "#", "# dns", "dns#", "idnx", "dns2", "a:b", "#x" };

	if (one_in(writer, 20))
		put(writer, "idnx");
	else
		put(writer, one_in(writer, 40) ? PICK(writer, odd) : PICK(writer, names));
	if (!one_in(writer, 4))
		return;
	put(writer, one_in(writer, 4) ? "" : " ");
	put_bracket(writer);
	if (one_in(writer, 100))
		put_bracket(writer);
}

static inline void put_hosts(struct writer *writer)
{
	static const char *const beginnings[] = {
		"hosts:", "hosts:", "hosts:", "hosts:", "hosts", "hosts :", " hosts:",
		"\thosts::", "hosts: :",
	};

	put(writer, PICK(writer, beginnings));
	put_blank(writer);
	for (uint32_t left = random_below(writer->random, 6); left > 0; left--) {
		put_source(writer);
		put_blank(writer);
	}
	if (one_in(writer, 2))
		put_source(writer);
}

static inline void put_line(struct writer *writer)
{
	static const char *const others[] = {
		"passwd: files systemd", "group:\tfiles [SUCCESS=merge] systemd", "", "  ",
		"# a comment", "#hosts: files dns", "# hosts: files resolve dns", "Hosts: dns",
		"sudoers: files [x", "networks: files dns", "initgroups: files",
		"shadow:files", "hosts2: dns", "# \xC3\xBC", "services: db files",
	};
	static const char *const broken[] = { "rpc: db [", "passwd: files [x=y]" };

	if (one_in(writer, 3))
		put_hosts(writer);
	else
		put(writer, one_in(writer, 200) ? PICK(writer, broken) : PICK(writer, others));
}

/* Returns its length; the text may be empty. */
static inline size_t random_file(struct random *random, char text[static RANDOM_FILE_SIZE])
{
	struct writer writer = { random, text, 0 };
	const char *newline = one_in(&writer, 8) ? "\r\n" : "\n";

	for (uint32_t left = random_below(random, 12); left > 0; left--) {
		put_line(&writer);
		if (left > 1 || !one_in(&writer, 8))
			put(&writer, newline);
	}
	return writer.length;
}

#endif
