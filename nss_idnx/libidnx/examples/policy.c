/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Prints what becomes of each name under the machine's idnx.conf, or under the file that IDNX_CONF
 * names.
 */
#include <idnx_policy.h>
#include <stdio.h>
#include <stdlib.h>

static void print_verdict(const char *name, const struct idnx_verdict *verdict)
{
	switch (verdict->action) {
	case IDNX_POLICY_CONVERTED:
		printf("query for %s\n", verdict->ace);
		break;
	case IDNX_POLICY_UNCHANGED:
	case IDNX_POLICY_EXCLUDED:
		printf("query for %s\n", name);
		break;
	case IDNX_POLICY_REJECTED:
		printf("no query: %s %s", name, idnx_status_text(verdict->status));
		if (verdict->line != 0)
			printf(" (line %u: %s)", verdict->line, verdict->setting);
		putchar('\n');
		break;
	default:
		printf("no query, try again later: idnx.conf, line %u: %s\n", verdict->line,
		       verdict->setting);
	}
}

int main(int argc, char **argv)
{
	struct idnx_policy *policy = idnx_policy_open(getenv("IDNX_CONF"));

	if (policy == NULL) {
		perror("idnx_policy_open");
		return 1;
	}
	for (int i = 1; i < argc; i++) {
		struct idnx_verdict verdict;

		idnx_policy_check(policy, argv[i], &verdict);
		print_verdict(argv[i], &verdict);
	}
	idnx_policy_close(policy);
	return 0;
}
