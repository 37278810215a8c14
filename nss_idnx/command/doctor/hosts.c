/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks non-ASCII names in /etc/hosts.  glibc's "files" finds an entry in UTF-8 by that spelling
 * alone; idnx asks for the ASCII form of any other (upper case, decomposed), so one line has to
 * have both.
 */
#include "doctor.h"
#include "policy.h"
#include "verdict/verdict.h"

/* More have one origin; each takes a search of the file. */
#define FAULTS_MAX 20

/* --- The file, as glibc reads it: hosts(5) ----------------------------------- */

/* Takes the next word of a line; it is empty at the end and before a comment. */
static struct span take_word(const char **text)
{
	struct span word;

	*text += strspn(*text, " \t\r\f\v");
	word = (struct span){ *text, *text + strcspn(*text, " \t\r\f\v\n#") };
	*text = word.end;
	return word;
}

bool etc_hosts_next(struct hosts_entry *entry)
{
	while (*entry->next != '\0') {
		struct span word = take_word(&entry->next);

		if (span_is_empty(word)) {
			entry->next += strcspn(entry->next, "\n");
			entry->next += *entry->next == '\n';
			entry->address = word;
		} else if (span_is_empty(entry->address)) {
			entry->address = word;
		} else {
			entry->name = word;
			return true;
		}
	}
	return false;
}

/* --- What agrees ---------------------------------------------------------- */

/* Returns whether a line with its address has the ASCII form: "files" ignores the case. */
static bool check_form(struct doctor *doctor, const struct hosts_entry *entry, const char *ace)
{
	char *address = words_copy_of(entry->address.next, span_length(entry->address));
	struct hosts_entry other = { .next = doctor->hosts.octets };
	int length = (int)span_length(entry->name);
	bool exists = false, agrees = false;

	while (!agrees && etc_hosts_next(&other)) {
		if (span_length(other.name) != strlen(ace) ||
		    !ascii_same(other.name.next, ace, strlen(ace)))
			continue;
		exists = true;
		agrees = span_equals(other.address, address);
	}
	if (!agrees)
		doctor_report(
			doctor, exists ? LEVEL_FAIL : LEVEL_WARN,
			remedy_words("Write both names into one line, like: %s %.*s %s",
		                     address, length, entry->name.next, ace),
			exists ? "/etc/hosts: %.*s and its ASCII form have different addresses"
			       : "/etc/hosts: %.*s is found only in exactly this spelling",
			length, entry->name.next);
	return agrees;
}

static bool check_entry(struct doctor *doctor, const struct hosts_entry *entry,
                        const struct rule_set *rule_set)
{
	const struct input_name input = { .octets = entry->name.next,
		                          .length = span_length(entry->name) };
	static struct verdict verdict;
	bool good = true;

	verdict_of(&verdict, &input, rule_set);
	if (verdict.decision.action == POLICY_CONVERTED)
		good = check_form(doctor, entry, verdict.output.next);
	if (verdict_is_rejected(&verdict)) {
		doctor_warn(doctor, remedy_words("%s", verdict.reason.remedy),
		            "/etc/hosts: %.*s is found only in exactly this spelling: %s",
		            (int)input.length, input.octets, line_of_fault(&verdict.reason));
		good = false;
	}
	verdict_free(&verdict);
	return good;
}

static void check_entries(struct doctor *doctor)
{
	struct rule_set rule_set = rule_set_of_file(doctor->force->config_path);
	struct hosts_entry entry = { .next = doctor->hosts.octets };
	unsigned faults = 0;

	while (faults < FAULTS_MAX && etc_hosts_next(&entry))
		if (!ascii_has_only(entry.name.next, span_length(entry.name)))
			faults += !check_entry(doctor, &entry, &rule_set);
	if (faults == FAULTS_MAX)
		doctor_warn(doctor,
		            remedy_words("Correct these first, and run idnx doctor again"),
		            "/etc/hosts may have more such names");
	if (faults == 0)
		doctor_ok(doctor, "/etc/hosts: each name means the same in UTF-8 and in ASCII");
}

void doctor_hosts(struct doctor *doctor)
{
	if (doctor->hosts.error != 0 && doctor->hosts.error != ENOENT)
		doctor_warn(doctor, remedy_words("Put a regular file there that can be read"),
		            "/etc/hosts: %s", sysroot_error_text(&doctor->hosts));
	else if (doctor->config_failed)
		doctor_skip(doctor, "/etc/hosts is not checked before " IDNX_CONF " is fixed");
	else
		check_entries(doctor);
}
