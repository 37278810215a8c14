/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * log.c: what reaches journald or /dev/log, in a mount namespace whose /run and /dev are empty,
 * so that nothing reaches the machine's.  The test sets the clock.
 */
#include <dlfcn.h>
#include <errno.h>
#include <linux/capability.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#include "../common/child.h"
#include "../common/left.h"
#include "../common/root.h"

/* The time in milliseconds. */
static int64_t clock_ms;

static void get_time(struct timespec *time)
{
	*time = (struct timespec){ clock_ms / 1000, (long)(clock_ms % 1000) * 1000000 };
}

#define clock_gettime(id, time) get_time(time)
#include "../../nss_idnx/policy/log.c"
#undef clock_gettime

#define LOGS    "log = rejected\nprotection = browser  # as browsers\n"
#define REPORTS "protection = browser\nmode = report\n"

static const char journal_path[] = "/run/systemd/journal/socket", dev_log[] = "/dev/log";
static char conf_path[] = "/tmp/idnx-log-XXXXXX";
static int journal = -1;

/* --- The world -------------------------------------------------------------- */

static int listen_at(const char *path)
{
	int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	unlink(path);
	strcpy(address.sun_path, path);
	assert_int_equal(bind(file, (struct sockaddr *)&address, sizeof address), 0);
	return file;
}

static void set_program(const char *name)
{
	static char kept[64];

	program_invocation_short_name = strcpy(kept, name);
}

static bool enter_world(void)
{
	return root_unshare(CLONE_NEWNS) &&
	       mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	       mount("none", "/run", "tmpfs", 0, NULL) == 0 &&
	       mount("none", "/dev", "tmpfs", 0, NULL) == 0;
}

BEFORE_ALL
{
	close(mkstemp(conf_path));
	if (!enter_world()) {
		unlink(conf_path);
		test_skip_all("log", "no namespaces here");
	}
	mkdir("/run/systemd", 0755);
	mkdir("/run/systemd/journal", 0755);
}

AFTER_ALL
{
	unlink(conf_path);
}

/* An hour later there is no entry that the bucket remembers. */
BEFORE_EACH
{
	set_program("ssh");
	clock_ms += 3600000;
	lost = 0;
	unlink(dev_log);
	journal = listen_at(journal_path);
}

AFTER_EACH
{
	close(journal);
}

