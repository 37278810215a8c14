/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The conversion to the ASCII form, as to_ascii.c calls it in the traced libidn2. */
#include "convert.h"

#include "trace.h"

__typeof__(convert_name) trace_convert_name;

enum libidn2_code trace_convert_name(const char *name, enum convert_from from, int flags,
                                     char ascii[static IDNX_HOST_NAME_SIZE])
{
	struct trace trace;
	enum libidn2_code code;
	const char *result = "unchanged";

	trace_begin(&trace);
	code = convert_name(name, from, flags, ascii);
	trace_end(&trace);
	if (code != LIBIDN2_OK)
		result = "no ASCII form";
	else if (trace.is_decided)
		result = "converted";
	trace_write(&trace, "libidn2", name, result);
	return code;
}
