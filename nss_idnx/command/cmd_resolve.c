/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx resolve: looks names up as unmodified programs do, by getaddrinfo() without AI_IDN
 * and through the hosts line of this machine.  Shows the result together with what idnx
 * makes of the name.
 */
#include "command.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "hosts_line.h"
#include "input.h"
#include "json.h"
#include "machine/sysroot.h"
#include "options.h"
#include "output.h"
#include "paragraph.h"
#include "verdict/line.h"
#include "verdict/verdict_json.h"
#include "words.h"

static const char help[] =
	"Usage: idnx resolve [OPTION]... [NAME]...\n"
	"\n"
	"Looks up each NAME, or each line of standard input if there is none, as programs "
	"do that know nothing of internationalized names. Shows the addresses, the ASCII "
	"form that idnx asks for, and the hosts line that glibc follows.\n"
	"\n"
	"Exit status: 0 all were found, 1 one was refused or not found, 2 wrong usage, 4 "
	"one may be found later, 5 input or output failed.\n"
	"\n"
	"Example: idnx resolve bücher.example\n";

/* A name and all that is shown about it. */
struct lookup {
	struct verdict verdict;
	int code;                      /* getaddrinfo()'s result */
	int error;                     /* errno, if error is EAI_SYSTEM */
	struct addrinfo *addresses;
};

/* --- Asking --------------------------------------------------------------- */

/* Looks nothing up for a cut line or a name with a NUL: a string ends at a NUL. */
static void look_up(const struct input_name *name, const struct verdict_settings *settings,
                    struct lookup *lookup)
{
	/* With one socket type, each address comes once. */
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };

	verdict_of(&lookup->verdict, name, settings);
	lookup->code = EAI_NONAME;
	lookup->addresses = NULL;
	if (name->length > IDNX_INPUT_MAX || memchr(name->octets, '\0', name->length))
		return;
	lookup->code = getaddrinfo(lookup->verdict.name.octets, NULL, &hints,
	                           &lookup->addresses);
	lookup->error = errno;
}

static enum exit_code code_of(const struct lookup *lookup)
{
	switch (lookup->code) {
	case 0:
		return EXIT_OK;
	case EAI_AGAIN:
	case EAI_MEMORY:
	case EAI_SYSTEM:
		return EXIT_TEMPORARY;
	default:
		return EXIT_REFUSED;
	}
}

/* --- In words ------------------------------------------------------------- */

static const char *answer_words(const struct lookup *lookup)
{
	if (lookup->code == EAI_SYSTEM)
		return strerror(lookup->error);
	return lookup->code == 0 ? "found" : gai_strerror(lookup->code);
}

/* Returns "EAI_...", for a program. */
static const char *answer_code(int code)
{
	static const struct {
		int code;
		const char *name;
	} names[] = {
		{ 0, "OK" },                 { EAI_AGAIN, "AGAIN" },
		{ EAI_NONAME, "NONAME" },    { EAI_NODATA, "NODATA" },
		{ EAI_FAIL, "FAIL" },        { EAI_MEMORY, "MEMORY" },
		{ EAI_SYSTEM, "SYSTEM" },    { EAI_ADDRFAMILY, "ADDRFAMILY" },
	};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (names[i].code == code)
			return names[i].name;
	return "OTHER";
}

static const char *address_text(const struct addrinfo *address, char *text, size_t size)
{
	const struct sockaddr_in *ipv4 = (const void *)address->ai_addr;
	const struct sockaddr_in6 *ipv6 = (const void *)address->ai_addr;
	const void *octets = &ipv4->sin_addr;

	if (address->ai_family == AF_INET6)
		octets = &ipv6->sin6_addr;
	return inet_ntop(address->ai_family, octets, text, (socklen_t)size);
}

/* --- Output --------------------------------------------------------------- */

/* Writes the text after a title, like all results. */
static void put_under(const char *title, char *text)
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
		put_under("warning", line_of_warning(out, verdict));
	if (verdict->objection != VERDICT_REJECTS)
		return;
	for (size_t i = 0; i < confusable->count; i++)
		put_under(i == 0 ? "characters" : "",
		          line_of_character(out, confusable->characters[i]));
	if (confusable->reads_as)
		output_format(out, "\n  %-10s  \"%s\"", "reads as", confusable->reads_as);
	put_under("setting", line_of_setting(verdict));
	put_under("remedy", words_copy(verdict->reason.remedy));
}

/* Writes why there is no ASCII form; a setting's refusal follows in lines of its own. */
static void put_none(const struct verdict *verdict)
{
	char *text;

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

static void put_text(const struct lookup *lookup, struct span hosts)
{
	struct output *out = &standard_output;
	const struct verdict *verdict = &lookup->verdict;
	char text[INET6_ADDRSTRLEN];
	const char *title = "addresses";

	output_visible(out, verdict->name.octets, verdict->name.length);
	output_text(out, "\n  ASCII form  ");
	if (verdict->decision.verdict == POLICY_CONVERTED)
		output_text(out, verdict->output.next);
	else
		put_none(verdict);
	put_confusable(verdict);
	output_text(out, "\n  hosts line  ");
	output_visible(out, hosts.next, span_length(hosts));
	for (struct addrinfo *a = lookup->addresses; a; a = a->ai_next, title = "")
		output_format(out, "\n  %-10s  %s", title, address_text(a, text, sizeof text));
	if (lookup->code != 0)
		output_format(out, "\n  %-10s  none: %s", title, answer_words(lookup));
	output_text(out, "\n");
}

static void put_object(const struct lookup *lookup, struct span hosts)
{
	char text[INET6_ADDRSTRLEN];

	json_begin(NULL, '{');
	verdict_json_put(&lookup->verdict);
	json_begin("addresses", '[');
	for (struct addrinfo *a = lookup->addresses; a; a = a->ai_next)
		json_text(NULL, address_text(a, text, sizeof text));
	json_end(']');
	json_text("answer", answer_code(lookup->code));
	json_text("answer_message", answer_words(lookup));
	json_octets("hosts", hosts.next, span_length(hosts));
	json_end_line();
}

/* --- The hosts line ------------------------------------------------------- */

static struct span hosts_line(const struct sysroot_file *file)
{
	struct nsswitch_line line;

	if (hosts_line_find_ended((struct span){ file->octets, file->octets + file->length },
	                          &line) == 0)
		return span_of_text("none in /etc/nsswitch.conf: glibc's default");
	return span_trim_end(line.list);
}

enum exit_code cmd_resolve(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = verdict_settings_of_machine();
	const struct sysroot live = sysroot_of(NULL);
	struct sysroot_file file = sysroot_read(&live, "/etc/nsswitch.conf");
	struct span hosts = hosts_line(&file);
	enum exit_code code = EXIT_OK;
	struct input names;
	struct input_name name;
	static struct lookup lookup;

	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		look_up(&name, &settings, &lookup);
		if (options.json)
			put_object(&lookup, hosts);
		else
			put_text(&lookup, hosts);
		if (lookup.addresses)
			freeaddrinfo(lookup.addresses);
		verdict_free(&lookup.verdict);
		if (code_of(&lookup) > code)
			code = code_of(&lookup);
	}
	free(file.octets);
	return code;
}
