/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Punycode (RFC 3492) of a label, without the prefix, as libidn2 takes it. */
#ifndef LIBIDN2_ACE_H
#define LIBIDN2_ACE_H

#include <stddef.h>
#include <stdint.h>

#include "libidn2.h"

/* *length is the space in dst on entry, and the length on success; else unchanged. */
enum libidn2_code ace_encode(const uint32_t *src, size_t src_len, char *dst, size_t *length);
enum libidn2_code ace_decode(const char *src, size_t src_len, uint32_t *dst, size_t *length);

#endif
