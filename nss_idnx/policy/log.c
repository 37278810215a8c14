/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Logs the names that protection rejects.  One entry is one datagram: to journald in its native
 * protocol (systemd.io, JOURNAL_NATIVE_PROTOCOL), or if there is none, or its queue is full, to
 * /dev/log as RFC 3164 has it: another queue, often of the same journald.  syslog(3) would keep
 * a descriptor, wait for a full socket, and take a lock that a child may inherit.
 *
 * Whoever chooses names chooses what is logged: a web page, a mail.  So an entry has nothing
 * of the caller's octets but the ASCII form and what that decodes to, both without anything
 * that a reader does not see, and a process sends 20 entries, and then one in each second.
 *
 * A sandbox may kill a program for a system call that its lookups do not need.  So this makes
 * only those that "files dns" makes too: neither prctl() for the program's name nor getpid().
 */
#include "log.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "ascii_text.h"
#include "span.h"

/* --- Rate ------------------------------------------------------------------- */

#define ENTRIES_AT_ONCE 20
#define SECOND          10u /* in tenths, which wrap */
#define HOUR            (3600 * SECOND)

/* All of a process, and of a child from then on its own. */
static atomic_uint full_at; /* the bucket then has all its entries again */
static atomic_uint last_name, last_time, lost;
/* Since the bucket was full, that entries are lost.  No bool: riscv64 needs libatomic for one. */
static atomic_uint is_told;

static unsigned tenths(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned)now.tv_sec * SECOND + (unsigned)now.tv_nsec / (1000000000u / SECOND);
}

/*
 * Takes an entry out of a bucket of so many, if it has one.  Another thread's time may be newer
 * than now; what seems to be hours ahead is past, and has wrapped.
 */
static bool take(unsigned now, unsigned entries)
{
	unsigned full = atomic_load(&full_at), from;

	do {
		from = full - now < HOUR ? full : now;
		if (from - now > (entries - 1) * SECOND)
			return false;
	} while (!atomic_compare_exchange_weak(&full_at, &full, from + SECOND));
	if (from == now)
		atomic_store(&is_told, 0);
	return true;
}

/* An entry that was not sent takes nothing: while the log is full, each lookup tries again. */
static void give_back(bool is_loss)
{
	atomic_fetch_sub(&full_at, SECOND);
	if (is_loss)
		atomic_store(&is_told, 0);
}

enum fate {
	LOGGED,
	SILENT,     /* the entry of this second, or one of many that are lost */
	FIRST_LOST, /* an entry says so, on credit: the process may end without another */
};

/* One getaddrinfo() may ask for a name several times, which is one entry. */
static enum fate find_fate(const char *name)
{
	unsigned now = tenths(), key = span_hash(span_of_text(name));

	if (atomic_load(&last_name) == key &&
	    now - atomic_load(&last_time) + HOUR < HOUR + SECOND)
		return SILENT;
	atomic_store(&last_name, key);
	atomic_store(&last_time, now);
	if (take(now, ENTRIES_AT_ONCE))
		return LOGGED;
	if (!atomic_exchange(&is_told, 1) && take(now, ENTRIES_AT_ONCE + 1))
		return FIRST_LOST;
	atomic_fetch_add(&lost, 1);
	return SILENT;
}

/* --- Words ------------------------------------------------------------------ */

struct entry {
	char name[POLICY_UNICODE_SIZE], ace[IDNX_HOST_NAME_SIZE];
	char setting[CONFIG_SETTING_SIZE], program[32];
	const char *by, *path, *rule;
	unsigned line, lost;
	bool is_reported, is_loss; /* is_loss: that is all it says */
};

/* Holds every entry: the name, its ASCII form and the program twice, and some words. */
struct text {
	char octets[2 * sizeof(struct entry) + 640];
	size_t length;
};

/* Adds words up to NULL.  Not by vsnprintf(): the program may have one of its own. */
__attribute__((sentinel)) static void add_words(struct text *text, ...)
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
	add_words(text, words, first, NULL);
}

static void put_message(struct text *text, const struct entry *entry)
{
	if (entry->is_loss) {
		add_words(text, "lost entries for ", entry->program, ": too many names at once",
		          NULL);
	} else {
		add_words(text, entry->is_reported ? "would reject " : "rejected ", entry->name,
		          " (", entry->ace, ") for ", entry->program, ": ", entry->rule, ", ",
		          entry->path, NULL);
		put_number(text, " line ", entry->line);
	}
	put_number(text, "; lost before: ", entry->lost);
}

