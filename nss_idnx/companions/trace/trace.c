/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A line goes where IDNX_TRACE says, which "idnx run" has set: to its standard error, or to the
 * end of a file.  It has a name in Unicode if the locale has UTF-8 and the name is valid; or else
 * with octal escapes: a terminal gets nothing that it would obey.
 */
#include "trace.h"

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

static __thread struct trace *current;

/* Not a pointer into a lookup, which a longjmp() may have ended. */
static __thread char asked[IDNX_HOST_NAME_SIZE];

void trace_begin(struct trace *trace)
{
	*trace = (struct trace){ .outer = current };
	current = trace;
	clock_gettime(CLOCK_MONOTONIC, &trace->begin);
}

void trace_end(struct trace *trace)
{
	current = trace->outer;
	if (!trace->is_inner)
		asked[0] = '\0';
}

struct decision trace_policy_to_ascii(const char *conf_path, const char *name,
                                      char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = policy_to_ascii(conf_path, name, ace);

	if (current == NULL)
		return decision;
	current->is_inner = *asked != '\0' && strcmp(name, asked) == 0;
	current->is_decided = true;
	current->decision = decision;
	if (decision.action == POLICY_CONVERTED)
		strcpy(asked, strcpy(current->ace, ace));
	return decision;
}

/* --- A line ----------------------------------------------------------------------- */

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
	policy_show_labels(ace, shown);
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
		add_words(line, " would be rejected: ");
		put_rule(line, decision);
		add_words(line, ";");
	}
	switch (decision->action) {
	case POLICY_CONVERTED:
		add_words(line, " -> %s", ace);
		break;
	case POLICY_UNCHANGED:
		add_words(line, " is ASCII");
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
	} else if (where == NULL || is_standard_error(where)) {
		syscall(SYS_write, STDERR_FILENO, line->text, line->length);
	}
}

void trace_write(const struct trace *trace, const char *function, const char *name,
                 const char *result)
{
	struct line line = { .length = 0 };
	char program[16] = "";
	struct timespec end;
	int error = errno;
	long us;

	clock_gettime(CLOCK_MONOTONIC, &end);
	us = (end.tv_sec - trace->begin.tv_sec) * 1000000L +
	     (end.tv_nsec - trace->begin.tv_nsec) / 1000;
	prctl(PR_GET_NAME, program);
	add_words(&line, "idnx: ");
	put_escaped(&line, program);
	add_words(&line, "[%ld] %s ", (long)getpid(), function);
	put_name(&line, name);
	if (trace->is_decided)
		put_decision(&line, &trace->decision, trace->ace);
	add_words(&line, ": ");
	if (trace->answer != NULL)
		put_name(&line, trace->answer);
	else
		add_words(&line, "%s", result);
	add_words(&line, " after %ld.%ld ms", us / 1000, us % 1000 / 100);
	line.text[line.length++] = '\n';
	write_line(&line);
	errno = error;
}
