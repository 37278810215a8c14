/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 *     judge CONF... <NAMES     CONF: an idnx.conf
 *
 * Judges names by idnx and by ICU, for report.py.  Prints ICU's version, then for each name a
 * line with columns separated by tabs: its ASCII form; its Unicode form; for each CONF a status
 * code of idnx.h; ICU's result by default and with all checks, as flags of uspoof.h in
 * hexadecimal.  For a name that UTS #46 or the host name rule rejects, the status code is the
 * only column.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>

#include "verdict/config_status.h"
#include "idnx.h"
#include "policy.h"

#define CONFS_MAX 16

static void require(int condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "judge: %s\n", what);
	exit(2);
}

/* --- idnx ------------------------------------------------------------------ */

static const char *read_conf(const char *path)
{
	static char texts[CONFS_MAX][CONFIG_SIZE_MAX + 1];
	static size_t used;
	FILE *file = fopen(path, "r");
	char *text = texts[used++];
	size_t length;

	require(file != NULL, path);
	length = fread(text, 1, CONFIG_SIZE_MAX, file);
	require(length < CONFIG_SIZE_MAX, path);
	text[length] = '\0';
	fclose(file);
	return text;
}

static const char *judge_under(const char *conf, const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(conf, name, ace);

	if (decision.verdict == POLICY_NO_CONFIG)
		fprintf(stderr, "judge: line %u: %s\n", decision.config.line,
		        config_status_text(decision.config.status));
	require(decision.verdict != POLICY_NO_CONFIG, conf);
	return idnx_status_code(decision.verdict == POLICY_REFUSED ? decision.result.status
	                                                           : IDNX_OK);
}

/* --- ICU ------------------------------------------------------------------- */

static USpoofChecker *icu_default(void)
{
	UErrorCode error = U_ZERO_ERROR;
	USpoofChecker *checker = uspoof_open(&error);

	require(U_SUCCESS(error), u_errorName(error));
	return checker;
}

/* What UTS #39 section 3.1 allows; without it the check of characters finds nothing. */
static USpoofChecker *icu_all(void)
{
	UErrorCode error = U_ZERO_ERROR;
	USpoofChecker *checker = icu_default();
	USet *allowed = uset_openEmpty();

	uset_addAll(allowed, uspoof_getRecommendedSet(&error));
	uset_addAll(allowed, uspoof_getInclusionSet(&error));
	uspoof_setAllowedChars(checker, allowed, &error);
	uspoof_setChecks(checker, USPOOF_ALL_CHECKS, &error);
	uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
	require(U_SUCCESS(error), u_errorName(error));
	uset_close(allowed);
	return checker;
}

/* Checks label by label, since a name is no identifier. */
static unsigned icu_findings(const USpoofChecker *checker, const char *name)
{
	UErrorCode error = U_ZERO_ERROR;
	unsigned found = 0;

	for (;;) {
		size_t length = strcspn(name, ".");

		found |= (unsigned)uspoof_check2UTF8(checker, name, (int32_t)length, NULL,
		                                     &error);
		require(U_SUCCESS(error), u_errorName(error));
		if (!name[length])
			return found;
		name += length + 1;
	}
}

/* --- Names ----------------------------------------------------------------- */

static void print(const char *name, const char *ace, const char *const *confs, size_t count,
                  USpoofChecker *const checkers[2])
{
	char unicode[POLICY_UNICODE_SIZE];
	struct idnx_result shown = idnx_to_unicode(ace, strlen(ace), unicode, sizeof unicode,
	                                           0);

	require(shown.status == IDNX_OK, name);
	printf("%s\t%s", ace, unicode);
	for (size_t i = 0; i < count; i++)
		printf("\t%s", judge_under(confs[i], name));
	for (size_t i = 0; i < 2; i++)
		printf("\t%x", icu_findings(checkers[i], unicode));
	putchar('\n');
}

int main(int argc, char **argv)
{
	const char *confs[CONFS_MAX];
	USpoofChecker *checkers[] = { icu_default(), icu_all() };
	size_t count = 0;
	char name[IDNX_INPUT_MAX + 2], ace[IDNX_HOST_NAME_SIZE];

	require(argc - 1 <= CONFS_MAX, "too many files");
	puts(U_ICU_VERSION);
	for (int i = 1; i < argc; i++)
		confs[count++] = read_conf(argv[i]);
	while (fgets(name, sizeof name, stdin)) {
		struct idnx_result result;

		name[strcspn(name, "\n")] = '\0';
		result = idnx_to_ascii(name, strlen(name), ace, sizeof ace, IDNX_LOOKUP);
		if (result.status == IDNX_OK)
			print(name, ace, confs, count, checkers);
		else
			puts(idnx_status_code(result.status));
	}
	return 0;
}
