/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx resolve: looks names up as unmodified programs do, through the hosts: line of this
 * machine.  Shows the answer together with what idnx makes of the name.
 */
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx resolve [OPTION]... [NAME]...\n"
	"\n"
	"Looks up each NAME, or each line of standard input if there is none, as programs "
	"do that know nothing of internationalized names. Shows the addresses, the ASCII "
	"form that idnx looks up, the hosts: line that glibc follows, and the reason if "
	"nothing is found. Reads names as programs print them, too: \\321\\200, %D1%80.\n"
	"\n"
	"Exit status: 0 all were found, 1 one was rejected or not found, 2 wrong usage, 3 "
	"one was found although idnx.conf rejects it, 4 one may be found later, 5 input or "
	"output failed.\n"
	"\n"
	"Example: idnx resolve bücher.example\n";

static void show_row(const char *title, const char *text)
{
	page_put_row(words_format("  %-10s  ", title), text);
}

static void put_answer(const struct verdict *verdict, const struct answer *answer)
{
	struct span rest = span_of_text(answer->addresses), address;
	const char *title;

	output_put(&standard_output, verdict->name.text, VISIBLE);
	output_text(&standard_output, "\n");
	if (verdict->given.next)
		show_row("written as", words_copy_of(verdict->given));
	show_row("ASCII form", verdict->decision.action == POLICY_CONVERTED
	                               ? verdict->output.next
	                               : line_of_status(verdict));
	if (verdict->has_warning)
		show_row("warning", line_of_warning(verdict));
	if (verdict->meant)
		show_row("warning", verdict->meant);
	show_row("hosts:", answer->sources);
	for (title = "addresses"; span_next_word(&rest, &address); title = "")
		show_row(title, words_copy_of(address));
	if (*answer->addresses == '\0')
		show_row("addresses", words_format("none: %s", answer->words));
	if (answer->message)
		show_row("because", answer->message);
	if (answer->remedy)
		show_row("fix", answer->remedy);
	else if (answer->exit_code == EXIT_REJECTED && verdict->reason.remedy &&
	         !verdict->would_reject)
		show_row("fix", verdict->reason.remedy);
}

static void put_answer_json(const struct verdict *verdict, const struct answer *answer)
{
	json_begin(NULL, '{');
	json_verdict(verdict);
	json_words("addresses", answer->addresses);
	json_text("answer", answer->word);
	json_text("answer_message", answer->words);
	json_text("culprit", answer->culprit);
	json_text("culprit_message", answer->message);
	json_text("culprit_fix", answer->remedy);
	json_text("hosts", answer->sources);
	json_end_line();
}

static enum exit_code resolve(const struct verdict *verdict, const struct options *options)
{
	struct answer answer = answer_find(verdict);

	if (options->json)
		put_answer_json(verdict, &answer);
	else
		put_answer(verdict, &answer);
	return answer.exit_code;
}

enum exit_code cmd_resolve(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of_file(IDNX_CONF);

	rule_set.reads_escapes = true;
	return verdict_each(&options, &rule_set, resolve);
}
