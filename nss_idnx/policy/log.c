/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * One entry is one datagram: to journald in its native protocol (systemd.io,
 * JOURNAL_NATIVE_PROTOCOL), or if there is none, to /dev/log as RFC 3164 has it.  syslog(3)
 * would keep a descriptor, wait for a full socket, and take a lock that a child may inherit.
 *
 * Whoever chooses names chooses what is logged: a web page, a mail.  So an entry has nothing
 * of the caller's octets but the ASCII form and what that decodes to, both without anything
 * that a reader does not see, and a process sends 20 entries, and then one in each second.
 */
#include "log.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "ascii_text.h"
#include "libc.h"
#include "span.h"

/* --- Rate ------------------------------------------------------------------- */

#define ENTRIES_AT_ONCE 20
#define MS_PER_ENTRY    1000u

/* In milliseconds, which wrap; all of a process, and of a child from then on its own. */
static atomic_uint full_at; /* the bucket then has all its entries again */
static atomic_uint last_name, last_time, lost;

static unsigned milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned)now.tv_sec * 1000u + (unsigned)now.tv_nsec / 1000000u;
}

/* Takes an entry out of the bucket, if it has one. */
static bool take(unsigned now)
{
	unsigned full = atomic_load(&full_at), from;

	do {
		from = full - now <= ENTRIES_AT_ONCE * MS_PER_ENTRY ? full : now;
		if (from - now > (ENTRIES_AT_ONCE - 1) * MS_PER_ENTRY)
			return false;
	} while (!atomic_compare_exchange_weak(&full_at, &full, from + MS_PER_ENTRY));
	return true;
}

/* One getaddrinfo() may ask for a name several times, which is one entry. */
static bool may_log(const char *name)
{
	unsigned now = milliseconds(), key = span_hash(span_of_text(name));

	if (atomic_load(&last_name) == key && now - atomic_load(&last_time) < MS_PER_ENTRY)
		return false;
	if (!take(now)) {
		atomic_fetch_add(&lost, 1);
		return false;
	}
	atomic_store(&last_name, key);
	atomic_store(&last_time, now);
	return true;
}

/* --- Words ------------------------------------------------------------------ */

struct entry {
	char name[POLICY_UNICODE_SIZE], ace[IDNX_HOST_NAME_SIZE];
	char setting[CONFIG_SETTING_SIZE], program[16]; /* PR_GET_NAME has 16 octets */
	const char *by, *path, *rule;
	unsigned line, lost;
	bool is_reported;
};

/* Holds every entry: the name, its ASCII form and the program twice, and some words. */
struct text {
	char octets[2 * sizeof(struct entry) + 640];
	size_t length;
};

/* Adds words up to NULL.  Not by vsnprintf(): the program may have one of its own. */
__attribute__((sentinel)) static void put(struct text *text, ...)
{
	const char *words;
	va_list all;

	va_start(all, text);
	while ((words = va_arg(all, const char *)) != NULL)
		for (; *words != '\0' && text->length < sizeof text->octets; words++)
			text->octets[text->length++] = *words;
	va_end(all);
}

/* Adds a number after its words; nothing for 0. */
static void put_number(struct text *text, const char *words, unsigned number)
{
	char digits[sizeof "4294967295"] = "", *first = digits + sizeof digits - 1;

	if (number == 0)
		return;
	for (; number > 0; number /= 10)
		*--first = (char)('0' + number % 10);
	put(text, words, first, NULL);
}

static void put_message(struct text *text, const struct entry *entry)
{
	put(text, entry->is_reported ? "would reject " : "rejected ", entry->name, " (",
	    entry->ace, ") for ", entry->program, ": ", entry->rule, ", ", entry->path, NULL);
	put_number(text, " line ", entry->line);
	put_number(text, "; lost before: ", entry->lost);
}

/* Facility 10 is authpriv; severity 5 a notice, 4 a warning: RFC 5424 section 6.2.1. */
static void put_native(struct text *text, const struct entry *entry)
{
	put(text, "MESSAGE=", NULL);
	put_message(text, entry);
	put(text,
	    "\nMESSAGE_ID=c45cb31394f842968f3f0fb5c7b957d1\n"
	    "SYSLOG_IDENTIFIER=idnx\nSYSLOG_FACILITY=10\nPRIORITY=",
	    entry->is_reported ? "5" : "4",
	    "\nIDNX_ACTION=", entry->is_reported ? "would-reject" : "rejected",
	    "\nIDNX_NAME=", entry->name, "\nIDNX_ACE=", entry->ace, "\nIDNX_RULE=", entry->rule,
	    "\nIDNX_SETTING=", entry->setting, "\nIDNX_PROGRAM=", entry->program,
	    "\nIDNX_BY=", entry->by, NULL);
	put_number(text, "\nIDNX_LINE=", entry->line);
	put_number(text, "\nIDNX_LOST=", entry->lost);
	put(text, "\n", NULL);
}

