/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks what DNS requires of an ASCII form (UTS #46 section 4.2, step 4), and
 * what a resolver requires beyond that: IDNX_HOST_NAME of idnx.h.  Otherwise a
 * full-width "１２７.０.０.１" would pass every list of forbidden addresses and
 * then become one.
 */
#include "core.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * The "ends in a number" checker of the URL standard, section 3.5: a label of
 * digits, or 0x with any number of hexadecimal digits, none included.
 */
static bool is_number(const char *label, size_t length)
{
	bool hexadecimal = length >= 2 && label[0] == '0' && label[1] == 'x';

	for (size_t i = hexadecimal ? 2 : 0; i < length; i++) {
		char c = label[i];

		if (!is_digit(c) && !(hexadecimal && c >= 'a' && c <= 'f'))
			return false;
	}
	return length;
}

/*
 * The names that mean this machine on all systems of some kind, whatever DNS says, each
 * with its source.  The first two include the names below them.
 */
#define LOCAL(name) { sizeof name - 1, name }
static const struct {
	unsigned char length;
	char name[sizeof "localhost4.localdomain4"];
} this_machine[] = {
	LOCAL("localhost"),             /* RFC 6761 section 6.3 */
	LOCAL("localhost.localdomain"), /* Fedora's /etc/hosts; below it: systemd */
	LOCAL("localhost4"),            /* Fedora's /etc/hosts, as the next three */
	LOCAL("localhost4.localdomain4"),
	LOCAL("localhost6"),
	LOCAL("localhost6.localdomain6"),
	LOCAL("ip6-localhost"), /* Debian's /etc/hosts */
	LOCAL("ip6-loopback"),
	LOCAL("ipv6-localhost"), /* openSUSE's /etc/hosts */
	LOCAL("ipv6-loopback"),
	LOCAL("_outbound"), /* systemd-resolved(8), as the next two */
	LOCAL("_localdnsstub"),
	LOCAL("_localdnsproxy"),
};
#undef LOCAL

#define WITH_NAMES_BELOW 2

/* The shortest last label of these; most names end in a shorter label, or one in ACE. */
#define LOCAL_LABEL_MIN (sizeof "localhost" - 1)

/* Returns how many octets at the end of the name mean this machine; 0 if none do. */
static size_t this_machine_length(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof this_machine / sizeof *this_machine; i++) {
		size_t rest = length - this_machine[i].length;

		if (length < this_machine[i].length ||
		    memcmp(name + rest, this_machine[i].name, this_machine[i].length) != 0)
			continue;
		if (!rest || (i < WITH_NAMES_BELOW && name[rest - 1] == '.'))
			return this_machine[i].length;
	}
	return 0;
}

/* length excludes a root dot.  If several labels match, notes the whole name, as label 0. */
static void check_end(struct name *name, const char *ascii, size_t length, unsigned labels)
{
	size_t last = 0, found;

	while (last < length && ascii[length - last - 1] != '.')
		last++;
	if (is_number(ascii + length - last, last)) {
		name_note(name, IDNX_NUMBER, labels);
	} else if (last >= LOCAL_LABEL_MIN && ascii[length - last] != 'x') {
		found = this_machine_length(ascii, length);
		if (found)
			name_note(name, IDNX_LOCALHOST, found > last ? 0 : labels);
	}
}

/* Allows an empty label after the last dot, except under IDNX_VERIFY_DNS_LENGTH. */
void host_check_label(struct name *name, size_t length, unsigned number, bool is_last,
                      unsigned flags)
{
	bool is_root = is_last && number > 1 && !length;

	if (is_root ? flags & IDNX_VERIFY_DNS_LENGTH
	            : flags & HOST_DNS_LENGTHS && length - 1 >= IDNX_LABEL_MAX)
		name_note(name, IDNX_A4_2, number);
}

void host_note_length(struct name *name)
{
	name->status = IDNX_A4_1;
	name->label = 0;
}

void host_check_name(struct name *name, const char *ascii, size_t length, unsigned labels,
                     unsigned flags)
{
	bool has_root = length && ascii[length - 1] == '.';

	length -= has_root;
	if (flags & HOST_DNS_LENGTHS && length - 1 >= IDNX_HOST_NAME_SIZE - 2)
		host_note_length(name);
	if (flags & IDNX_HOST_NO_ADDRESS && !name->ascii_input)
		check_end(name, ascii, length, labels - has_root);
}