static void put_conf(const char *text)
{
	FILE *file = fopen(conf_path, "w");

	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* Does what the module does, without another file; keeps errno. */
static void look_up_under(const char *conf, const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(conf, name, ace);

	errno = 77;
	if (decision.is_logged)
		log_decision(conf_path, name, ace, &decision, "module");
	if (errno != 77)
		abort();
}

static void look_up(const char *conf, const char *name)
{
	put_conf(conf);
	look_up_under(conf, name);
}

/* Names that differ, and are rejected. */
static void look_up_numbered(unsigned number)
{
	char name[64];

	snprintf(name, sizeof name, "раypal%u.example", number);
	look_up(LOGS, name);
}

/* Returns the next datagram, "" if there is none. */
static char *received(int file)
{
	static char octets[2 * sizeof(struct text)];
	ssize_t length = recv(file, octets, sizeof octets - 1, 0);

	octets[length > 0 ? length : 0] = '\0';
	return octets;
}

static unsigned count_received(int file)
{
	unsigned count = 0;

	while (received(file)[0] != '\0')
		count++;
	return count;
}

/* Reads all entries; returns how many lookups they stand for. */
static unsigned count_lookups(unsigned *entries)
{
	unsigned lookups = 0;
	const char *entry, *number;

	for (*entries = 0; (entry = received(journal))[0] != '\0'; ++*entries) {
		number = strstr(entry, "IDNX_LOST=");
		lookups += (strstr(entry, "IDNX_NAME=") != NULL) +
		           (number != NULL ? (unsigned)atoi(strchr(number, '=') + 1) : 0);
	}
	return lookups;
}

/* --- What an entry says ----------------------------------------------------- */

#define ID "MESSAGE_ID=c45cb31394f842968f3f0fb5c7b957d1\nSYSLOG_IDENTIFIER=idnx\nSYSLOG_FACILITY=10\n"

/* A % is the path of idnx.conf. */
static const struct {
	const char *conf, *program, *name, *entry;
} said[] = {
	{ LOGS, "ssh", "раypal.example",
	  "MESSAGE=rejected раypal.example (xn--ypal-43d9g.example) for ssh: SCRIPTS, % line 2\n" ID
	  "PRIORITY=4\nIDNX_ACTION=rejected\nIDNX_NAME=раypal.example\n"
	  "IDNX_ACE=xn--ypal-43d9g.example\nIDNX_RULE=SCRIPTS\n"
	  "IDNX_SETTING=protection = browser\nIDNX_LINE=2\nIDNX_PROGRAM=ssh\nIDNX_BY=module\n" },
	{ REPORTS, "curl", "WWW.XN--ypal-43d9g.example",
	  "MESSAGE=would reject www.раypal.example (www.xn--ypal-43d9g.example) for curl: SCRIPTS, "
	  "% line 1\n" ID "PRIORITY=5\nIDNX_ACTION=would-reject\nIDNX_NAME=www.раypal.example\n"
	  "IDNX_ACE=www.xn--ypal-43d9g.example\nIDNX_RULE=SCRIPTS\n"
	  "IDNX_SETTING=protection = browser\nIDNX_LINE=1\nIDNX_PROGRAM=curl\nIDNX_BY=module\n" },
	{ "\xef\xbb\xbfprotect = müller.example  # ours\r\nlog = rejected\n", "a b\n\x1bé",
	  "mûller.example",
	  "MESSAGE=rejected mûller.example (xn--mller-eva.example) for a?b????: PROTECTED, % line 1\n" ID
	  "PRIORITY=4\nIDNX_ACTION=rejected\nIDNX_NAME=mûller.example\n"
	  "IDNX_ACE=xn--mller-eva.example\nIDNX_RULE=PROTECTED\n"
	  "IDNX_SETTING=protect = müller.example\nIDNX_LINE=1\nIDNX_PROGRAM=a?b????\nIDNX_BY=module\n" },
	{ REPORTS, "", "\\xn--a b\n\x1b[31m\x7fIDNX_RULE=x",
	  "MESSAGE=would reject \\xn--a?b??[31m?idnx_rule=x (\\xn--a?b??[31m?idnx_rule=x) for : HOST, %\n" ID
	  "PRIORITY=5\nIDNX_ACTION=would-reject\nIDNX_NAME=\\xn--a?b??[31m?idnx_rule=x\n"
	  "IDNX_ACE=\\xn--a?b??[31m?idnx_rule=x\nIDNX_RULE=HOST\n"
	  "IDNX_SETTING=\nIDNX_PROGRAM=\nIDNX_BY=module\n" },
	/* A blank, a joiner without a virama, and one with (RFC 5892 appendix A.1). */
	{ REPORTS, "ssh", "xn--xy-n9s.क्\u200dष.xn--ab-m1t.рaypal.example", "" },
	{ "protection = browser\n", "ssh", "раypal.example", "" },
	{ LOGS REPORTS, "ssh", "bücher.example", "" },
	{ REPORTS, "ssh", "ü..example", "" },
	{ "mode = report\nlog = rejected\n", "ssh", "раypal.example", "" },
};

TEST(an_entry_has_the_names_the_rule_the_setting_and_the_program)
{
	char expected[sizeof(struct text)];

	for (size_t i = 0; i < LENGTH(said); i++) {
		const char *entry = said[i].entry, *path = strchr(entry, '%');
		size_t before = path != NULL ? (size_t)(path - entry) : strlen(entry);

		set_program(said[i].program);
		clock_ms += 1000;
		look_up(said[i].conf, said[i].name);
		snprintf(expected, sizeof expected, "%.*s%s%s", (int)before, entry,
		         path != NULL ? conf_path : "", path != NULL ? path + 1 : "");
		assert_string_equal(received(journal), expected);
	}
}

/* Of characters with four octets in UTF-8: 252 octets in ASCII form, then more than 253. */
TEST(the_longest_name_fits_and_a_longer_one_is_cut)
{
	char name[512] = "", *entry;

	for (int i = 0; i < 28; i++)
		strcat(name, "\U00010330.");
	look_up(REPORTS, name);
	entry = received(journal);
	assert_non_null(strstr(entry, name));
	assert_non_null(strstr(entry, "IDNX_LINE=1\n"));
	for (int i = 0; i < 32; i++)
		strcpy(name + 9 * i, "xn--n97c.");
	clock_ms += 1000;
	look_up(REPORTS, name);
	entry = received(journal);
	name[IDNX_HOST_NAME_SIZE - 1] = '\0';
	assert_non_null(strstr(entry, name));
	assert_non_null(strstr(entry, "IDNX_RULE=A4_1\n"));
}

TEST(the_text_of_a_setting_is_its_line_without_comment_and_cut)
{
	static const struct {
		const char *conf;
		unsigned line;
		const char *text;
	} rows[] = {
		{ "a = b", 1, "a = b" },  { "a\n\t b = c # d\n", 2, "b = c" },
		{ "a\r\nb\r\n", 1, "a" }, { "\xef\xbb\xbf a", 1, "a" },
		{ "a", 2, "" },           { "a", 0, "" },
		{ "#a\nb", 2, "b" },      { "", 1, "" },
	};
	char text[CONFIG_SETTING_SIZE], line[3 * CONFIG_SETTING_SIZE] = "aa";

	for (size_t i = 0; i < LENGTH(rows); i++) {
		put_conf(rows[i].conf);
		config_setting(conf_path, rows[i].line, text);
		assert_string_equal(text, rows[i].text);
	}
	config_setting("/none", 1, text);
	assert_string_equal(text, "");
	memset(line, 'a', CONFIG_SETTING_SIZE - 2);
	strcat(line, "ü");
	put_conf(line);
	config_setting(conf_path, 1, text);
	assert_int_equal(strlen(text), CONFIG_SETTING_SIZE - 2);
}

/* --- Where it goes ---------------------------------------------------------- */

static void fill(void)
{
	int file = socket(AF_UNIX, SOCK_DGRAM, 0);

	while (send_to(file, &(struct sockaddr_un){ AF_UNIX, "/run/systemd/journal/socket" },
	               &(struct text){ "full", 4 }))
		continue;
	assert_int_equal(errno, EAGAIN);
	close(file);
}

TEST(if_journald_is_not_there_or_busy_the_message_goes_to_dev_log)
{
	char expected[256];
	int syslogd = listen_at(dev_log);

	snprintf(expected, sizeof expected,
	         "<85>idnx: would reject раypal.example (xn--ypal-43d9g.example) for ssh: "
	         "SCRIPTS, %s line 1",
	         conf_path);
	fill();
	for (int i = 0; i < 3; i++) {
		clock_ms += 1000;
		look_up(REPORTS, "раypal.example");
		assert_string_equal(received(syslogd), expected);
		if (i == 0)
			close(journal); /* its socket is left: ECONNREFUSED */
		else
			unlink(journal_path);
	}
	journal = -1;
	close(syslogd);
}

static void set_capabilities(unsigned effective)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct data[2] = { { 0 } };

	syscall(SYS_capget, &header, data);
	data[0].effective = effective & data[0].permitted;
	data[1].effective = data[1].permitted;
	assert_int_equal(syscall(SYS_capset, &header, data), 0);
}

