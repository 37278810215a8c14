/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Names in a charset other than UTF-8: "locale" for that of the calling thread, or one
 * that iconv knows.  Nothing is guessed and nothing is replaced.
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

/*
 * Converts src_len octets to *length octets, and a NUL, in dst.  One charset is "UTF-8".
 * Preserves errno and the cancellation state of the thread.
 */
enum charset_status charset_convert(const char *to, const char *from, const char *src,
                                    size_t src_len, char *dst, size_t dst_size, size_t *length);

#endif
