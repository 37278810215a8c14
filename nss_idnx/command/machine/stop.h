/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Ends a run that cannot change a file. */
#ifndef STOP_H
#define STOP_H

#include "remedy.h"

/* Reports why, by the errno of replace_prepare() and replace_commit(). */
_Noreturn void stop_file(const char *path);

/* Also reports what to do; what the errno implies if the words of the remedy are NULL. */
_Noreturn void stop_file_remedy(const char *path, const struct remedy *remedy);

#endif
