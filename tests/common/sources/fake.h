/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libnss_fake.so.2, for tests without a network.  The NSS source "fake" knows a few names
 * and addresses and counts its callers.  To a name with an octet >= 0x80, which must never
 * reach it, it answers with special addresses.  Its open(), lstat() and fstat() give the
 * module the nsswitch.conf and the idnx.conf of the test instead of the machine's.
 */
#ifndef FAKE_H
#define FAKE_H

#include <stdatomic.h>

#define FAKE_EXPORT __attribute__((visibility("default")))

/* How often each function was called, and how often any of them for an unconverted name. */
FAKE_EXPORT extern atomic_uint fake_asked_r, fake_asked_2_r, fake_asked_3_r, fake_asked_4_r,
	fake_asked_addr_r, fake_asked_addr2_r, fake_asked_raw;

/* Returns how often the source was asked since the last call. */
FAKE_EXPORT unsigned fake_asked(void);

/*
 * Sets the hosts: line, for glibc and for the module.  glibc then does not ask nscd.
 */
FAKE_EXPORT void fake_hosts(const char *line);

/* Gives the module a different nsswitch.conf than glibc; NULL: no file. */
FAKE_EXPORT void fake_nsswitch(const char *text);

/* Sets the text of idnx.conf, owned by root; NULL, the default: no file. */
FAKE_EXPORT void fake_conf(const char *text);

/* How often the module looked for that file, and opened it. */
FAKE_EXPORT extern atomic_uint fake_conf_sought, fake_conf_opened;

#endif
