/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx resolve: looks names up as unmodified programs do, through the hosts line of this
 * machine.  Shows the answer together with what idnx makes of the name.
 */
#include <arpa/inet.h>
#include <netinet/in.h>

#include "verdict/verdict.h"

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

static const char *address_text(const struct addrinfo *address, char *text, size_t size)
{
	const struct sockaddr_in *ipv4 = (const void *)address->ai_addr;
	const struct sockaddr_in6 *ipv6 = (const void *)address->ai_addr;
	const void *octets = &ipv4->sin_addr;

	if (address->ai_family == AF_INET6)
		octets = &ipv6->sin6_addr;
	return inet_ntop(address->ai_family, octets, text, (socklen_t)size);
}

/* Writes a line with a title and the text, which it frees, unless that is NULL. */
static void show_row(const char *title, char *text)
{
	if (!text)
		return;
	output_format(&standard_output, "  %-10s  ", title);
	paragraph_put(&standard_output, (int)strlen("  ASCII form  "), text);
	output_text(&standard_output, "\n");
	free(text);
}

/* Returns the ASCII form, or why there is none. */
static char *form_text(const struct verdict *verdict)
{
	char *reason, *text;

	if (verdict->decision.verdict == POLICY_CONVERTED)
		return words_copy(verdict->output.next);
	if (!verdict_is_refused(verdict))
		return line_of_status(verdict);
	reason = line_of_reason(verdict, &verdict->reason);
	text = words_format("refused: %s", reason);
	free(reason);
	return text;
}

static void put_page(const struct verdict *verdict, const struct answer *answer, char *given)
{
	char text[INET6_ADDRSTRLEN];

	output_visible(&standard_output, verdict->name.octets, verdict->name.length);
	output_text(&standard_output, "\n");
	show_row("written as", given);
	show_row("ASCII form", form_text(verdict));
	if (verdict->objection == VERDICT_WARNS)
		show_row("warning", line_of_warning(verdict));
	show_row("hosts line", words_copy(answer_sources()));
	for (struct addrinfo *a = answer->addresses; a; a = a->ai_next)
		show_row(a == answer->addresses ? "addresses" : "",
		        words_copy(address_text(a, text, sizeof text)));
	if (!answer->addresses)
		show_row("addresses", words_format("none: %s", answer->words));
	if (answer->message)
		show_row("because", words_copy(answer->message));
	if (answer->remedy)
		show_row("remedy", words_copy(answer->remedy));
}

static void put_json(const struct verdict *verdict, const struct answer *answer,
                     const struct input_name *given)
{
	char text[INET6_ADDRSTRLEN];

	json_begin(NULL, '{');
	json_verdict(verdict);
	json_octets("given", given ? given->octets : NULL, given ? given->length : 0);
	json_begin("addresses", '[');
	for (struct addrinfo *a = answer->addresses; a; a = a->ai_next)
		json_text(NULL, address_text(a, text, sizeof text));
	json_end(']');
	json_text("answer", answer->word);
	json_text("answer_message", answer->words);
	json_text("culprit", answer->culprit);
	json_text("culprit_message", answer->message);
	json_text("culprit_remedy", answer->remedy);
	json_text("hosts", answer_sources());
	json_end_line();
}

/* Looks one name up, as a program printed it or as it is. */
static enum exit_code resolve(const struct input_name *given,
                              const struct verdict_settings *settings, bool json)
{
	static struct verdict verdict;
	struct input_name name = *given;
	struct answer answer;
	char *decoded = pasted_name((struct span){ given->octets, given->octets + given->length });

	if (decoded) {
		name.octets = decoded;
		name.length = strlen(decoded);
	}
	verdict_of(&verdict, &name, settings);
	answer = answer_find(&verdict);
	if (json)
		put_json(&verdict, &answer, decoded ? given : NULL);
	else
		put_page(&verdict, &answer, decoded ? words_copy_of(given->octets, given->length)
		                                    : NULL);
	answer_free(&answer);
	verdict_free(&verdict);
	free(decoded);
	return answer.exit_code;
}

enum exit_code cmd_resolve(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = verdict_settings_of_machine();
	enum exit_code code = EXIT_OK, its;
	struct input names;
	struct input_name name;

	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		its = resolve(&name, &settings, options.json);
		if (its > code)
			code = its;
	}
	return code;
}
