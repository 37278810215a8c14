/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The machine's log of the names that the keys of protection reject, or under "mode = report"
 * would reject.  idnx.conf(5), REPORT AND LOG, lists the fields of an entry.
 */
#ifndef NSS_IDNX_LOG_H
#define NSS_IDNX_LOG_H

#include "policy.h"

/*
 * Logs a decision that is_logged, in one datagram; by says who has decided.  Never waits, and
 * keeps no descriptor; an entry that cannot be sent is lost, and counted in the next one.
 * Preserves errno and the cancellation state of the thread.
 */
void log_decision(const char *conf_path, const char *name, const char *ace,
                  const struct decision *decision, const char *by);

#endif
