/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How a run ends that cannot change a file. */
#ifndef STOP_H
#define STOP_H

/* Says why, by errno as replace_prepare() and replace_commit() leave it. */
_Noreturn void stop_file(const char *path);

#endif
