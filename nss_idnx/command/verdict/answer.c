/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks a name up, and if there is no address, finds the first that is to blame, in the order
 * in which a name meets them: the rule or idnx.conf, the hosts: line, the module, the sources.
 */
#include "hosts/force.h"
#include "nsswitch.h"
#include "verdict.h"

/* Through this socket, nss-resolve(8) asks it. */
static bool is_resolved_down(void)
{
	return !socket_answers("/run/systemd/resolve/io.systemd.Resolve", SOCK_STREAM, NULL);
}

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
		if (span_equals(source.name, "resolve") && is_resolved_down())
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
	fprintf(out, " %s %.*s", what, (int)span_length(verdict->output), verdict->output.next);
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

/* A cut line or a name with a NUL is no string, and is not looked up. */
struct answer answer_find(const struct verdict *verdict)
{
	/* With one socket type, each address comes once. */
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct span name = verdict->name.text;
	struct answer answer = { .culprit = NULL };
	const struct force *force = force_of(&sysroot_live);
	struct addrinfo *found = NULL;
	int code = EAI_NONAME;

	/* A module that crashes would end this process, too. */
	if (force->module.loads == MODULE_CRASHES && force->nsswitch.plan.asked)
		code = EAI_FAIL;
	else if (span_length(name) <= IDNX_INPUT_MAX && span_equals(name, name.next))
		code = getaddrinfo(name.next, NULL, &hints, &found);
	set_code(&answer, code); /* and what errno says */
	answer.addresses = addresses_of(found);
	answer.sources = force->nsswitch.sources;
	if (code != 0)
		find_culprit(&answer, verdict);
	else if (verdict->is_rejected_by_conf)
		blame_bypass(&answer, force);
	return answer;
}
