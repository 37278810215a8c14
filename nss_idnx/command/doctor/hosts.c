/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks non-ASCII names in /etc/hosts. glibc's "files" compares octets: it finds an entry
 * in UTF-8 by that spelling alone, before idnx is called.  Any other spelling of the name
 * (upper case, decomposed) goes to idnx, which asks for the ASCII form.  So one name has
 * two entries, and they have to agree.
 */
#include "doctor.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "ascii_text.h"
#include "policy.h"
#include "verdict/line.h"

/* --- Entries -------------------------------------------------------------- */

/* A name that is not ASCII, or may be the ASCII form of such a name. */
struct entry {
	char *ace;
	unsigned char address[sizeof(struct in6_addr)]; /* an IPv4 address, mapped to IPv6 */
	struct hosts_name spelled;
	bool is_ace;
};

struct entries {
	struct entry *all;
	size_t count, capacity;
	bool faulty; /* there is a finding */
	struct verdict_settings settings;
};

static bool read_address(const struct hosts_name *name, unsigned char *address)
{
	char text[INET6_ADDRSTRLEN + sizeof "::ffff:"] = "::ffff:";
	size_t prefix = memchr(name->address, ':', name->address_length) ? 0 : 7;

	if (prefix + name->address_length >= sizeof text)
		return false;
	memcpy(text + prefix, name->address, name->address_length);
	text[prefix + name->address_length] = '\0';
	return inet_pton(AF_INET6, text, address) == 1;
}

static void add(struct entries *entries, const struct hosts_name *name, const char *ace,
                bool is_ace)
{
	struct entry *new;

	if (entries->count == entries->capacity) {
		entries->capacity = entries->capacity * 2 + 64;
		entries->all = reallocarray(entries->all, entries->capacity,
		                            sizeof *entries->all);
		if (!entries->all)
			die_io("memory");
	}
	new = &entries->all[entries->count];
	if (!read_address(name, new->address))
		return; /* glibc skips the line */
	new->ace = words_copy(ace);
	new->spelled = *name;
	new->is_ace = is_ace;
	entries->count++;
}

static void report_refused(struct doctor *doctor, const struct hosts_name *name,
                           const struct verdict *verdict)
{
	char *fault = line_of_fault(&standard_output, &verdict->reason);

	found(&doctor->findings, LEVEL_WARN,
	      "/etc/hosts: %.*s is found in just this spelling: %s", (int)name->length,
	      name->name, fault);
	remedy(&doctor->findings, "%s", verdict->reason.remedy);
	free(fault);
}

static void add_utf8(struct doctor *doctor, struct entries *entries,
                     const struct hosts_name *name)
{
	const struct input_name input = { .octets = name->name, .length = name->length };
	static struct verdict verdict;

	verdict_of(&verdict, &input, &entries->settings);
	if (verdict.decision.verdict == POLICY_CONVERTED)
		add(entries, name, verdict.output.next, false);
	if (verdict_is_refused(&verdict)) {
		entries->faulty = true;
		report_refused(doctor, name, &verdict);
	}
	verdict_free(&verdict);
}

/* "files" ignores the case of ASCII letters. */
static void add_ace(struct entries *entries, const struct hosts_name *name)
{
	char text[HOSTS_NAME_SIZE];

	if (!hosts_copy(name, text))
		return;
	for (char *c = text; *c; c++)
		*c = ascii_fold(*c);
	if (strstr(text, "xn--"))
		add(entries, name, text, true);
}

/* --- What agrees ---------------------------------------------------------- */

/* Orders by ASCII form, then by address. */
static int by_name_and_address(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;
	int order = strcmp(left->ace, right->ace);

	return order ? order : memcmp(left->address, right->address, sizeof left->address);
}

static size_t same_name(const struct entry *entry, size_t count)
{
	size_t n = 1;

	while (n < count && strcmp(entry[n].ace, entry->ace) == 0)
		n++;
	return n;
}

static size_t same_address(const struct entry *entry, size_t count)
{
	size_t n = 1;

	while (n < count && by_name_and_address(&entry[n], entry) == 0)
		n++;
	return n;
}

static const struct entry *first(const struct entry *entry, size_t count, bool is_ace)
{
	for (size_t i = 0; i < count; i++)
		if (entry[i].is_ace == is_ace)
			return &entry[i];
	return NULL;
}

/* Returns whether each address has both kinds of entries. */
static bool agree(const struct entry *entry, size_t count)
{
	bool both = true;

	for (size_t done = 0, n; done < count && both; done += n) {
		n = same_address(entry + done, count - done);
		both = first(entry + done, n, true) && first(entry + done, n, false);
	}
	return both;
}

/* Checks the entries of one name, which share an ASCII form. */
static void check_name(struct doctor *doctor, struct entries *entries,
                       const struct entry *entry, size_t count)
{
	const struct entry *utf8 = first(entry, count, false);
	const struct hosts_name *spelled;

	if (!utf8 || agree(entry, count))
		return;
	entries->faulty = true;
	spelled = &utf8->spelled;
	if (first(entry, count, true)) {
		found(&doctor->findings, LEVEL_FAIL,
		      "/etc/hosts: %.*s and its ASCII form %s have different addresses",
		      (int)spelled->length, spelled->name, entry->ace);
		remedy(&doctor->findings, "Decide which addresses are right, and write both "
		       "names into the line of each, like: %.*s %.*s %s",
		       (int)spelled->address_length, spelled->address,
		       (int)spelled->length, spelled->name, entry->ace);
	} else {
		found(&doctor->findings, LEVEL_WARN,
		      "/etc/hosts: %.*s is found in just this spelling",
		      (int)spelled->length, spelled->name);
		remedy(&doctor->findings, "Write into each line with this name its ASCII "
		       "form, too: %s", entry->ace);
	}
}

static void collect(struct doctor *doctor, struct entries *entries)
{
	struct hosts_name name = { .place = 0 };

	while (hosts_next(&doctor->hosts, &name)) {
		if (ascii_has_only(name.name, name.length))
			add_ace(entries, &name);
		else
			add_utf8(doctor, entries, &name);
	}
}

static void check_entries(struct doctor *doctor, struct entries *entries)
{
	collect(doctor, entries);
	if (entries->count > 0)
		qsort(entries->all, entries->count, sizeof *entries->all,
		      by_name_and_address);
	for (size_t done = 0, n; done < entries->count; done += n) {
		n = same_name(entries->all + done, entries->count - done);
		check_name(doctor, entries, entries->all + done, n);
	}
	for (size_t i = 0; i < entries->count; i++)
		free(entries->all[i].ace);
	free(entries->all);
}

void doctor_hosts(struct doctor *doctor)
{
	struct entries entries = { .settings = verdict_settings_of_file(doctor->config_path) };

	if (doctor->hosts.error != 0 && doctor->hosts.error != ENOENT) {
		found(&doctor->findings, LEVEL_WARN, "/etc/hosts: %s",
		      sysroot_error_text(&doctor->hosts));
		remedy(&doctor->findings,
		       "Make it a regular file, and run: chmod 644 %s/etc/hosts", doctor->prefix);
		return;
	}
	if (doctor->config_failed) {
		found(&doctor->findings, LEVEL_SKIP, "/etc/hosts is not checked before "
		      IDNX_CONF " is fixed");
		return;
	}
	check_entries(doctor, &entries);
	if (!entries.faulty)
		found(&doctor->findings, LEVEL_OK,
		      "/etc/hosts: each name means the same in UTF-8 and in ASCII");
}
