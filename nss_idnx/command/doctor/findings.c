/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes findings for a reader or, with --json, an object per line; fix may be null. */
#include "doctor.h"

static const struct {
	const char *name;
	enum terminal_style style;
} levels[] = {
	[LEVEL_OK] = { "OK", TERMINAL_GOOD },
	[LEVEL_WARN] = { "WARN", TERMINAL_BOLD },
	[LEVEL_FAIL] = { "FAIL", TERMINAL_BAD },
	[LEVEL_SKIP] = { "SKIP", TERMINAL_PLAIN },
};

/* The columns before a text: "WARN  config     ", "      fix:       ". */
#define TEXT_COLUMN 17

static void put_json(const struct doctor *doctor, enum level level, const char *text,
                     const struct remedy *remedy)
{
	json_begin(NULL, '{');
	json_text("level", levels[level].name);
	json_text("check", doctor->check);
	json_text("message", text);
	json_text("fix", remedy_text(remedy));
	json_end_line();
}

static void put_text(const struct doctor *doctor, enum level level, const char *text,
                     const struct remedy *remedy)
{
	terminal_set_style(levels[level].style);
	output_text(&standard_output, levels[level].name);
	terminal_set_style(TERMINAL_PLAIN);
	output_format(&standard_output, "%*s  %-9s  ", 4 - (int)strlen(levels[level].name), "",
	              doctor->check);
	paragraph_put(&standard_output, TEXT_COLUMN, text, 0);
	if (remedy->words == NULL)
		return;
	output_text(&standard_output, "      fix:       ");
	remedy_write(&standard_output, TEXT_COLUMN, remedy);
}

void doctor_report(struct doctor *doctor, enum level level, struct remedy remedy,
                   const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = words_vformat(format, arguments);
	va_end(arguments);
	doctor->has_failed |= level == LEVEL_FAIL;
	if (doctor->options->json)
		put_json(doctor, level, text, &remedy);
	else if (doctor->options->all || level == LEVEL_WARN || level == LEVEL_FAIL)
		put_text(doctor, level, text, &remedy);
}

bool doctor_is_sound(struct doctor *doctor, const char *path, const char *loss)
{
	const char *prefix = doctor->root.prefix, *word = doctor->root.word, *before;
	struct stat file = { .st_mode = S_IFREG };
	bool is_roots, is_writable;
	struct closed closed = closed_find(&doctor->root, path);
	struct remedy remedy = closed.fix;

	sysroot_stat(&doctor->root, path, &file);
	if (!S_ISREG(file.st_mode))
		return true;
	is_roots = file.st_uid == 0 ||
	           (file.st_uid == CONFIG_UNMAPPED && doctor->force->hides_owners);
	is_writable = (file.st_mode & 0022) != 0;
	before = "Check it first, then run";
	if (is_roots && is_writable)
		remedy = remedy_command(before, "chmod 644 %s%s", word, path);
	else if (!is_roots && !closed.what && !is_writable)
		remedy = remedy_command(before, "chown root:root %s%s", word, path);
	else if (!is_roots)
		remedy = remedy_command(
			before, "find %s%s -exec chown root:root {} + -exec chmod 644 {} +",
			word, path);
	if (!is_roots)
		doctor_fail(doctor, remedy, "the owner of %s%s is not root but %u", prefix,
		            path, file.st_uid);
	else if (is_writable)
		doctor_fail(doctor, remedy, "group or others may write to %s%s (mode %03o)",
		            prefix, path, file.st_mode & 07777U);
	else if (closed.what && strcmp(doctor->closed, closed.what) != 0)
		doctor_fail(doctor, remedy, "not all can %s: %s", closed.what, loss);
	doctor->closed = closed.what ? closed.what : doctor->closed;
	return is_roots && !is_writable && !closed.what;
}
