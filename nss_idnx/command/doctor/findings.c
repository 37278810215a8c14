/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes findings for a reader or, with --json, one object per line: level, check, message,
 * remedy (null if nothing has to be done).
 */
#include "findings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "show/terminal.h"
#include "json.h"
#include "output.h"
#include "words.h"

static const char *const levels[] = {
	[LEVEL_OK] = "OK",
	[LEVEL_SKIP] = "SKIP",
	[LEVEL_WARN] = "WARN",
	[LEVEL_FAIL] = "FAIL",
};

void findings_end(struct findings *findings)
{
	if (findings->open) {
		json_text("remedy", NULL);
		json_end_line();
	}
	findings->open = false;
}

/* Writes "3 OK, 1 warning, 2 errors" to a terminal only: a file has a line for each finding. */
static void put_total(const struct findings *findings)
{
	static const char *const words[][2] = {
		[LEVEL_OK] = { "OK", "OK" },
		[LEVEL_SKIP] = { "skipped", "skipped" },
		[LEVEL_WARN] = { "warning", "warnings" },
		[LEVEL_FAIL] = { "error", "errors" },
	};
	static const enum level order[] = { LEVEL_OK, LEVEL_WARN, LEVEL_FAIL, LEVEL_SKIP };

	for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
		unsigned count = findings->counts[order[i]];

		if (count > 0 || order[i] == LEVEL_OK)
			output_format(&standard_output, "%s%u %s", i > 0 ? ", " : "", count,
			              words[order[i]][count != 1]);
	}
	output_text(&standard_output, "\n");
}

void findings_total(const struct findings *findings)
{
	if (!findings->json && output_is_terminal(&standard_output))
		put_total(findings);
}

static void put_level(enum level level)
{
	static const enum terminal_style styles[] = {
		[LEVEL_OK] = TERMINAL_GOOD,
		[LEVEL_SKIP] = TERMINAL_PLAIN,
		[LEVEL_WARN] = TERMINAL_BOLD,
		[LEVEL_FAIL] = TERMINAL_BAD,
	};

	terminal_set_style(styles[level]);
	output_text(&standard_output, levels[level]);
	terminal_set_style(TERMINAL_PLAIN);
}

void found(struct findings *findings, enum level level, const char *format, ...)
{
	va_list arguments;
	char *text;

	findings_end(findings);
	findings->counts[level]++;
	if (level > findings->worst)
		findings->worst = level;
	findings->open = findings->json;
	if (findings->json) {
		json_begin(NULL, '{');
		json_text("level", levels[level]);
		json_text("check", findings->check);
	} else {
		put_level(level);
		output_format(&standard_output, "%*s  %-9s  ", 4 - (int)strlen(levels[level]), "",
		              findings->check);
	}
	va_start(arguments, format);
	text = words_vformat(format, arguments);
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
	text = words_vformat(format, arguments);
	va_end(arguments);
	remedy_put(findings, (struct remedy){ text, NULL });
}

void remedy_run(struct findings *findings, const char *before, const char *format, ...)
{
	va_list arguments;
	char *command;

	va_start(arguments, format);
	command = words_vformat(format, arguments);
	va_end(arguments);
	remedy_put(findings, (struct remedy){ words_copy(before), command });
}
