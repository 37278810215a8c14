/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 *     speed NAMES COUNT      uses that many names of each kind
 *
 * make check-speed runs this under callgrind: each kind of names in both directions, in Unicode
 * form under "browser" and "strict", and compared with protected names in Latin and in Cyrillic,
 * each counted in a part of its own; and one kind under an idnx.conf with as many protected names
 * as it may have, by a handle and as a lookup reads it.  Prints the compiler and a hash of the names: counts are
 * comparable only if both are the same.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "config.h"
#include "corpora.h"
#include "engine.h"
#include "idnx_policy.h"
#include "policy.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* The only engine here is idnx. */
extern const struct engine *const __start_engines[];

/* FNV-1a. */
static uint64_t hash(uint64_t hash, const struct name *name)
{
	for (size_t i = 0; i <= name->length; i++)
		hash = (hash ^ (unsigned char)name->octets[i]) * UINT64_C(0x100000001B3);
	return hash;
}

typedef void work(const struct name *name, const void *with);

static void count(const char *title, const char *what, work *one, const void *with,
                  const struct name *names, size_t names_count)
{
	char part[80];

	snprintf(part, sizeof part, "%s, %s", title, what);
	CALLGRIND_ZERO_STATS;
	for (size_t i = 0; i < names_count; i++)
		one(&names[i], with);
	CALLGRIND_DUMP_STATS_AT(part);
}

static void convert(const struct name *name, const void *with)
{
	static char dst[ENGINE_DST_SIZE];
	engine_conversion *const *conversion = with;

	(*conversion)(name->octets, name->length, dst);
}

/* --- Protection --------------------------------------------------------------- */

/* Makes the names that hosts can have, in Unicode form, below .com; returns their number. */
static size_t show(const struct name *names, size_t names_count, struct name *shown)
{
	static char forms[NAMES][4 * IDNX_HOST_NAME_SIZE + sizeof ".com"];
	char ace[IDNX_HOST_NAME_SIZE];
	size_t shown_count = 0;

	for (size_t i = 0; i < names_count; i++) {
		char *form = forms[shown_count];
		struct idnx_result result = idnx_to_ascii(names[i].octets, names[i].length, ace,
		                                          sizeof ace, IDNX_LOOKUP);

		if (result.status != IDNX_OK)
			continue;
		result = idnx_to_unicode(ace, result.length, form, 4 * IDNX_HOST_NAME_SIZE, 0);
		strcpy(form + result.length, ".com");
		shown[shown_count++] = (struct name){ form, result.length };
	}
	return shown_count;
}

static volatile enum idnx_status sink;

static void check(const struct name *name, const void *with)
{
	const enum config_protection *protection = with;

	sink = idnx_check(name->octets, name->length, &config_protections[*protection]).status;
}

/* Reads the name and compares it with 64 protected names, as match.c does. */
static void compare(const struct name *name, const void *with)
{
	static struct idnx_reading reading;
	char protected[64];

	idnx_read(name->octets, name->length + strlen(".com"), &reading);
	for (unsigned i = 0; i < 64; i++) {
		size_t word = (size_t)sprintf(protected, "%s%u", (const char *)with, i);

		strcpy(protected + word, ".com");
		if (idnx_letter_pairs(protected, word, &reading.pairs, NULL) &&
		    !idnx_reads_as(&reading, protected, word + strlen(".com")))
			idnx_contains(&reading, name->octets, name->length + strlen(".com"),
			              protected, word);
	}
}

static void count_protection(const char *title, const struct name *names, size_t names_count)
{
	static const enum config_protection browser = CONFIG_PROTECTION_BROWSER,
					    strict = CONFIG_PROTECTION_STRICT;
	static struct name shown[NAMES];
	size_t shown_count = show(names, names_count, shown);

	count(title, "browser", check, &browser, shown, shown_count);
	count(title, "strict", check, &strict, shown, shown_count);
	count(title, "protected names", compare, "bank", shown, shown_count);
	count(title, "Cyrillic ones", compare, "банк", shown, shown_count);
}

/* --- An idnx.conf --------------------------------------------------------------- */

static void decide(const struct name *name, const void *with)
{
	struct idnx_verdict verdict;

	idnx_policy_check(*(struct idnx_policy *const *)with, name->octets, &verdict);
}

static void look_up(const struct name *name, const void *with)
{
	char ace[IDNX_HOST_NAME_SIZE];

	policy_to_ascii_under(with, name->octets, ace);
}

/* Writes protected names of three syllables, as brands are: bodaku, fogela. */
static void write_conf(char *end, const char *const letters[2][7], const char *top)
{
	end += sprintf(end, "protection = browser\n");
	for (unsigned i = 0, word; i < CONFIG_PROTECTED_MAX; i++) {
		end += sprintf(end, "protect = ");
		word = i * 2654435761U;
		for (unsigned letter = 0; letter < 6; letter++, word /= 7)
			end += sprintf(end, "%s", letters[letter % 2][word % 7]);
		end += sprintf(end, "%s\n", top);
	}
}

static void count_conf(const char *title, const struct name *names, size_t names_count)
{
	static const char *const latin[2][7] = { { "b", "d", "f", "g", "k", "l", "m" },
		                                 { "a", "e", "i", "o", "u", "a", "e" } };
	static const char *const cyrillic[2][7] = { { "б", "д", "в", "г", "к", "л", "м" },
		                                    { "а", "е", "и", "о", "у", "я", "ю" } };
	static char conf[CONFIG_PROTECTED_MAX * 32];
	struct idnx_policy *policy;

	write_conf(conf, latin, ".com");
	policy = idnx_policy_parse(conf, strlen(conf));
	count(title, "decided by a handle", decide, &policy, names, names_count);
	count(title, "looked up", look_up, conf, names, names_count);
	idnx_policy_close(policy);
	write_conf(conf, cyrillic, ".рф");
	count(title, "looked up, Cyrillic ones", look_up, conf, names, names_count);
}

int main(int argc, char **argv)
{
	size_t names_count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	const struct engine *idnx = __start_engines[0];
	uint64_t all = UINT64_C(0xCBF29CE484222325);

	if (names_count == 0 || names_count > NAMES) {
		fprintf(stderr, "usage: speed NAMES COUNT\n");
		return 2;
	}
	corpora_read(argv[1]);
	for (size_t kind = 0; kind < CORPORA; kind++) {
		const char *title = corpora[kind].title;
		const struct name *names = corpora[kind].names;

		count(title, "ToASCII", convert, &idnx->to_ascii, names, names_count);
		count(title, "ToUnicode", convert, &idnx->to_unicode, names, names_count);
		count_protection(title, names, names_count);
		if (strcmp(title, "latin") == 0)
			count_conf(title, names, names_count);
		for (size_t i = 0; i < names_count; i++)
			all = hash(all, &names[i]);
	}
	printf("compiler\t" COMPILER "\nhash of the names\t%016" PRIx64 "\n", all);
	return 0;
}
