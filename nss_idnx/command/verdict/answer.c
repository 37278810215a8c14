/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks a name up, and if there is no address, finds the first that is to blame, in the order
 * in which a name meets them: the rule or idnx.conf, the hosts: line, the module, the sources.
 */
#include "hosts/force.h"
#include "nsswitch.h"
#include "verdict.h"

/* --- The machine ---------------------------------------------------------- */

/* Through this socket, nss-resolve(8) asks it. */
static bool is_resolved_down(void)
{
	return !socket_answers("/run/systemd/resolve/io.systemd.Resolve", SOCK_STREAM);
}

/* --- The answer ------------------------------------------------------------- */

static void set_code(struct answer *answer, int code)
{
	static const struct answer_kind {
		int code;
		const char *word;
		enum exit_code exit_code;
	} kinds[] = {
		{ 0, "OK", EXIT_OK },
		{ EAI_AGAIN, "AGAIN", EXIT_TEMPORARY },
		{ EAI_NONAME, "NONAME", EXIT_REJECTED },
		{ EAI_NODATA, "NODATA", EXIT_REJECTED },
		{ EAI_FAIL, "FAIL", EXIT_REJECTED },
		{ EAI_MEMORY, "MEMORY", EXIT_TEMPORARY },
		{ EAI_SYSTEM, "SYSTEM", EXIT_TEMPORARY },
		{ EAI_ADDRFAMILY, "ADDRFAMILY", EXIT_REJECTED },
		{ 1, "OTHER", EXIT_REJECTED }, /* all codes are negative */
	};
	const struct answer_kind *kind = kinds;

	while (kind->code != code && kind->code <= 0)
		kind++;
	answer->word = kind->word;
	answer->words = code == EAI_SYSTEM ? strerror(errno)
	                : code == 0        ? "Success" /* glibc 2.36: "Unknown error" */
	                                   : gai_strerror(code);
	answer->exit_code = kind->exit_code;
}

/* --- The culprit ------------------------------------------------------------ */

static void blame(struct answer *answer, const struct obstacle *obstacle)
{
	answer->culprit = obstacle->culprit;
	answer->message = words_copy(obstacle->text);
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

/* Writes the sources that were called. */
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
	FILE *out = words_open(&answer->message);

	answer->culprit = "source";
	write_sources(out, verdict->decision.action == POLICY_CONVERTED);
	if (answer->exit_code == EXIT_TEMPORARY)
		what = "gave no answer about";
	else if (strcmp(answer->word, "NODATA") == 0)
		what = "has no address of";
	fprintf(out, " %s %.*s", what, (int)span_length(verdict->output), verdict->output.next);
	words_close(out);
}

static void find_culprit(struct answer *answer, const struct verdict *verdict)
{
	enum policy_action kind = verdict->decision.action;
	const struct force *force = force_of(&sysroot_live);

	if (kind == POLICY_REJECTED) {
		answer->culprit = "rule";
	} else if (kind == POLICY_NO_CONFIG || kind == POLICY_NO_CHARSET) {
		answer->culprit = "configuration";
		answer->remedy = words_copy("Run: idnx doctor");
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

/* A cut line or a name with a NUL is no string, and is not looked up. */
struct answer answer_find(const struct verdict *verdict)
{
	/* With one socket type, each address comes once. */
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	const struct input_name *name = &verdict->name;
	struct answer answer = { .addresses = NULL };
	const struct force *force = force_of(&sysroot_live);
	int code = EAI_NONAME;

	/* A module that crashes would end this process, too. */
	if (force->module.loads == MODULE_CRASHES && force->nsswitch.plan.asked)
		code = EAI_FAIL;
	else if (name->length <= IDNX_INPUT_MAX && strlen(name->octets) == name->length)
		code = getaddrinfo(name->octets, NULL, &hints, &answer.addresses);
	answer.sources = force->nsswitch.sources;
	set_code(&answer, code);
	if (code != 0)
		find_culprit(&answer, verdict);
	else if (verdict_is_rejected(verdict) && verdict->cause.text)
		blame_bypass(&answer, force);
	return answer;
}

void answer_free(struct answer *answer)
{
	if (answer->addresses)
		freeaddrinfo(answer->addresses);
	free(answer->message);
	free(answer->remedy);
}
