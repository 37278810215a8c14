/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Programs that make nsswitch.conf themselves, and would undo a change of it. */
#ifndef MANAGED_H
#define MANAGED_H

/* What to do instead, several lines, if it is a symbolic link to target. */
const char *managed_advice(const char *target);

#endif
