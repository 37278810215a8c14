/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The same with any glibc as it is before 2.35: libc.c asks dladdr(). */
#include <features.h>

#undef __GLIBC_PREREQ
#define __GLIBC_PREREQ(major, minor) 0
#include "libc.c"
