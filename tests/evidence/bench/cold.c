/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * make bench-cold: the cost of a process that converts one name.  Each sample is a new
 * process that loads one library, which is in the page cache, and converts one name twice.
 * Libraries and names take turns.
 *
 *     cold MODULE ADDRESS EMPTY     ADDRESS of idnx_to_ascii() in it, EMPTY: a module
 *     cold WHO NAME MODULE ADDRESS EMPTY     one sample, to standard output
 */
#include <dlfcn.h>
#include <link.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unicode/uidna.h>
#include <unistd.h>

#include "clock.h"
#include "idnx.h"

#define PROCESSES 101

/* ICU's functions carry its version: uidna_openUTS46_72(). */
#define STRING_OF(word) #word
#define STRING(macro)   STRING_OF(macro)

static const struct {
	const char *title, *utf8;
} names[] = {
	{ "latin", "b\u00FCcher.example" },
	{ "cyrillic", "\u043C\u043E\u0441\u043A\u0432\u0430.example" },
	{ "han", "\u4E2D\u56FD.example" },
};

#define NAMES (sizeof names / sizeof *names)

struct sample {
	double load, first, second; /* nanoseconds */
	double load_faults, first_faults;
};

static const char *module_path, *empty_path;
static uintptr_t module_address;

_Noreturn static void fail(const char *what)
{
	fprintf(stderr, "cold: %s failed\n", what);
	exit(1);
}

/* --- What is loaded, and how it converts ---------------------------------- */

static void *library;

/* ISO C has no cast from an object to a function. */
static void find(const char *symbol, void *function)
{
	void *found = dlsym(library, symbol);

	if (found == NULL)
		fail(dlerror());
	memcpy(function, &found, sizeof found);
}

static void convert_idnx(const char *name, char *dst, size_t size)
{
	static struct idnx_result (*to_ascii)(const char *, size_t, char *, size_t, unsigned);
	uintptr_t address = ((struct link_map *)library)->l_addr + module_address;

	memcpy(&to_ascii, &address, sizeof address);
	if (to_ascii(name, strlen(name), dst, size, IDNX_LOOKUP).status != IDNX_OK)
		fail(name);
}

static void convert_libidn2(const char *name, char *dst, size_t size)
{
	static int (*to_ascii)(const char *, char **, int);
	char *result;

	(void)dst, (void)size;
	if (to_ascii == NULL)
		find("idn2_to_ascii_8z", &to_ascii);
	if (to_ascii(name, &result, 0) != 0)
		fail(name);
}

static void convert_icu(const char *name, char *dst, size_t size)
{
	static __typeof__(&uidna_openUTS46) open;
	static __typeof__(&uidna_nameToASCII_UTF8) to_ascii;
	static UIDNA *uts46;
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;

	if (uts46 == NULL) {
		find(STRING(uidna_openUTS46), &open);
		find(STRING(uidna_nameToASCII_UTF8), &to_ascii);
		uts46 = open(UIDNA_NONTRANSITIONAL_TO_ASCII, &error);
	}
	to_ascii(uts46, name, -1, dst, (int32_t)size, &info, &error);
	if (U_FAILURE(error) || info.errors != 0)
		fail(name);
}

static void convert_nothing(const char *name, char *dst, size_t size)
{
	(void)name, (void)dst, (void)size;
}

enum { MODULE, EMPTY };

static const struct {
	const char *title, *path; /* NULL: one of the arguments */
	void (*convert)(const char *name, char *dst, size_t size);
} libraries[] = {
	[MODULE] = { "idnx", NULL, convert_idnx },
	[EMPTY] = { "empty", NULL, convert_nothing },
	{ "libidn2", "libidn2.so.0", convert_libidn2 },
	{ "ICU", "libicuuc.so." U_ICU_VERSION_SHORT, convert_icu },
};

#define LIBRARIES (sizeof libraries / sizeof *libraries)

/* --- One process ---------------------------------------------------------- */

static double faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_minflt;
}

