/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How a run ends that cannot change a file. */
#ifndef STOP_H
#define STOP_H

#include "remedy.h"

/* Says why, by errno as replace_prepare() and replace_commit() leave it. */
_Noreturn void stop_file(const char *path);

/* The same, and what to do; its words may be NULL, for nothing. */
_Noreturn void stop_file_remedy(const char *path, const struct remedy *remedy);

#endif
