/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes findings for a reader or, with --json, one object a line: level, check,
 * message, remedy (null where there is nothing to mend).
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

__attribute__((format(printf, 3, 0)))
static void put(const struct findings *findings, const char *member, const char *format,
                va_list arguments)
{
	char *text;
	int length = vasprintf(&text, format, arguments);

	if (length < 0)
		die_io("memory");
	if (findings->json) {
		json_octets(member, text, (size_t)length);
	} else {
		output_visible(&standard_output, text, (size_t)length);
		output_text(&standard_output, "\n");
	}
	free(text);
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
	put(findings, "message", format, arguments);
	va_end(arguments);
}

void remedy(struct findings *findings, const char *format, ...)
{
	va_list arguments;

	if (!findings->json)
		output_text(&standard_output, "      remedy:    ");
	va_start(arguments, format);
	put(findings, "remedy", format, arguments);
	va_end(arguments);
	if (findings->json)
		json_end_line();
	findings->open = false;
}
