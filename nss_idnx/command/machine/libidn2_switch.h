/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx enable --libidn2 and idnx disable --libidn2. */
#ifndef LIBIDN2_SWITCH_H
#define LIBIDN2_SWITCH_H

#include <stdbool.h>

#include "command.h"

struct libidn2_request {
	const char *architecture; /* such as x86_64-linux-gnu; or "all" */
	bool dry_run, json;
};

enum exit_code libidn2_enable(const struct libidn2_request *request);
enum exit_code libidn2_disable(const struct libidn2_request *request);

#endif
