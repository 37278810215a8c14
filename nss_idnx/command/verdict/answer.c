/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks a name up, and if there is no address, finds the first that is to blame, in the order
 * in which a name meets them: the rule or idnx.conf, the hosts line, the module, the sources.
 */
#include "answer.h"

#include <dlfcn.h>

#include "hosts_line.h"

/* --- The machine ---------------------------------------------------------- */

static char *find_sources(const struct sysroot_file *file)
{
	struct span text = { file->octets, file->octets + file->length };
	struct nsswitch_line line;

	if (hosts_line_find_ended(text, &line) == 0)
		return words_copy("none in /etc/nsswitch.conf: glibc's default");
	line.list = span_trim_end(line.list);
	return words_format("%.*s", (int)span_length(line.list), line.list.next);
}

/* glibc asks this machine if the file names no server. */
static char *find_servers(const struct sysroot *root)
{
	struct sysroot_file file = sysroot_read(root, "/etc/resolv.conf");
	struct span rest = span_of_text(file.octets), word;
	const char *comma = "";
	char *servers;
	FILE *out = words_open(&servers);

	while (!span_is_empty(rest)) {
		struct span line = span_before(rest, '\n');

		rest.next = line.end + (line.end < rest.end);
		if (!span_next_word(&line, &word) || !span_equals(word, "nameserver") ||
		    !span_next_word(&line, &word))
			continue;
		fprintf(out, "%s%.*s", comma, (int)span_length(word), word.next);
		comma = ", ";
	}
	if (*comma == '\0')
		fputs("127.0.0.1", out);
	words_close(out);
	free(file.octets);
	return servers;
}

struct lookups lookups_read(void)
{
	struct lookups lookups = { .root = sysroot_of(NULL) };

	lookups.manager = manager_find(&lookups.root);
	lookups.nsswitch = hosts_file_read(&lookups.root);
	lookups.sources = find_sources(&lookups.nsswitch.file);
	lookups.servers = find_servers(&lookups.root);
	return lookups;
}

/* --- Words ---------------------------------------------------------------- */

const char *answer_words(const struct answer *answer)
{
	if (answer->code == EAI_SYSTEM)
		return strerror(answer->error);
	return answer->code == 0 ? "found" : gai_strerror(answer->code);
}

static const struct answer_kind {
	int code;
	const char *word;
	enum exit_code exit_code;
} kinds[] = {
	{ 0, "OK", EXIT_OK },
	{ EAI_AGAIN, "AGAIN", EXIT_TEMPORARY },
	{ EAI_NONAME, "NONAME", EXIT_REFUSED },
	{ EAI_NODATA, "NODATA", EXIT_REFUSED },
	{ EAI_FAIL, "FAIL", EXIT_REFUSED },
	{ EAI_MEMORY, "MEMORY", EXIT_TEMPORARY },
	{ EAI_SYSTEM, "SYSTEM", EXIT_TEMPORARY },
	{ EAI_ADDRFAMILY, "ADDRFAMILY", EXIT_REFUSED },
};

static const struct answer_kind *kind_of(const struct answer *answer)
{
	static const struct answer_kind other = { 0, "OTHER", EXIT_REFUSED };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].code == answer->code)
			return &kinds[i];
	return &other;
}

const char *answer_word(const struct answer *answer)
{
	return kind_of(answer)->word;
}

enum exit_code answer_exit_code(const struct answer *answer)
{
	return kind_of(answer)->exit_code;
}

/* --- The culprit ------------------------------------------------------------ */

/* Returns the fault for which glibc does not call idnx; NULL if idnx is called. */
static const struct hosts_fault *find_fault(const struct hosts_plan *plan)
{
	for (unsigned i = 0; i < plan->count && !plan->asked; i++)
		if (hosts_fault_is_failure(&plan->faults[i]))
			return &plan->faults[i];
	return NULL;
}

