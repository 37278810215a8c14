/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Converts names with libc's iconv.  iconv takes locks, memory and perhaps a descriptor,
 * and honours GCONV_PATH, so it is used only for names in a configured charset.
 *
 * A charset is suitable if each ASCII octet alone is that ASCII character.  That excludes
 * stateful charsets: of the 1,180 names in iconv -l of glibc 2.36, those with shift states
 * switch by ESC, SO, SI, '+' or '&', and none by an octet >= 0x80.
 */
#include <errno.h>
#include <iconv.h>
#include <langinfo.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "charset.h"
#include "libc.h"

struct converter {
	struct libc libc;
	iconv_t descriptor;
};

/* Returns iconv's name of a charset. */
static const char *name_of(const char *charset)
{
	return strcmp(charset, "locale") == 0 ? nl_langinfo(CODESET) : charset;
}

/* Converts all of src, with what the converter holds back (CP1258), and resets its state. */
static enum charset_status run_iconv(const struct converter *converter, const char *src,
                                     size_t src_len, char *dst, size_t dst_size, size_t *length)
{
	char *in, *out = dst;
	size_t left = dst_size - 1, irreversible;

	memcpy(&in, &src, sizeof in); /* POSIX forgot a const */
	irreversible = converter->libc.iconv(converter->descriptor, &in, &src_len, &out, &left);
	if (irreversible == 0)
		irreversible = converter->libc.iconv(converter->descriptor, NULL, NULL, &out,
		                                     &left);
	if (irreversible == (size_t)-1 && errno == E2BIG)
		return CHARSET_TOO_LONG;
	if (irreversible != 0)
		return CHARSET_ILL_FORMED;
	*out = '\0';
	*length = (size_t)(out - dst);
	return CHARSET_OK;
}

static bool keeps_ascii(const struct converter *converter)
{
	char converted[8]; /* anything longer than an octet differs */
	size_t length;

	for (int octet = 0x01; octet <= 0x7f; octet++) {
		const char ascii = (char)octet;

		if (run_iconv(converter, &ascii, 1, converted, sizeof converted, &length) !=
		            CHARSET_OK ||
		    length != 1 || converted[0] != ascii)
			return false;
	}
	return true;
}

enum charset_status charset_convert(const char *to, const char *from, const char *src,
                                    size_t src_len, char *dst, size_t dst_size, size_t *length)
{
	struct converter converter;
	enum charset_status status = CHARSET_UNSUITABLE;
	int error = errno, state;

	/* A thread that is cancelled here would leave the converter open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	converter.libc = libc_functions();
	converter.descriptor = converter.libc.iconv_open(name_of(to), name_of(from));
	if (converter.descriptor == (iconv_t)-1) {
		status = CHARSET_NO_CONVERTER;
	} else {
		if (keeps_ascii(&converter))
			status = run_iconv(&converter, src, src_len, dst, dst_size, length);
		converter.libc.iconv_close(converter.descriptor);
	}
	pthread_setcancelstate(state, &state);
	errno = error;
	return status;
}
