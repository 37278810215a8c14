/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Names in a charset other than UTF-8: "locale" for that of the calling thread, or one
 * that iconv knows.  Nothing is guessed and nothing is replaced.  Both functions preserve
 * errno and the cancellation state of the thread.
 */
#ifndef NSS_IDNX_CHARSET_H
#define NSS_IDNX_CHARSET_H

#include <stddef.h>

enum charset_status {
	CHARSET_NOT_ASKED,
	CHARSET_OK,
	CHARSET_ILL_FORMED,   /* octets or a character that the charset does not have */
	CHARSET_TOO_LONG,     /* more than dst_size octets, including the NUL */
	CHARSET_NO_CONVERTER, /* no such charset, or no descriptors or memory for it */
	CHARSET_UNSUITABLE,   /* it is stateful, or ASCII octets are not ASCII in it */
};

/* Converts src_len octets in charset to *length octets of UTF-8, and a NUL, in dst. */
enum charset_status charset_decode(const char *charset, const char *src, size_t src_len,
                                   char *dst, size_t dst_size, size_t *length);

/* Converts src_len octets of UTF-8 to *length octets in charset, and a NUL, in dst. */
enum charset_status charset_encode(const char *charset, const char *src, size_t src_len,
                                   char *dst, size_t dst_size, size_t *length);

#endif
