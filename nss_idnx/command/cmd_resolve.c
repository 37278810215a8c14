/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx resolve: looks names up as unmodified programs do, through the hosts line of this
 * machine.  Shows the answer together with what idnx makes of the name.
 */
#include "command.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "verdict/answer.h"
#include "verdict/line.h"
#include "verdict/pasted.h"
#include "verdict/verdict_json.h"

static const char help[] =
	"Usage: idnx resolve [OPTION]... [NAME]...\n"
	"\n"
	"Looks up each NAME, or each line of standard input if there is none, as programs "
	"do that know nothing of internationalized names. Shows the addresses, the ASCII "
	"form that idnx asks for, the hosts line that glibc follows, and who is to blame if "
	"nothing is found. Reads names as programs print them, too: \\321\\200, %D1%80.\n"
	"\n"
	"Exit status: 0 all were found, 1 one was refused or not found, 2 wrong usage, 4 "
	"one may be found later, 5 input or output failed.\n"
	"\n"
	"Example: idnx resolve bücher.example\n";

/* A name, the verdict on it and the answer. */
struct lookup {
	const struct lookups *machine;
	const struct input_name *given; /* as a program printed it; NULL: the name itself */
	struct verdict verdict;
	struct answer answer;
};

static const char *address_text(const struct addrinfo *address, char *text, size_t size)
{
	const struct sockaddr_in *ipv4 = (const void *)address->ai_addr;
	const struct sockaddr_in6 *ipv6 = (const void *)address->ai_addr;
	const void *octets = &ipv4->sin_addr;

	if (address->ai_family == AF_INET6)
		octets = &ipv6->sin6_addr;
	return inet_ntop(address->ai_family, octets, text, (socklen_t)size);
}

/* --- For a reader --------------------------------------------------------- */

/* Begins a line with a title, and writes the text, which it frees. */
static void show_row(const char *title, char *text)
{
	output_format(&standard_output, "\n  %-10s  ", title);
	paragraph_put(&standard_output, (int)strlen("  ASCII form  "), text);
	free(text);
}

static void put_confusable(const struct verdict *verdict)
{
	const struct confusable *confusable = &verdict->confusable;
	struct output *out = &standard_output;

	if (verdict->objection == VERDICT_WARNS)
		show_row("warning", line_of_warning(out, verdict));
	if (verdict->objection != VERDICT_REJECTS)
		return;
	for (size_t i = 0; i < confusable->count; i++)
		show_row(i == 0 ? "characters" : "",
		        line_of_character(out, confusable->characters[i]));
	if (confusable->reads_as)
		show_row("reads as", words_format("\"%s\"", confusable->reads_as));
	show_row("setting", line_of_setting(verdict));
	show_row("remedy", words_copy(verdict->reason.remedy));
}

/* Writes the ASCII form, or why there is none. */
static void put_form(const struct verdict *verdict)
{
	char *text;

	if (verdict->decision.verdict == POLICY_CONVERTED)
		output_text(&standard_output, verdict->output.next);
	else
		line_put_status(&standard_output, verdict);
	if (!verdict_is_refused(verdict))
		return;
	if (verdict->objection == VERDICT_REJECTS)
		text = line_of_rule(&verdict->reason);
	else
		text = line_of_reason(&standard_output, &verdict->reason);
	output_visible(&standard_output, text, strlen(text));
	free(text);
}

static void put_answer(const struct answer *answer)
{
	char text[INET6_ADDRSTRLEN];
	const char *title = "addresses";

	for (struct addrinfo *a = answer->addresses; a; a = a->ai_next, title = "")
		output_format(&standard_output, "\n  %-10s  %s", title,
		              address_text(a, text, sizeof text));
	if (answer->code != 0)
		output_format(&standard_output, "\n  addresses   none: %s",
		              answer_words(answer));
	if (answer->message)
		show_row("because", words_copy(answer->message));
	if (answer->remedy)
		show_row("remedy", words_copy(answer->remedy));
}

static void put_page(const struct lookup *lookup)
{
	const struct verdict *verdict = &lookup->verdict;
	struct output *out = &standard_output;

	output_visible(out, verdict->name.octets, verdict->name.length);
	if (lookup->given) {
		output_text(out, "\n  written as  ");
		output_visible(out, lookup->given->octets, lookup->given->length);
	}
	output_text(out, "\n  ASCII form  ");
	put_form(verdict);
	put_confusable(verdict);
	output_text(out, "\n  hosts line  ");
	output_visible(out, lookup->machine->sources, strlen(lookup->machine->sources));
	put_answer(&lookup->answer);
	output_text(out, "\n");
}

/* --- JSON ------------------------------------------------------------------- */

static void put_lookup_json(const struct lookup *lookup)
{
	const struct answer *answer = &lookup->answer;
	const struct input_name *given = lookup->given;
	char text[INET6_ADDRSTRLEN];

	json_begin(NULL, '{');
	verdict_json_put(&lookup->verdict);
	json_octets("given", given ? given->octets : NULL, given ? given->length : 0);
	json_begin("addresses", '[');
	for (struct addrinfo *a = answer->addresses; a; a = a->ai_next)
		json_text(NULL, address_text(a, text, sizeof text));
	json_end(']');
	json_text("answer", answer_word(answer));
	json_text("answer_message", answer_words(answer));
	json_text("culprit", answer->culprit);
	json_text("culprit_message", answer->message);
	json_text("culprit_remedy", answer->remedy);
	json_text("hosts", lookup->machine->sources);
	json_end_line();
}

/* --- All ---------------------------------------------------------------------- */

static void look_up(const struct input_name *given, const struct verdict_settings *settings,
                    struct lookup *lookup)
{
	struct input_name name = *given;
	char *text = pasted_name(given->octets, given->length);

	lookup->given = text ? given : NULL;
	if (text) {
		name.octets = text;
		name.length = strlen(text);
	}
	verdict_of(&lookup->verdict, &name, settings);
	lookup->answer = answer_find(lookup->machine, &lookup->verdict);
	free(text);
}

enum exit_code cmd_resolve(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = verdict_settings_of_machine();
	const struct lookups machine = lookups_read();
	static struct lookup lookup;
	enum exit_code code = EXIT_OK;
	struct input names;
	struct input_name name;

	lookup.machine = &machine;
	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		look_up(&name, &settings, &lookup);
		if (options.json)
			put_lookup_json(&lookup);
		else
			put_page(&lookup);
		if (answer_exit_code(&lookup.answer) > code)
			code = answer_exit_code(&lookup.answer);
		answer_free(&lookup.answer);
		verdict_free(&lookup.verdict);
	}
	return code;
}
