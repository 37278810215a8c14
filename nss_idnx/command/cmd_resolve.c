/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx resolve: looks names up as unmodified programs do, through the hosts: line of this
 * machine.  Shows the answer together with what idnx makes of the name, and if there is no address
 * the first that is to blame, in the order in which a name meets them: the rule or idnx.conf, the
 * hosts: line, the module, the sources.
 */
#include <netdb.h>

#include "hosts/hosts.h"
#include "nsswitch.h"
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

/* --- What programs get ------------------------------------------------------------- */

struct answer {
	const char *word;  /* "OK", or the name of getaddrinfo()'s error without its EAI_ */
	const char *words; /* what gai_strerror() says */
	enum exit_code exit_code;
	const char *addresses; /* with blanks between; "": none */
	const char *culprit;   /* in one word: see idnx-json(5); NULL if there are addresses */
	const char *message;   /* a sentence; NULL if the verdict says it */
	const char *remedy;    /* NULL: none, or that of the verdict */
};

/* Through this socket, nss-resolve(8) asks systemd-resolved. */
#define RESOLVED "/run/systemd/resolve/io.systemd.Resolve"

static void set_code(struct answer *answer, int code)
{
	static const char *const words[] = {
		[0] = "OK",
		[-EAI_AGAIN] = "AGAIN",
		[-EAI_NONAME] = "NONAME",
		[-EAI_NODATA] = "NODATA",
		[-EAI_FAIL] = "FAIL",
		[-EAI_MEMORY] = "MEMORY",
		[-EAI_SYSTEM] = "SYSTEM",
		[-EAI_ADDRFAMILY] = "ADDRFAMILY",
	};
	bool is_temporary = code == EAI_AGAIN || code == EAI_MEMORY || code == EAI_SYSTEM;
	bool has_word = (size_t)-code < sizeof words / sizeof *words && words[-code];

	answer->word = has_word ? words[-code] : "OTHER";
	answer->words = code == EAI_SYSTEM ? strerror(errno)
	                : code == 0        ? "Success" /* glibc 2.36: "Unknown error" */
	                                   : gai_strerror(code);
	answer->exit_code = code == 0 ? EXIT_OK : is_temporary ? EXIT_TEMPORARY : EXIT_REJECTED;
}

static void blame(struct answer *answer, const struct obstacle *obstacle)
{
	answer->culprit = obstacle->culprit;
	answer->message = obstacle->text;
	answer->remedy = remedy_text(&obstacle->fix);
}

/* The rejected name has addresses: says how programs reach it. */
static void blame_bypass(struct answer *answer, const struct force *force)
{
	const struct obstacle unknown = {
		"source",
		words_format("it was found before idnx was called, as in /etc/hosts%s",
		             force->has_nscd ? " or in nscd's cache" : ""),
		NO_REMEDY,
	};

	answer->exit_code = EXIT_CONFIGURATION;
	blame(answer, force->none.text   ? &force->none
	              : force->nscd.text ? &force->nscd
	                                 : &unknown);
}

static void write_sources(FILE *out, bool is_after_idnx)
{
	struct span list = span_of_text(force_of(&sysroot_live)->nsswitch.sources);
	struct nsswitch_source source;
	const char *comma = "";

	if (force_of(&sysroot_live)->nsswitch.plan.lines == 0) {
		fputs("glibc's default line (files dns)", out);
		return;
	}
	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		if (span_equals(source.name, "idnx") || is_after_idnx) {
			is_after_idnx = is_after_idnx && !span_equals(source.name, "idnx");
			continue;
		}
		fprintf(out, "%s%.*s", comma, (int)span_length(source.name), source.name.next);
		comma = ", ";
		if (span_equals(source.name, "resolve") &&
		    !socket_answers(RESOLVED, SOCK_STREAM, NULL))
			fputs(" (systemd-resolved does not run)", out);
		else if (!source_is_installed(&sysroot_live, source.name))
			fputs(" (not installed)", out);
	}
	if (*comma == '\0')
		fputs("no source", out);
}

