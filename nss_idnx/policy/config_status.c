/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is wrong with idnx.conf, in words. */
#include "config.h"

const char *config_status_text(enum config_status status)
{
	static const char *const phrases[] = {
#define CONFIG_STATUS(name, phrase, fix) [CONFIG_##name] = phrase,
#include "config_statuses.h"
	};

	return (unsigned)status < sizeof phrases / sizeof phrases[0] ? phrases[status]
	                                                             : "unknown error";
}