static void put_decision(struct text *text, const struct entry *entry)
{
	add_words(text, "\nIDNX_ACTION=", entry->is_reported ? "would-reject" : "rejected",
	          "\nIDNX_NAME=", entry->name, "\nIDNX_ACE=", entry->ace,
	          "\nIDNX_RULE=", entry->rule, "\nIDNX_SETTING=", entry->setting, NULL);
	put_number(text, "\nIDNX_LINE=", entry->line);
}

/* Facility 10 is authpriv; severity 5 a notice, 4 a warning: RFC 5424 section 6.2.1. */
static void put_native(struct text *text, const struct entry *entry)
{
	add_words(text, "MESSAGE=", NULL);
	put_message(text, entry);
	add_words(text,
	          "\nMESSAGE_ID=c45cb31394f842968f3f0fb5c7b957d1\n"
	          "SYSLOG_IDENTIFIER=idnx\nSYSLOG_FACILITY=10\nPRIORITY=",
	          entry->is_reported ? "5" : "4", NULL);
	if (entry->is_loss)
		add_words(text, "\nIDNX_ACTION=lost", NULL);
	else
		put_decision(text, entry);
	add_words(text, "\nIDNX_PROGRAM=", entry->program, "\nIDNX_BY=", entry->by, NULL);
	put_number(text, "\nIDNX_LOST=", entry->lost);
	add_words(text, "\n", NULL);
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
	policy_decode_labels(entry->ace, POLICY_LABELS_SHOWN, entry->name);
}

/* glibc's, from argv[0]; the program may change it. */
static void find_program(struct entry *entry)
{
	const char *name = program_invocation_short_name;

	for (size_t i = 0; name != NULL && i < sizeof entry->program - 1 && name[i] != '\0';
	     i++)
		entry->program[i] = name[i];
	clean(entry->program, '!', '~');
}

/* --- To the log ------------------------------------------------------------- */

/* By syscall(): a library may have put a socket() or sendto() of its own before libc's. */
static bool send_to(long socket, const struct sockaddr_un *address, const struct text *text)
{
	return syscall(SYS_sendto, socket, text->octets, text->length,
	               MSG_DONTWAIT | MSG_NOSIGNAL, address, sizeof *address) != -1;
}

static bool send_entry(long socket, const struct entry *entry)
{
	static const struct sockaddr_un journald = { AF_UNIX, "/run/systemd/journal/socket" },
					syslogd = { AF_UNIX, "/dev/log" };
	struct text text;

	text.length = 0;
	put_native(&text, entry);
	if (send_to(socket, &journald, &text))
		return true;
	if (errno != ENOENT && errno != ECONNREFUSED && errno != EAGAIN)
		return false;
	text.length = 0;
	/* The time is left to the receiver: localtime() reads files and the environment. */
	add_words(&text, entry->is_reported ? "<85>idnx: " : "<84>idnx: ", NULL);
	put_message(&text, entry);
	return send_to(socket, &syslogd, &text);
}

/* Out of line: a name that is not logged takes 1.5 KiB of stack, not 5. */
__attribute__((noinline)) static bool log_entry(struct entry *entry)
{
	long socket = syscall(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
	                      0);
	bool is_sent;

	if (socket == -1)
		return false;
	find_program(entry);
	config_setting(entry->path, entry->line, entry->setting);
	clean(entry->setting, ' ', 0xFF);
	is_sent = send_entry(socket, entry);
	syscall(SYS_close, socket);
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
	enum fate fate;

	find_names(&entry, name, ace);
	fate = find_fate(entry.ace);
	if (fate == SILENT)
		return;
	entry.is_loss = fate == FIRST_LOST;
	/* A thread that is cancelled here would leave the socket open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	entry.lost = atomic_exchange(&lost, 0) + entry.is_loss;
	if (!log_entry(&entry)) {
		atomic_fetch_add(&lost, entry.lost + !entry.is_loss);
		give_back(entry.is_loss);
	}
	pthread_setcancelstate(state, &state);
	errno = error;
}