enum obstacle { FULL, MISSING, NOT_WRITABLE, NO_DESCRIPTOR, OBSTACLES };

static void obstruct(enum obstacle obstacle)
{
	struct rlimit files;

	if (obstacle == FULL) {
		fill();
	} else if (obstacle == MISSING) {
		close(journal);
		unlink(journal_path);
	} else if (obstacle == NOT_WRITABLE) {
		chmod(journal_path, 0);
		set_capabilities(~(1u << CAP_DAC_OVERRIDE));
	} else {
		getrlimit(RLIMIT_NOFILE, &files);
		files.rlim_cur = 0;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

static void clear(enum obstacle obstacle)
{
	struct rlimit files;

	if (obstacle == FULL) {
		count_received(journal);
	} else if (obstacle == MISSING) {
		journal = listen_at(journal_path);
	} else if (obstacle == NOT_WRITABLE) {
		set_capabilities(~0u);
		chmod(journal_path, 0666);
	} else {
		getrlimit(RLIMIT_NOFILE, &files);
		files.rlim_cur = files.rlim_max < 1024 ? files.rlim_max : 1024;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

TEST(an_entry_that_cannot_be_sent_is_counted_in_the_next)
{
	char name[64];

	for (size_t i = 0; i < OBSTACLES; i++) {
		const char *text;

		put_conf(LOGS); /* which needs a descriptor */
		obstruct((enum obstacle)i);
		for (unsigned n = 0; n < 3; n++) {
			snprintf(name, sizeof name, "раypal%zu%u.example", i, n);
			look_up_under(LOGS, name);
		}
		clear((enum obstacle)i);
		assert_int_equal(count_received(journal), 0);
		look_up(LOGS, "раypal.example");
		text = received(journal);
		if (strstr(text, "; lost before: 3\n") == NULL)
			fail_msg("obstacle %zu: %s", i, text);
		clock_ms += 60000;
		look_up(LOGS, "раypal.example");
		assert_null(strstr(received(journal), "IDNX_LOST"));
		clock_ms += 60000;
	}
}

/* --- How many --------------------------------------------------------------- */

/* Each row is so many milliseconds later.  The socket holds fewer datagrams than the bucket. */
TEST(a_process_logs_twenty_at_once_then_one_in_a_second)
{
	static const struct {
		int64_t later;
		unsigned entries, lookups;
	} rows[] = {
		{ 0, 21, 21 },
		{ 1000, 0, 0 }, /* the 21st says that it is lost, on credit */
		{ 1000, 1, 180 },
		{ 5999, 5, 104 },
		{ 1, 1, 96 },
		{ 4000000000, 21, 120 },   /* 46 days */
		{ -1000, 0, 0 },           /* a thread with an old time */
		{ 250000000000, 21, 200 }, /* eight years */
	};
	unsigned number = 0;

	for (size_t i = 0; i < LENGTH(rows); i++) {
		unsigned entries = 0, lookups = 0, read;

		clock_ms += rows[i].later;
		for (unsigned n = 0; n < 100; n++) {
			look_up_numbered(number++);
			lookups += count_lookups(&read);
			entries += read;
		}
		if (entries != rows[i].entries || lookups != rows[i].lookups)
			fail_msg("row %zu: %u entries, %u lookups", i, entries, lookups);
	}
}

TEST(the_first_loss_names_the_program)
{
	const char *last = NULL;

	for (unsigned i = 0; i < 22; i++) {
		look_up_numbered(i);
		last = i == 21 ? last : received(journal);
	}
	assert_string_equal(
		last,
		"MESSAGE=lost entries for ssh: too many names at once; lost before: 1\n" ID
		"PRIORITY=4\nIDNX_ACTION=lost\nIDNX_PROGRAM=ssh\nIDNX_BY=module\nIDNX_LOST=1\n");
	assert_string_equal(received(journal), "");
}

TEST(a_first_loss_that_a_full_log_does_not_take_is_told_later)
{
	for (unsigned i = 0; i < 20; i++) {
		look_up_numbered(i);
		received(journal);
	}
	fill();
	look_up_numbered(20);
	count_received(journal);
	look_up_numbered(21);
	assert_non_null(strstr(received(journal), "too many names at once; lost before: 2\n"));
}

TEST(the_same_name_is_logged_once_in_a_second)
{
	for (unsigned i = 0; i < 30; i++, clock_ms += 100) {
		look_up(LOGS, "раypal.example");
		look_up(LOGS, "xn--ypal-43d9g.EXAMPLE");
	}
	assert_int_equal(count_received(journal), 3);
	look_up(LOGS, "раypal.test");
	look_up(LOGS, "раypal.example");
	assert_int_equal(count_received(journal), 2);
}

#define THREADS 8

static void *look_up_many(void *first)
{
	char name[64];

	for (unsigned i = 0; i < 50; i++) {
		snprintf(name, sizeof name, "раypal%u.example", *(unsigned *)first + i);
		look_up_under(LOGS, name);
	}
	return NULL;
}

TEST(threads_share_the_bucket_and_none_is_lost_uncounted)
{
	pthread_t threads[THREADS];
	unsigned first[THREADS], entries, lookups;
	long before = descriptors();

	put_conf(LOGS);
	for (unsigned i = 0; i < THREADS; i++) {
		first[i] = 1000 * i;
		assert_int_equal(pthread_create(&threads[i], NULL, look_up_many, &first[i]), 0);
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	lookups = count_lookups(&entries);
	assert_in_range(entries, 1, 21);
	assert_int_equal(lookups + atomic_load(&lost), 50 * THREADS);
	assert_int_equal(descriptors(), before);
}

/* --- Who logs --------------------------------------------------------------- */

static int look_up_in_child(const void *unused)
{
	(void)unused;
	alarm(60);
	look_up(LOGS, "раypal.example");
	return 0;
}

static int look_up_in_empty_root(const void *unused)
{
	(void)unused;
	mkdir("/run/empty", 0755);
	if (chroot("/run/empty") != 0 || chdir("/") != 0)
		return 1;
	look_up_under(LOGS, "раypal.test");
	return atomic_load(&lost) != 1;
}

TEST(a_forked_child_logs_and_one_in_an_empty_root_goes_on)
{
	assert_int_equal(child_run(look_up_in_child, NULL), 0);
	assert_int_equal(count_received(journal), 1);
	assert_int_equal(child_run(look_up_in_empty_root, NULL), 0);
	assert_int_equal(count_received(journal), 0);
}

static atomic_bool is_enough;

static void *load_and_unload(void *unused)
{
	(void)unused;
	while (!atomic_load(&is_enough)) {
		void *library = dlopen("libnss_compat.so.2", RTLD_NOW);

		if (library != NULL)
			dlclose(library);
	}
	return NULL;
}

/* fork() copies the loader as the other thread has it. */
TEST(a_child_forked_while_another_thread_is_in_dlopen_logs)
{
	pthread_t thread;

	atomic_store(&is_enough, false);
	assert_int_equal(pthread_create(&thread, NULL, load_and_unload, NULL), 0);
	for (unsigned i = 0; i < 200; i++) {
		assert_int_equal(child_run(look_up_in_child, NULL), 0);
		assert_int_equal(count_received(journal), 1);
	}
	atomic_store(&is_enough, true);
	pthread_join(thread, NULL);
}

static void *look_up_cancelled(void *unused)
{
	int state;

	(void)unused;
	pthread_cancel(pthread_self());
	log_decision(conf_path, "xn--ypal-43d9g.example", "",
	             &(struct decision){ .result.status = IDNX_MIXED_SCRIPTS }, "module");
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	assert_int_equal(state, PTHREAD_CANCEL_ENABLE);
	return &journal;
}

TEST(a_cancelled_thread_is_not_cancelled_while_it_logs)
{
	pthread_t thread;
	void *result;
	long before = descriptors();

	put_conf(LOGS);
	assert_int_equal(pthread_create(&thread, NULL, look_up_cancelled, NULL), 0);
	pthread_join(thread, &result);
	assert_ptr_equal(result, &journal);
	assert_int_equal(count_received(journal), 1);
	assert_int_equal(descriptors(), before);
}
