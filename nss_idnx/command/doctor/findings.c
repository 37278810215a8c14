/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes findings for a reader or, with --json, one object a line: level, check,
 * message, remedy (null where nothing is to be done).
 */
#include "findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "output.h"

static const char *const levels[] = {
	[LEVEL_OK] = "OK",
	[LEVEL_SKIP] = "SKIP",
	[LEVEL_WARN] = "WARN",
	[LEVEL_FAIL] = "FAIL",
};

__attribute__((format(printf, 1, 0)))
static char *text_of(const char *format, va_list arguments)
{
	char *text;

	if (vasprintf(&text, format, arguments) < 0)
		die_io("memory");
	return text;
}

void findings_end(struct findings *findings)
{
	if (findings->open) {
		json_text("remedy", NULL);
		json_end_line();
	}
	findings->open = false;
}

void found(struct findings *findings, enum level level, const char *format, ...)
{
	va_list arguments;
	char *text;

	findings_end(findings);
	if (level > findings->worst)
		findings->worst = level;
	findings->open = findings->json;
	if (findings->json) {
		json_begin(NULL, '{');
		json_text("level", levels[level]);
		json_text("check", findings->check);
	} else {
		output_format(&standard_output, "%-4s  %-9s  ", levels[level],
		              findings->check);
	}
	va_start(arguments, format);
	text = text_of(format, arguments);
	va_end(arguments);
	if (findings->json) {
		json_text("message", text);
	} else {
		output_visible(&standard_output, text, strlen(text));
		output_text(&standard_output, "\n");
	}
	free(text);
}

static void put_json(struct findings *findings, const struct remedy *remedy)
{
	char *text = remedy_text(remedy);

	json_text("remedy", text);
	json_end_line();
	findings->open = false;
	free(text);
}

void remedy_put(struct findings *findings, struct remedy remedy)
{
	static const char title[] = "      remedy:    ";

	if (findings->json) {
		put_json(findings, &remedy);
	} else {
		output_text(&standard_output, title);
		remedy_write(&standard_output, (int)strlen(title), &remedy);
	}
	remedy_free(&remedy);
}

void remedy(struct findings *findings, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = text_of(format, arguments);
	va_end(arguments);
	remedy_put(findings, (struct remedy){ text, NULL });
}

void remedy_run(struct findings *findings, const char *before, const char *format, ...)
{
	va_list arguments;
	char *command;

	va_start(arguments, format);
	command = text_of(format, arguments);
	va_end(arguments);
	remedy_put(findings, (struct remedy){ text_format("%s", before), command });
}
