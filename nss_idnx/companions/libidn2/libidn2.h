/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A libidn2.so.0 that answers as this machine's lookups do.  A program that converts names
 * itself, with libidn2, never passes them to NSS.  With this library in place of libidn2 the
 * program reaches the same host as all other programs, or none.
 *
 *     to_ascii.c  to_unicode.c  ace.c     what a program calls
 *
 *     name  --text.c-->  UTF-8  --convert.c: policy.h, flags-->  ASCII form
 *     name  --text.c-->  UTF-8  --to_unicode.c-->  Unicode form  --text.c-->
 *
 *     codes.c, codes.h: why not, in libidn2's codes and in words
 *
 * It has libidn2's binary interface and nothing else of libidn2.  Programs have been compiled
 * for these declarations: they can be added to, but not changed.
 */
#ifndef NSS_IDNX_LIBIDN2_H
#define NSS_IDNX_LIBIDN2_H

#include <stddef.h>
#include <stdint.h>

#define ENTRY_POINT __attribute__((visibility("default")))

/* --- Flags ------------------------------------------------------------------ */

enum libidn2_flag {
	/* With NO_TR46: allows a name to be normalized to NFC. */
	LIBIDN2_NFC_INPUT = 1,

	/* Ignored: xn-- labels of a non-ASCII name are always checked, of others never. */
	LIBIDN2_ALABEL_ROUNDTRIP = 2,
	LIBIDN2_NO_ALABEL_ROUNDTRIP = 128,

	/*
	 * Ignored: the key deviations of idnx.conf decides.  Programs set TRANSITIONAL after a
	 * name has been rejected, and would get what the policy forbids.
	 */
	LIBIDN2_TRANSITIONAL = 4,
	LIBIDN2_NONTRANSITIONAL = 8,

	LIBIDN2_ALLOW_UNASSIGNED = 16, /* ignored, as in libidn2 */

	/* Rejects ASCII other than letters, digits and hyphen, even in ASCII names. */
	LIBIDN2_USE_STD3_ASCII_RULES = 32,

	/* Rejects a label that mapping would change; ASCII labels stay as typed. */
	LIBIDN2_NO_TR46 = 64,
};

/* --- Codes: 0, or why not -------------------------------------------------- */

enum libidn2_code {
#define CODE(name, number, text) LIBIDN2_##name = number,
#include "codes.h"
};

/* --- Functions -------------------------------------------------------------- */

/*
 * Functions that return a code: for a NULL name the result is NULL; if the pointer to the
 * result is NULL, only the code is returned.  On failure *result is untouched.  A result is
 * allocated by malloc(), for the caller to free, and ended by a NUL or a 0.
 *
 * In function names 8 means UTF-8, 4 code points, l and ul the charset of the locale; z a
 * terminated string, i a string with a length.  A name that is well-formed UTF-8 is taken as
 * UTF-8 by l and ul, too, in the C locale and everywhere else.
 */

/* Convert a name to its ASCII form. */
ENTRY_POINT int idn2_lookup_u8(const uint8_t *src, uint8_t **lookupname, int flags);
ENTRY_POINT int idn2_lookup_ul(const char *src, char **lookupname, int flags);
ENTRY_POINT int idn2_to_ascii_8z(const char *input, char **output, int flags);
ENTRY_POINT int idn2_to_ascii_lz(const char *input, char **output, int flags);
ENTRY_POINT int idn2_to_ascii_4z(const uint32_t *input, char **output, int flags);
ENTRY_POINT int idn2_to_ascii_4i2(const uint32_t *input, size_t inlen, char **output,
                                  int flags);

/* Converts a label: output has room for 64 octets, including the NUL. */
ENTRY_POINT int idn2_to_ascii_4i(const uint32_t *input, size_t inlen, char *output, int flags);

/*
 * Convert a name to its Unicode form: decode xn-- labels, and change and check nothing else.
 * But a result in the charset of the locale, which is to be shown, is a name that leads back
 * to the same ASCII form; otherwise it is an error.
 */
ENTRY_POINT int idn2_to_unicode_8z8z(const char *input, char **output, int flags);
ENTRY_POINT int idn2_to_unicode_8z4z(const char *input, uint32_t **output, int flags);
ENTRY_POINT int idn2_to_unicode_4z4z(const uint32_t *input, uint32_t **output, int flags);
ENTRY_POINT int idn2_to_unicode_8zlz(const char *input, char **output, int flags);
ENTRY_POINT int idn2_to_unicode_lzlz(const char *input, char **output, int flags);

/* *outlen is the space in out in code points, then the full length; writes what fits. */
ENTRY_POINT int idn2_to_unicode_44i(const uint32_t *in, size_t inlen, uint32_t *out,
                                    size_t *outlen, int flags);

/* Return an ASCII label unchanged and reject any other: registration has stricter rules. */
ENTRY_POINT int idn2_register_u8(const uint8_t *ulabel, const uint8_t *alabel,
                                 uint8_t **insertname, int flags);
ENTRY_POINT int idn2_register_ul(const char *ulabel, const char *alabel, char **insertname,
                                 int flags);

/*
 * RFC 3492, without the prefix.  *output_length is the space in output, then the length, in
 * octets or code points; there is no NUL.  On failure it is unchanged.
 */
ENTRY_POINT int idn2_punycode_encode(const uint32_t *input, size_t input_length, char *output,
                                     size_t *output_length);
ENTRY_POINT int idn2_punycode_decode(const char *input, size_t input_length, uint32_t *output,
                                     size_t *output_length);

/* The same under the names and in the order of arguments used before 2.3.5. */
ENTRY_POINT int _idn2_punycode_encode(size_t input_length, const uint32_t *input,
                                      size_t *output_length, char *output);
ENTRY_POINT int _idn2_punycode_decode(size_t input_length, const char *input,
                                      size_t *output_length, uint32_t *output);

/* Return a phrase for people, and the name of a code, like "IDN2_OK"; static, never NULL. */
ENTRY_POINT const char *idn2_strerror(int rc);
ENTRY_POINT const char *idn2_strerror_name(int rc);

/* Returns the version; NULL if req_version, which may be NULL, is newer. */
ENTRY_POINT const char *idn2_check_version(const char *req_version);

ENTRY_POINT void idn2_free(void *ptr);

#endif
