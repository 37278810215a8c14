/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What "idnx run --trace" loads: the module and the libidn2 replacement, linked with
 * "--wrap=policy_to_ascii", so that their calls of policy.c come here first.
 *
 * A line goes where IDNX_TRACE says, which "idnx run" has set: to its standard error, or to the
 * end of a file.  It has a name in Unicode if the locale has UTF-8 and the name is valid; or else
 * with octal escapes: a terminal gets nothing that it would obey.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ascii_text.h"
#include "policy.h"

__typeof__(policy_to_ascii) __real_policy_to_ascii, __wrap_policy_to_ascii;

#define LINE_SIZE 4096

struct line {
	size_t length;
	char text[LINE_SIZE];
};

__attribute__((format(printf, 2, 3))) static void add_words(struct line *line,
                                                            const char *format, ...)
{
	size_t room = LINE_SIZE - 1 - line->length; /* a newline follows */
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(line->text + line->length, room, format, arguments);
	va_end(arguments);
	if (length > 0)
		line->length += (size_t)length < room ? (size_t)length : room - 1;
}

static void put_escaped(struct line *line, const char *text)
{
	for (size_t i = 0; text[i] != '\0' && i < IDNX_HOST_NAME_SIZE; i++)
		add_words(line, text[i] > ' ' && text[i] < 0x7F ? "%c" : "\\%03o",
		          (unsigned char)text[i]);
}

static void put_name(struct line *line, const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE], shown[POLICY_UNICODE_SIZE];
	const char *is_utf8 = secure_getenv("IDNX_TRACE_UTF8");

	if (is_utf8 == NULL || *is_utf8 == '\0' || ascii_has_only_text(name) ||
	    idnx_to_ascii(name, strlen(name), ace, sizeof ace, IDNX_LOOKUP).status != IDNX_OK) {
		put_escaped(line, name);
		return;
	}
	policy_decode_labels(ace, POLICY_LABELS_SHOWN, shown);
	add_words(line, "%s", shown);
}

/* A place in idnx.conf; line 0: no one line. */
static void put_place(struct line *line, unsigned number)
{
	add_words(line, number > 0 ? ", %s line %u" : ", %s", IDNX_CONF, number);
}

static void put_rule(struct line *line, const struct decision *decision)
{
	unsigned number = policy_line(decision);

	add_words(line, "%s", idnx_status_code(decision->result.status));
	if (number > 0)
		put_place(line, number);
}

static void put_decision(struct line *line, const struct decision *decision, const char *ace)
{
	if (decision->is_reported) {
		add_words(line, " would be rejected, ");
		put_rule(line, decision);
	}
	switch (decision->action) {
	case POLICY_CONVERTED:
		add_words(line, " -> %s", ace);
		break;
	case POLICY_EXCLUDED:
		add_words(line, " is excluded");
		put_place(line, decision->settings.section_line);
		break;
	case POLICY_REJECTED:
		add_words(line, " rejected, ");
		put_rule(line, decision);
		break;
	case POLICY_NO_CONFIG:
		add_words(line, " not looked up");
		put_place(line, decision->config.line);
		add_words(line, " is wrong");
		break;
	case POLICY_NO_CHARSET:
		add_words(line, " not looked up, no converter for charset %s",
		          decision->settings.charset);
		break;
	case POLICY_UNCHANGED:
		break;
	}
}

/* By device and inode: the program may have put another file in its place. */
static bool is_standard_error(const char *where)
{
	char file[64];
	struct stat status;

	if (fstat(STDERR_FILENO, &status) != 0)
		return false;
	snprintf(file, sizeof file, "%ju:%ju", (uintmax_t)status.st_dev,
	         (uintmax_t)status.st_ino);
	return strcmp(file, where) == 0;
}

/* O_NONBLOCK: a FIFO that nobody reads would hold up the lookup. */
static void write_line(const struct line *line)
{
	const char *where = secure_getenv("IDNX_TRACE");
	long fd;

	if (where != NULL && *where == '/') {
		fd = syscall(SYS_openat, AT_FDCWD, where,
		             O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
		syscall(SYS_write, fd, line->text, line->length);
		syscall(SYS_close, fd);
	} else if (where != NULL && is_standard_error(where)) {
		syscall(SYS_write, STDERR_FILENO, line->text, line->length);
	}
}

/* A function of glibc may ask for both kinds of addresses, and again with a larger buffer. */
static bool is_repeated(const char *name)
{
	static __thread uint32_t before;
	uint32_t hash = span_hash(span_of_text(name));
	bool is_same = hash == before;

	before = hash;
	return is_same;
}

/* An ASCII name that no rule concerns has no line.  Preserves errno, and is no cancellation point. */
struct decision __wrap_policy_to_ascii(const char *conf_path, const char *name,
                                       char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = __real_policy_to_ascii(conf_path, name, ace);
	struct line line = { .length = 0 };
	char program[16] = "";
	int error = errno;

	if ((decision.action == POLICY_UNCHANGED && !decision.is_reported) || is_repeated(name))
		return decision;
	prctl(PR_GET_NAME, program);
	add_words(&line, "idnx: ");
	put_escaped(&line, program);
	add_words(&line, "[%ld] ", (long)getpid());
	put_name(&line, name);
	put_decision(&line, &decision, ace);
	line.text[line.length++] = '\n';
	write_line(&line);
	errno = error;
	return decision;
}