/* The time is left to the receiver: localtime() reads files and the environment. */
static void put_rfc3164(struct text *text, const struct entry *entry, unsigned process)
{
	put_number(text, entry->is_reported ? "<85>idnx[" : "<84>idnx[", process);
	put(text, "]: ", NULL);
	put_message(text, entry);
}

/* --- What is said ----------------------------------------------------------- */

/*
 * Whoever has a terminal reads the log; a newline would end a field.  Replaces what is below
 * the lowest octet, above the highest, or DEL.
 */
static void clean(char *text, unsigned char lowest, unsigned char highest)
{
	for (; *text != '\0'; text++) {
		unsigned char octet = (unsigned char)*text;

		if (octet < lowest || octet > highest || octet == 0x7F)
			*text = '?';
	}
}

/* A name that came in ASCII is cut at the length of the longest.  The entry is zeros at first. */
static void find_names(struct entry *entry, const char *name, const char *ace)
{
	const char *form = ascii_has_only_text(name) ? name : ace;

	for (size_t i = 0; i < sizeof entry->ace - 1 && form[i] != '\0'; i++)
		entry->ace[i] = ascii_fold(form[i]);
	clean(entry->ace, '!', '~');
	entry->name[policy_show_labels(entry->ace, entry->name)] = '\0';
}

/* --- To the log ------------------------------------------------------------- */

/*
 * Found only when there is something to log: as references, each would take 750 instructions
 * in every process that loads the module.
 */
struct calls {
	__typeof__(&socket) socket;
	ssize_t (*sendto)(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
	__typeof__(&prctl) prctl;
	__typeof__(&getpid) getpid;
};

static bool find_calls(struct calls *calls)
{
	static const char names[][sizeof "getpid"] = { "socket", "sendto", "prctl", "getpid" };
	void *found[sizeof names / sizeof names[0]];

	_Static_assert(sizeof *calls == sizeof found, "a name for each");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if ((found[i] = libc_find(names[i])) == NULL)
			return false;
	memcpy(calls, found, sizeof found); /* POSIX dlsym */
	return true;
}

static bool send_to(const struct calls *calls, int socket, const struct sockaddr_un *address,
                    const struct text *text)
{
	return calls->sendto(socket, text->octets, text->length, MSG_DONTWAIT | MSG_NOSIGNAL,
	                     (const struct sockaddr *)address, sizeof *address) != -1;
}

static bool send_entry(const struct calls *calls, int socket, const struct entry *entry)
{
	static const struct sockaddr_un journald = { AF_UNIX, "/run/systemd/journal/socket" },
	                                syslogd = { AF_UNIX, "/dev/log" };
	struct text text;

	text.length = 0;
	put_native(&text, entry);
	if (send_to(calls, socket, &journald, &text))
		return true;
	if (errno != ENOENT && errno != ECONNREFUSED)
		return false;
	text.length = 0;
	put_rfc3164(&text, entry, (unsigned)calls->getpid());
	return send_to(calls, socket, &syslogd, &text);
}

/* Out of line, so that a name that is not logged does not pay for the frame. */
__attribute__((noinline)) static bool log_entry(struct entry *entry)
{
	struct calls calls;
	bool is_sent;
	int file;

	if (!find_calls(&calls))
		return false;
	file = calls.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (file == -1)
		return false;
	calls.prctl(PR_GET_NAME, entry->program);
	clean(entry->program, '!', '~');
	config_setting(entry->path, entry->line, entry->setting);
	clean(entry->setting, ' ', 0xFF);
	is_sent = send_entry(&calls, file, entry);
	close(file);
	return is_sent;
}

void log_decision(const char *conf_path, const char *name, const char *ace,
                  const struct decision *decision, const char *by)
{
	struct entry entry = {
		.path = conf_path,
		.by = by,
		.rule = idnx_status_code(decision->result.status),
		.line = policy_line(decision),
		.is_reported = decision->is_reported,
	};
	int error = errno, state;

	find_names(&entry, name, ace);
	if (!may_log(entry.ace))
		return;
	/* A thread that is cancelled here would leave the socket open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	entry.lost = atomic_exchange(&lost, 0);
	if (!log_entry(&entry))
		atomic_fetch_add(&lost, entry.lost + 1);
	pthread_setcancelstate(state, &state);
	errno = error;
}