static void blame_sources(struct answer *answer, const struct verdict *verdict)
{
	const char *what = "does not know";
	FILE *out = words_open();

	answer->culprit = "source";
	write_sources(out, verdict->decision.action == POLICY_CONVERTED);
	if (answer->exit_code == EXIT_TEMPORARY)
		what = "gave no answer about";
	else if (strcmp(answer->word, "NODATA") == 0)
		what = "has no address of";
	fprintf(out, " %s %.*s%s", what, (int)span_length(verdict->output),
	        verdict->output.next,
	        force_of(&sysroot_live)->has_nscd ? ", or nscd did not ask" : "");
	answer->message = words_close(out);
}

static void find_culprit(struct answer *answer, const struct verdict *verdict)
{
	enum policy_action kind = verdict->decision.action;
	const struct force *force = force_of(&sysroot_live);

	if (kind == POLICY_REJECTED) {
		answer->culprit = "rule";
	} else if (kind == POLICY_NO_CONFIG || kind == POLICY_NO_CHARSET) {
		answer->culprit = "configuration";
		answer->remedy = "Run: idnx doctor";
	} else if (force->none.text && (kind == POLICY_CONVERTED || force->is_for_all)) {
		blame(answer, &force->none);
	} else if (force->lost.text) {
		blame(answer, &force->lost);
	} else if (force->bypass.culprit && kind == POLICY_CONVERTED) {
		blame(answer, &force->bypass);
	} else {
		blame_sources(answer, verdict);
	}
}

static const char *addresses_of(struct addrinfo *found)
{
	char text[NI_MAXHOST] = "";
	FILE *out = words_open();

	for (const struct addrinfo *one = found; one; one = one->ai_next) {
		getnameinfo(one->ai_addr, one->ai_addrlen, text, sizeof text, NULL, 0,
		            NI_NUMERICHOST);
		fprintf(out, "%s%s", one == found ? "" : " ", text);
	}
	if (found)
		freeaddrinfo(found);
	return words_close(out);
}

/* A module that crashes would end this process, too, as glibc 2.36 does by a line without a source. */
static bool would_crash(const struct force *force)
{
	struct span list = span_of_text(force->nsswitch.sources);
	struct nsswitch_source source;

	return (force->module.loads == MODULE_CRASHES && force->nsswitch.plan.asked) ||
	       nsswitch_next_source(&list, &source) != NSSWITCH_SOURCE;
}

/* A cut line or a name with a NUL is no string, and is not looked up. */
static struct answer find_answer(const struct verdict *verdict)
{
	/* With one socket type, each address comes once. */
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct span name = verdict->name.text;
	struct answer answer = { .culprit = NULL };
	const struct force *force = force_of(&sysroot_live);
	struct addrinfo *found = NULL;
	int code = EAI_NONAME;

	if (would_crash(force))
		code = EAI_FAIL;
	else if (span_length(name) <= IDNX_INPUT_MAX && span_equals(name, name.next))
		code = getaddrinfo(name.next, NULL, &hints, &found);
	set_code(&answer, code); /* and what errno says */
	answer.addresses = addresses_of(found);
	if (code != 0)
		find_culprit(&answer, verdict);
	else if (verdict->is_rejected_by_conf)
		blame_bypass(&answer, force);
	return answer;
}

/* --- What is shown --------------------------------------------------------------- */

static void show_row(const char *title, const char *text)
{
	remedy_row(words_format("  %-10s  ", title), text);
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
	show_row("hosts:", force_of(&sysroot_live)->nsswitch.sources);
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
	json_text("hosts", force_of(&sysroot_live)->nsswitch.sources);
	json_end_line();
}

static enum exit_code resolve(const struct verdict *verdict, const struct options *options)
{
	struct answer answer = find_answer(verdict);

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
	return verdict_each(&options, &rule_set, 1, resolve);
}
