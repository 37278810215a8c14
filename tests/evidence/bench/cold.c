/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * make bench-cold: the cost of a process that converts one name.  Loads one library, which is in the
 * page cache, and converts the name twice.  Prints the nanoseconds and page faults of the loading,
 * those of the first conversion, and the nanoseconds of the second.
 *
 *     cold WHO NAME MODULE ADDRESS EMPTY     ADDRESS of idnx_to_ascii() in MODULE, EMPTY: a module
 */
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unicode/uidna.h>

#include "clock.h"
#include "idnx.h"

/* ICU's functions carry its version: uidna_openUTS46_72(). */
#define STRING_OF(word) #word
#define STRING(macro)   STRING_OF(macro)

static uintptr_t module_address;

_Noreturn static void fail(const char *what)
{
	fprintf(stderr, "cold: %s\n", what);
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

static const struct {
	const char *title, *path;
	int argument; /* or the one that is the path */
	void (*convert)(const char *name, char *dst, size_t size);
} libraries[] = {
	{ "idnx", NULL, 3, convert_idnx },
	{ "empty", NULL, 5, convert_nothing },
	{ "libidn2", "libidn2.so.0", 0, convert_libidn2 },
	{ "ICU", "libicuuc.so." U_ICU_VERSION_SHORT, 0, convert_icu },
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
static void measure(const char *path, size_t who, const char *name)
{
	static char dst[IDNX_NAME_SIZE];
	double begin, load, first, load_faults, first_faults;

	memset(dst, 1, sizeof dst);
	clock_now(CLOCK_MONOTONIC);

	load_faults = faults();
	begin = clock_now(CLOCK_MONOTONIC);
	library = dlopen(path, RTLD_NOW);
	load = clock_now(CLOCK_MONOTONIC) - begin;
	load_faults = faults() - load_faults;
	if (library == NULL)
		fail(dlerror());

	first_faults = faults();
	begin = clock_now(CLOCK_MONOTONIC);
	libraries[who].convert(name, dst, sizeof dst);
	first = clock_now(CLOCK_MONOTONIC) - begin;
	first_faults = faults() - first_faults;

	begin = clock_now(CLOCK_MONOTONIC);
	libraries[who].convert(name, dst, sizeof dst);
	printf("%.0f %.0f %.0f %.0f %.0f\n", load, load_faults, first, first_faults,
	       clock_now(CLOCK_MONOTONIC) - begin);
}

int main(int argc, char **argv)
{
	size_t who = 0;

	if (argc != 6)
		fail("usage: cold WHO NAME MODULE ADDRESS EMPTY");
	module_address = (uintptr_t)strtoull(argv[4], NULL, 16);
	while (strcmp(libraries[who].title, argv[1]) != 0)
		if (++who == LIBRARIES)
			fail(argv[1]);
	measure(libraries[who].path != NULL ? libraries[who].path
	                                    : argv[libraries[who].argument],
	        who, argv[2]);
	return 0;
}
