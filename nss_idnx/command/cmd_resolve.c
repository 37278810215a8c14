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
#include <time.h>

#include "verdict/decision_text.h"
#include "hosts_line.h"
#include "idnx.h"
#include "input.h"
#include "json.h"
#include "verdict/judged.h"
#include "machine/sysroot.h"
#include "options.h"
#include "output.h"
#include "paragraph.h"
#include "verdict/reason.h"
#include "verdict/rules.h"

static const char help[] =
	"Usage: idnx resolve [OPTION]... [NAME]...\n"
	"\n"
	"Looks up each NAME, or each line of standard input if there is none, as programs\n"
	"do that know nothing of internationalized names.  Shows the addresses, the ASCII\n"
	"form that idnx asks for, the hosts line that glibc follows, and the time taken.\n"
	"\n"
	"Exit status: 0 all were found, 1 one was refused or not found, 2 wrong usage,\n"
	"4 one may be found later, 5 input or output failed.\n"
	"\n";

/* A name and all that is shown about it. */
struct lookup {
	const struct input_name *name;
	char ace[IDNX_HOST_NAME_SIZE]; /* what policy makes of it */
	struct decision decision;
	struct judged judged;
	int code;                      /* getaddrinfo()'s result */
	int error;                     /* errno, if error is EAI_SYSTEM */
	struct addrinfo *addresses;
	long long nanoseconds;
};

/* --- Asking --------------------------------------------------------------- */

static void ask(const char *name, struct lookup *lookup)
{
	/* With one socket type, each address comes once. */
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct timespec begin, end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	lookup->code = getaddrinfo(name, NULL, &hints, &lookup->addresses);
	lookup->error = errno;
	clock_gettime(CLOCK_MONOTONIC, &end);
	lookup->nanoseconds = (end.tv_sec - begin.tv_sec) * 1000000000LL +
	                      end.tv_nsec - begin.tv_nsec;
}

/* Looks nothing up for a cut line or a name with a NUL: a string ends at a NUL. */
static void look_up(const struct input_name *name, struct lookup *lookup)
{
	char text[IDNX_INPUT_MAX + 1];

	*lookup = (struct lookup){ .name = name, .code = EAI_NONAME };
	lookup->decision = decide(name, NULL, lookup->ace);
	lookup->judged = judged_find(name, &lookup->decision, NULL, lookup->ace);
	if (name->length > IDNX_INPUT_MAX || memchr(name->octets, '\0', name->length))
		return;
	memcpy(text, name->octets, name->length);
	text[name->length] = '\0';
	ask(text, lookup);
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

static void put_judged(const struct judged *judged)
{
	struct output *out = &standard_output;

	if (judged->is_warning) {
		put_under("warning", judged_warning(out, judged));
		return;
	}
	if (judged->status == IDNX_OK)
		return;
	for (size_t i = 0; i < judged->count; i++)
		put_under(i == 0 ? "characters" : "",
		          judged_character_text(out, judged->characters[i]));
	if (judged->reads_as)
		output_format(out, "\n  %-10s  \"%s\"", "reads as", judged->reads_as);
	put_under("setting", judged_setting_text(&judged->setting, NULL));
	output_format(out, "\n  %-10s  %s", "remedy", rules_find(judged->status)->remedy);
}

/* Writes why there is no ASCII form; a setting's refusal follows in lines of its own. */
static void put_none(const struct lookup *lookup)
{
	const struct judged *judged = &lookup->judged;
	struct reason reason;
	char *text;

	decision_put(&standard_output, &lookup->decision, NULL);
	if (lookup->decision.verdict != POLICY_REFUSED)
		return;
	reason = decision_reason(lookup->name, &lookup->decision, judged);
	if (judged_is_refused(judged)) {
		reason_put_short(&standard_output, &reason);
	} else {
		text = reason_text(&standard_output, &reason, NULL, NULL);
		output_visible(&standard_output, text, strlen(text));
		free(text);
	}
	reason_free(&reason);
}

static void put_text(const struct lookup *lookup, struct span hosts)
{
	struct output *out = &standard_output;
	char text[INET6_ADDRSTRLEN];
	const char *title = "addresses";

	output_visible(out, lookup->name->octets, lookup->name->length);
	output_text(out, "\n  ASCII form  ");
	if (lookup->decision.verdict == POLICY_CONVERTED)
		output_text(out, lookup->ace);
	else
		put_none(lookup);
	put_judged(&lookup->judged);
	output_text(out, "\n  hosts line  ");
	output_visible(out, hosts.next, span_length(hosts));
	for (struct addrinfo *a = lookup->addresses; a; a = a->ai_next, title = "")
		output_format(out, "\n  %-10s  %s", title, address_text(a, text, sizeof text));
	if (lookup->code != 0)
		output_format(out, "\n  %-10s  none: %s", title, answer_words(lookup));
	output_format(out, "\n  time        %lld.%lld ms\n", lookup->nanoseconds / 1000000,
	              lookup->nanoseconds / 100000 % 10);
}

static void put_object(const struct lookup *lookup, struct span hosts)
{
	char text[INET6_ADDRSTRLEN];

	json_begin(NULL, '{');
	decision_put_json(lookup->name, &lookup->decision, &lookup->judged, lookup->ace, NULL);
	json_begin("addresses", '[');
	for (struct addrinfo *a = lookup->addresses; a; a = a->ai_next)
		json_text(NULL, address_text(a, text, sizeof text));
	json_end(']');
	json_text("answer", answer_code(lookup->code));
	json_text("answer_message", answer_words(lookup));
	json_octets("hosts", hosts.next, span_length(hosts));
	/* Written as an integer: some locales have a decimal comma, JSON does not. */
	json_member("milliseconds");
	output_format(&standard_output, "%lld.%03lld", lookup->nanoseconds / 1000000,
	              lookup->nanoseconds / 1000 % 1000);
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
	struct options options = options_read(argc, argv, OPTIONS_NAMES | OPTIONS_PROSE,
	                                      help);
	const struct sysroot live = sysroot_of(NULL);
	struct sysroot_file file = sysroot_read(&live, "/etc/nsswitch.conf");
	struct span hosts = hosts_line(&file);
	enum exit_code code = EXIT_OK;
	struct input names;
	struct input_name name;

	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		struct lookup lookup;

		look_up(&name, &lookup);
		if (options.json)
			put_object(&lookup, hosts);
		else
			put_text(&lookup, hosts);
		if (lookup.addresses)
			freeaddrinfo(lookup.addresses);
		judged_free(&lookup.judged);
		if (code_of(&lookup) > code)
			code = code_of(&lookup);
	}
	free(file.octets);
	return code;
}
