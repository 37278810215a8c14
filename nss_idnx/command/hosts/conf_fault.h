/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is wrong in an idnx.conf, and what to do. */
#ifndef HOSTS_CONF_FAULT_H
#define HOSTS_CONF_FAULT_H

#include "config.h"
#include "machine/machine.h"

/*
 * Finds the first error of a text of length octets; also in a section for no name.  If there is none,
 * restricts and reports_everywhere of the result are of what the keys come to in each section.
 */
struct config_result config_check(const char *text, size_t length);

/* Does so for the file of a draft, whoever owns it. */
struct config_result config_check_draft(const struct sysroot_file *draft);

/* Returns what is wrong by a result for that text, as a phrase. */
char *config_fault_text(const char *text, const struct config_result *result);

/* Returns what to do about an error of the file or of a line. */
const char *config_fault_remedy(enum config_status status);

/* Writes what is wrong in a line, or 0: with the file, and ends the run. */
_Noreturn void config_fault_die(const char *path, unsigned line, const char *fault);

#endif
