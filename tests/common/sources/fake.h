/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libnss_fake.so.2, for tests without a network: an NSS source "fake" that knows a
 * few names and addresses, counts who asks, and answers a name with an octet >= 0x80,
 * which must never reach it, with addresses of its own; and an open(), lstat() and
 * fstat() that give the module the nsswitch.conf and the idnx.conf of the test instead
 * of the machine's.
 */
#ifndef FAKE_H
#define FAKE_H

#include <stdatomic.h>

#define FAKE_EXPORT __attribute__((visibility("default")))

/* How often each function has been asked, and any of them for a raw name. */
FAKE_EXPORT extern atomic_uint fake_asked_r, fake_asked_2_r, fake_asked_3_r,
	fake_asked_4_r, fake_asked_addr_r, fake_asked_addr2_r, fake_asked_raw;

/* How often it has been asked since it was last asked this. */
FAKE_EXPORT unsigned fake_asked(void);

/*
 * Makes this the line "hosts:", as glibc walks it and as the module reads it.  glibc
 * then asks no nscd.
 */
FAKE_EXPORT void fake_hosts(const char *line);

/* Makes the file the module reads another one than glibc uses; NULL: there is none. */
FAKE_EXPORT void fake_nsswitch(const char *text);

/* Makes it the idnx.conf, root's and nobody else's; NULL, as at first: there is none. */
FAKE_EXPORT void fake_conf(const char *text);

/* How often that was looked for, and opened. */
FAKE_EXPORT extern atomic_uint fake_conf_sought, fake_conf_opened;

#endif