static void blame_line(struct answer *answer, const struct lookups *lookups)
{
	const struct hosts_file *nsswitch = &lookups->nsswitch;
	const struct hosts_fault *fault = find_fault(&nsswitch->plan);
	char *text = fault ? hosts_fault_text(fault) : words_copy("cannot be used");
	struct remedy remedy = hosts_plan_remedy(&nsswitch->plan, &lookups->manager,
	                                         &lookups->root, false);

	answer->culprit = "hosts-line";
	answer->message = words_format("idnx is not called: %s %s", nsswitch->path, text);
	answer->remedy = remedy_text(&remedy);
	remedy_free(&remedy);
	free(text);
}

/* A source that did not load once is not tried again: RTLD_NOLOAD tells what glibc has. */
static bool blame_module(struct answer *answer)
{
	static const char module[] = "libnss_idnx.so.2";

	if (dlopen(module, RTLD_LAZY | RTLD_NOLOAD) || dlopen(module, RTLD_LAZY))
		return false;
	answer->culprit = "module";
	answer->message = words_format("the module cannot be loaded: %s", dlerror());
	answer->remedy = words_copy("Run: idnx doctor");
	return true;
}

/* Writes the sources that were called, with the servers that dns queries. */
static bool write_sources(FILE *out, const struct lookups *lookups, bool after_idnx)
{
	struct span list = span_of_text(lookups->sources);
	struct nsswitch_source source;
	const char *comma = "";

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		if (span_equals(source.name, "idnx")) {
			after_idnx = false;
			continue;
		}
		if (after_idnx)
			continue;
		fprintf(out, "%s%.*s", comma, (int)span_length(source.name), source.name.next);
		if (span_equals(source.name, "dns"))
			fprintf(out, " (%s)", lookups->servers);
		comma = ", ";
	}
	return *comma != '\0';
}

static void blame_sources(struct answer *answer, const struct lookups *lookups,
                          const struct verdict *verdict)
{
	bool is_converted = verdict->decision.verdict == POLICY_CONVERTED;
	const char *what = answer->code == EAI_NODATA ? "has no address of" : "does not know";
	FILE *out = words_open(&answer->message);

	answer->culprit = "source";
	if (!write_sources(out, lookups, is_converted))
		fputs("no source", out);
	if (answer_exit_code(answer) == EXIT_TEMPORARY)
		fputs(" gave no answer about ", out);
	else
		fprintf(out, " %s ", what);
	fwrite(verdict->output.next, 1, span_length(verdict->output), out);
	words_close(out);
}

static void find_culprit(struct answer *answer, const struct lookups *lookups,
                         const struct verdict *verdict)
{
	switch (verdict->decision.verdict) {
	case POLICY_REFUSED:
		answer->culprit = "rule";
		break;
	case POLICY_NO_CONFIG:
	case POLICY_NO_CONVERTER:
		answer->culprit = "configuration";
		answer->remedy = words_copy("Run: idnx doctor");
		break;
	case POLICY_CONVERTED:
		if (!lookups->nsswitch.plan.asked)
			blame_line(answer, lookups);
		else if (!blame_module(answer))
			blame_sources(answer, lookups, verdict);
		break;
	default:
		blame_sources(answer, lookups, verdict);
	}
}

/* --- Asking --------------------------------------------------------------- */

/* A cut line or a name with a NUL is no string, and is not looked up. */
static bool is_string(const struct input_name *name)
{
	return name->length <= IDNX_INPUT_MAX && strlen(name->octets) == name->length;
}

struct answer answer_find(const struct lookups *lookups, const struct verdict *verdict)
{
	/* With one socket type, each address comes once. */
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct answer answer = { .code = EAI_NONAME };

	if (is_string(&verdict->name))
		answer.code = getaddrinfo(verdict->name.octets, NULL, &hints,
		                          &answer.addresses);
	answer.error = errno;
	if (answer.code != 0)
		find_culprit(&answer, lookups, verdict);
	return answer;
}

void answer_free(struct answer *answer)
{
	if (answer->addresses)
		freeaddrinfo(answer->addresses);
	free(answer->message);
	free(answer->remedy);
}