/* Warms the clock and dst first. */
static void take_sample(size_t who, const char *name)
{
	static char dst[IDNX_NAME_SIZE];
	const char *path = who == MODULE  ? module_path
	                   : who == EMPTY ? empty_path
	                                  : libraries[who].path;
	struct sample sample;
	double begin, faults_before;

	memset(dst, 1, sizeof dst);
	clock_now(CLOCK_MONOTONIC);

	faults_before = faults();
	begin = clock_now(CLOCK_MONOTONIC);
	library = dlopen(path, RTLD_NOW);
	sample.load = clock_now(CLOCK_MONOTONIC) - begin;
	sample.load_faults = faults() - faults_before;
	if (library == NULL)
		fail(dlerror());

	faults_before = faults();
	begin = clock_now(CLOCK_MONOTONIC);
	libraries[who].convert(name, dst, sizeof dst);
	sample.first = clock_now(CLOCK_MONOTONIC) - begin;
	sample.first_faults = faults() - faults_before;

	begin = clock_now(CLOCK_MONOTONIC);
	libraries[who].convert(name, dst, sizeof dst);
	sample.second = clock_now(CLOCK_MONOTONIC) - begin;
	if (write(STDOUT_FILENO, &sample, sizeof sample) != sizeof sample)
		fail("write");
}

/* --- All of them ---------------------------------------------------------- */

static struct sample sample_of(size_t who, size_t name, char **arguments)
{
	char who_text[8], name_text[8];
	char *child_arguments[] = { arguments[0], who_text, name_text, arguments[1],
		                    arguments[2], arguments[3], NULL };
	posix_spawn_file_actions_t actions;
	struct sample sample;
	int ends[2];
	pid_t child;

	snprintf(who_text, sizeof who_text, "%zu", who);
	snprintf(name_text, sizeof name_text, "%zu", name);
	if (pipe(ends) == -1)
		fail("pipe");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	if (posix_spawn(&child, "/proc/self/exe", &actions, NULL, child_arguments, NULL) != 0)
		fail("posix_spawn");
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (read(ends[0], &sample, sizeof sample) != sizeof sample)
		fail("a child");
	close(ends[0]);
	waitpid(child, NULL, 0);
	return sample;
}

static double median_of(const struct sample *samples, size_t offset)
{
	double values[PROCESSES];

	for (size_t i = 0; i < PROCESSES; i++)
		memcpy(&values[i], (const char *)&samples[i] + offset, sizeof *values);
	return clock_median(values, PROCESSES);
}

static void report(size_t who, size_t name, const struct sample *samples)
{
	printf("%-9s %-9s %10.1f %7.0f %10.2f %7.0f %10.2f\n", names[name].title,
	       libraries[who].title, median_of(samples, offsetof(struct sample, load)) / 1000,
	       median_of(samples, offsetof(struct sample, load_faults)),
	       median_of(samples, offsetof(struct sample, first)) / 1000,
	       median_of(samples, offsetof(struct sample, first_faults)),
	       median_of(samples, offsetof(struct sample, second)) / 1000);
}

static void measure(char **arguments)
{
	static struct sample samples[NAMES][LIBRARIES][PROCESSES];

	for (size_t i = 0; i < PROCESSES; i++)
		for (size_t name = 0; name < NAMES; name++) {
			sample_of(EMPTY, name, arguments); /* after ICU caches are colder */
			for (size_t who = 0; who < LIBRARIES; who++)
				samples[name][who][i] = sample_of(who, name, arguments);
		}
	printf("us and page faults, medians of %d processes; the first conversion of idnx meets the\n"
	       "faults of its code, which is a mapping of its own\n%-19s %10s %7s %10s %7s %10s\n",
	       PROCESSES, "", "dlopen", "faults", "first", "faults", "second");
	for (size_t name = 0; name < NAMES; name++)
		for (size_t who = 0; who < LIBRARIES; who++)
			report(who, name, samples[name][who]);
}

static void set_paths(char **arguments)
{
	module_path = arguments[0];
	module_address = (uintptr_t)strtoull(arguments[1], NULL, 16);
	empty_path = arguments[2];
}

int main(int argc, char **argv)
{
	if (argc == 6) {
		set_paths(argv + 3);
		take_sample(strtoul(argv[1], NULL, 10), names[strtoul(argv[2], NULL, 10)].utf8);
		return 0;
	}
	if (argc != 4) {
		fprintf(stderr, "usage: cold MODULE ADDRESS EMPTY\n");
		return 2;
	}
	set_paths(argv + 1);
	measure(argv);
	return 0;
}
