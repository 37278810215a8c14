/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is wrong with an idnx.conf, in words. */
#ifndef CONFIG_STATUS_H
#define CONFIG_STATUS_H

#include "config.h"

/* Returns an English phrase for people; static, never NULL. */
const char *config_status_text(enum config_status status);

#endif
