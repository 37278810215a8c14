/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is wrong with idnx.conf, in words. */
#include "config.h"

const char *config_status_text(enum config_status status)
{
	static const char *const phrases[] = {
		[CONFIG_OK] = "no error",
		[CONFIG_UNREADABLE] = "cannot be read",
		[CONFIG_NOT_REGULAR] = "not a regular file",
		[CONFIG_NOT_ROOTS] = "its owner is not root",
		[CONFIG_WRITABLE] = "group or others may write to it",
		[CONFIG_EMPTY] = "empty; remove it for the defaults",
		[CONFIG_TOO_LARGE] = "larger than " ASCII_DIGITS(CONFIG_SIZE_KIB) " KiB",
		[CONFIG_CHANGING] = "written to while it is read",
		[CONFIG_CONTROL] = "NUL, or CR within a line",
		[CONFIG_LONG_LINE] = "line longer than " ASCII_DIGITS(CONF_LINE_MAX) " bytes",
		[CONFIG_SYNTAX] = "neither \"key = value\" nor \"[.suffix]\"",
		[CONFIG_UNKNOWN_KEY] = "unknown key",
		[CONFIG_MISPLACED_KEY] = "charset is not allowed in a section: move it above the first",
		[CONFIG_REPEATED_KEY] = "repeated key",
		[CONFIG_VALUE] = "invalid value for this key",
		[CONFIG_SUFFIX] = "not a domain name",
		[CONFIG_SCRIPT] = "not a script",
		[CONFIG_TOO_MANY] = "more than " ASCII_DIGITS(CONFIG_PROTECTED_MAX) " protected names",
		[CONFIG_REPEATED_SECTION] = "repeated section",
	};

	return (unsigned)status < sizeof phrases / sizeof phrases[0] ? phrases[status]
	                                                             : "unknown error";
}
