/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What is wrong with an idnx.conf, each once.  Whoever includes this defines
 * CONFIG_STATUS(name, phrase, fix).
 */
CONFIG_STATUS(OK, "no error", NULL)
CONFIG_STATUS(UNREADABLE, "cannot be read", "Put a file there that can be read")
/* A directory, FIFO, socket, or device other than /dev/null. */
CONFIG_STATUS(NOT_REGULAR, "not a regular file", "Put a regular file there")
CONFIG_STATUS(NOT_ROOTS, "its owner is not root", "Make root its owner")
CONFIG_STATUS(WRITABLE, "group or others may write to it", "Let only root write to it")
CONFIG_STATUS(EMPTY, "empty; remove it for the defaults", "Move a complete file there with mv")
CONFIG_STATUS(TOO_LARGE, "larger than " ASCII_DIGITS(CONFIG_SIZE_KIB) " KiB",
              "Shorten it to " ASCII_DIGITS(CONFIG_SIZE_KIB) " KiB, comments included")
/* Twice: it was read again. */
CONFIG_STATUS(CHANGING, "written to while it is read", "Stop the program that writes to it")

/* From here on, with a line of it.  A CR may end one. */
CONFIG_STATUS(CONTROL, "NUL, or CR within a line",
              "Save the file as UTF-8, with a newline at the end of each line")
CONFIG_STATUS(
	LONG_LINE, "line longer than " ASCII_DIGITS(CONF_LINE_MAX) " bytes",
	"Make several lines of it, each with at most " ASCII_DIGITS(CONF_LINE_MAX) " bytes")
CONFIG_STATUS(SYNTAX, "neither \"key = value\" nor \"[.suffix]\"",
              "Write a setting like \"protection = browser\", a section like \"[.example]\", "
              "or a comment after \"#\"")
CONFIG_STATUS(UNKNOWN_KEY, "unknown key", "Write one of the keys that idnx.conf(5) lists")
CONFIG_STATUS(MISPLACED_KEY, "charset is not allowed in a section: move it above the first",
              "Move the line above the first section")
/* In one section; first has its earlier line. */
CONFIG_STATUS(REPEATED_KEY, "repeated key",
              "Keep one of the two lines; a list has all its words in one line")
CONFIG_STATUS(VALUE, "invalid value for this key",
              "Write one value that idnx.conf(5) lists for this key")
CONFIG_STATUS(SUFFIX, "not a domain name",
              "Write a domain name; blanks separate the names of a list")
CONFIG_STATUS(SCRIPT, "not a script",
              "Write names of scripts with blanks between them, as in: scripts = Latin Greek")
CONFIG_STATUS(
	TOO_MANY, "more than " ASCII_DIGITS(CONFIG_PROTECTED_MAX) " protected names",
	"Leave at most " ASCII_DIGITS(CONFIG_PROTECTED_MAX) " names to protect in that section")
/* That of this name; first has its earlier line. */
CONFIG_STATUS(
	REPEATED_SECTION, "repeated section",
	"Move what is below this line into the first section of that name, and remove this line")

#undef CONFIG_STATUS
