/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The source "fake" of fake.h.  Its failures are those of real sources, above all of
 * glibc's dns: the same status, errno and h_errno.
 */
#undef _FORTIFY_SOURCE /* it makes <fcntl.h> define its own open() */

#include "fake.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <netdb.h>
#include <netinet/in.h>
#include <nss.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "source.h"

atomic_uint fake_asked_r, fake_asked_2_r, fake_asked_3_r, fake_asked_4_r, fake_asked_addr_r,
	fake_asked_addr2_r, fake_asked_raw;
atomic_uint fake_conf_sought, fake_conf_opened;

/* --- What glibc and the module read ------------------------------------------ */

struct file {
	const char *path;
	atomic_bool exists;
	char text[32768];
};

/* Protects a file that one thread replaces while others open it. */
static pthread_mutex_t texts = PTHREAD_MUTEX_INITIALIZER;

static struct file nsswitch = { .path = _PATH_NSSWITCH_CONF };
static struct file conf = { .path = IDNX_CONF };

static void write_file(struct file *file, const char *text)
{
	pthread_mutex_lock(&texts);
	if (text != NULL) {
		if (strlen(text) >= sizeof file->text)
			abort();
		strcpy(file->text, text);
	}
	file->exists = text != NULL;
	pthread_mutex_unlock(&texts);
}

void fake_nsswitch(const char *text)
{
	write_file(&nsswitch, text);
}

void fake_conf(const char *text)
{
	write_file(&conf, text);
}

void fake_hosts(const char *line)
{
	char text[256];

	snprintf(text, sizeof text, "hosts: %s\n", line);
	fake_nsswitch(text);
	if (__nss_configure_lookup("hosts", line) != 0)
		abort();
}

static int open_copy(const struct file *file)
{
	int copy = memfd_create("fake", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (copy != -1 &&
	    (fchmod(copy, 0644) == -1 || write(copy, file->text, strlen(file->text)) == -1 ||
	     lseek(copy, 0, SEEK_SET) == -1))
		abort();
	return copy;
}

static int open_file(const struct file *file)
{
	int copy = -1;

	errno = ENOENT;
	pthread_mutex_lock(&texts);
	if (file->exists)
		copy = open_copy(file);
	pthread_mutex_unlock(&texts);
	return copy;
}

/* The module calls this function, since the program is linked to this library before libc. */
FAKE_EXPORT int open(const char *path, int flags, ...)
{
	bool is_conf = strcmp(path, conf.path) == 0;
	va_list arguments;
	int mode;

	if (is_conf || strcmp(path, nsswitch.path) == 0) {
		if ((flags & O_CLOEXEC) == 0)
			abort(); /* a child of another thread would inherit it */
		atomic_fetch_add(&fake_conf_opened, is_conf);
		return open_file(is_conf ? &conf : &nsswitch);
	}
	va_start(arguments, flags);
	mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
	va_end(arguments);
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* clang's open() with fortification, from glibc 2.40 on. */
FAKE_EXPORT int __open64_2(const char *path, int flags);

FAKE_EXPORT int __open64_2(const char *path, int flags)
{
	return open(path, flags, 0);
}

/* Makes root the owner of the test's files, which are those with an empty set of seals. */
static int stat_descriptor(int descriptor, struct stat *file)
{
	int code = fstatat(descriptor, "", file, AT_EMPTY_PATH);

	if (fcntl(descriptor, F_GET_SEALS) == 0)
		file->st_uid = 0;
	return code;
}

static int stat_path(const char *path, struct stat *file)
{
	if (strcmp(path, conf.path) != 0)
		return fstatat(AT_FDCWD, path, file, AT_SYMLINK_NOFOLLOW);
	atomic_fetch_add(&fake_conf_sought, 1);
	*file = (struct stat){ .st_mode = S_IFREG | 0644 };
	errno = ENOENT;
	return conf.exists ? 0 : -1;
}

/* Before glibc 2.33 each program contains the functions of <sys/stat.h>, which call these. */
#if __GLIBC_PREREQ(2, 33)
FAKE_EXPORT int lstat(const char *path, struct stat *file)
{
	return stat_path(path, file);
}

FAKE_EXPORT int fstat(int descriptor, struct stat *file)
{
	return stat_descriptor(descriptor, file);
}
#else
/* Returns a version that reads the file again, since fake_hosts() changes it for both. */
FAKE_EXPORT const char *gnu_get_libc_version(void)
{
	return "2.33";
}

FAKE_EXPORT int __lxstat(int version, const char *path, struct stat *file)
{
	return version == _STAT_VER ? stat_path(path, file) : -1;
}

FAKE_EXPORT int __fxstat(int version, int descriptor, struct stat *file)
{
	return version == _STAT_VER ? stat_descriptor(descriptor, file) : -1;
}
#endif

/* --- What it knows ---------------------------------------------------------- */

/* The number of addresses and the canonical name; without addresses, the failure. */
static const struct record {
	const char *name;
	unsigned v4, v6;
	const char *canonical;
	struct said {
		enum nss_status status;
		int error, host_error;
	} failure;
} records[] = {
	{ "v4.xn--bcher-kva.example", .v4 = 1 },
	{ "v6.xn--bcher-kva.example", .v6 = 1 },
	{ "both.xn--bcher-kva.example", .v4 = 1, .v6 = 1 },
	{ "sixty.xn--bcher-kva.example", .v4 = 60 },
	{ "alias.xn--bcher-kva.example", 2, 2, .canonical = "target.xn--bcher-kva.example" },
	{ "example.com", .v4 = 1, .v6 = 1 },
	{ "nodata.xn--bcher-kva.example", .failure = { NSS_STATUS_NOTFOUND, ENOENT, NO_DATA } },
	/* SERVFAIL, REFUSED and a timeout are the same to glibc. */
	{ "timeout.xn--bcher-kva.example",
	  .failure = { NSS_STATUS_UNAVAIL, EAGAIN, TRY_AGAIN } },
	{ "again.xn--bcher-kva.example",
	  .failure = { NSS_STATUS_TRYAGAIN, EAGAIN, TRY_AGAIN } },
	/* A CNAME to a name without an address. */
	{ "dangling.xn--bcher-kva.example",
	  .failure = { NSS_STATUS_TRYAGAIN, ENOENT, NO_RECOVERY } },
	/* FORMERR; and a source whose daemon does not run. */
	{ "formerr.xn--bcher-kva.example", .failure = { NSS_STATUS_NOTFOUND, 0, NO_RECOVERY } },
	{ "down.xn--bcher-kva.example",
	  .failure = { NSS_STATUS_UNAVAIL, ECONNREFUSED, NO_RECOVERY } },
	{ "emfile.xn--bcher-kva.example",
	  .failure = { NSS_STATUS_UNAVAIL, EMFILE, NETDB_INTERNAL } },
	{ "memory.xn--bcher-kva.example",
	  .failure = { NSS_STATUS_TRYAGAIN, ENOMEM, NETDB_INTERNAL } },
	/* A source that reports ERANGE for another reason than a small buffer. */
	{ "range.xn--bcher-kva.example",
	  .failure = { NSS_STATUS_UNAVAIL, ERANGE, NETDB_INTERNAL } },
};

/* By the address's last octet: its name and aliases, or the failure. */
static const struct reverse {
	unsigned last;
	const char *name;
	const char *aliases[3];
} reverses[] = {
	{ 1, "xn--bcher-kva.example", { "books.example", "www.xn--bcher-kva.example" } },
	{ 2, "nxdomain.xn--bcher-kva.example", { NULL } },
	{ 3, "nodata.xn--bcher-kva.example", { NULL } },
	{ 4, "timeout.xn--bcher-kva.example", { NULL } },
	{ 5, "again.xn--bcher-kva.example", { NULL } },
	{ 6, "formerr.xn--bcher-kva.example", { NULL } },
	{ 7, "down.xn--bcher-kva.example", { NULL } },
	{ 8, "emfile.xn--bcher-kva.example", { NULL } },
	{ 9, "memory.xn--bcher-kva.example", { NULL } },
	{ 10, "books.example", { NULL } },
	/* Longer in UTF-8 than in ASCII: twelve times U+3042. */
	{ 11, "xn--l8jaaaaaaaaaaa.example", { NULL } },
	/* The r and the a are Cyrillic. */
	{ 12, "xn--ypal-43d9g.example", { NULL } },
	{ 13, "XN--BCHER-KVA.Example", { NULL } },
	{ 14, "xn--fa-hia.example", { NULL } },
	{ 15, "xn--0000h.example", { NULL } },
	{ 16, "b\xc3\xbc" "cher.example", { NULL } },
	/* U+00E3 and twice U+00B7: in ISO-8859-1 the octets of U+3DF7 in UTF-8. */
	{ 17, "xn--ubaa4k.example", { NULL } },
	/* The name becomes longer, the alias shorter. */
	{ 18, "xn--l8jaaaaaaaaaaa.example", { "xn--bcher-kva.example" } },
};

static const struct record unknown = {
	.failure = { NSS_STATUS_NOTFOUND, ENOENT, HOST_NOT_FOUND },
};

static const struct record raw = { .v4 = 3, .v6 = 3 };

unsigned fake_asked(void)
{
	return atomic_exchange(&fake_asked_r, 0) + atomic_exchange(&fake_asked_2_r, 0) +
	       atomic_exchange(&fake_asked_3_r, 0) + atomic_exchange(&fake_asked_4_r, 0) +
	       atomic_exchange(&fake_asked_addr_r, 0) +
	       atomic_exchange(&fake_asked_addr2_r, 0);
}

static const struct record *find(const char *name, atomic_uint *asked)
{
	atomic_fetch_add(asked, 1);
	for (const char *c = name; *c != '\0'; c++) {
		if (((unsigned char)*c & 0x80) != 0) {
			atomic_fetch_add(&fake_asked_raw, 1);
			return &raw;
		}
	}
	for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
		if (strcmp(name, records[i].name) == 0)
			return &records[i];
	return &unknown;
}

/* 192.0.2.n, 2001:db8::n (RFC 5737, RFC 3849) */
static void address(int family, unsigned n, void *octets)
{
	static const unsigned char v4[4] = { 192, 0, 2 };
	static const unsigned char v6[16] = { 0x20, 0x01, 0x0d, 0xb8 };
	size_t size = family == AF_INET ? sizeof v4 : sizeof v6;

	memcpy(octets, family == AF_INET ? v4 : v6, size);
	((unsigned char *)octets)[size - 1] = (unsigned char)n;
}

/* --- Answering -------------------------------------------------------------- */

static const struct said unsupported = { NSS_STATUS_UNAVAIL, EAFNOSUPPORT, NO_DATA };
static const struct said no_address = { NSS_STATUS_NOTFOUND, ENOENT, NO_DATA };
static const struct said no_space = { NSS_STATUS_TRYAGAIN, ERANGE, NETDB_INTERNAL };
static const struct said success = { NSS_STATUS_SUCCESS, 0, NETDB_SUCCESS };

enum { ALIGNED = 16 /* for anything here */ };

static char *copy(struct space *space, const char *string)
{
	char *place = take(space, strlen(string) + 1, ALIGNED);

	return place == NULL ? NULL : strcpy(place, string);
}

static enum nss_status say(struct said said, int *errnop, int *h_errnop)
{
	*errnop = said.error;
	*h_errnop = said.host_error;
	return said.status;
}

static bool pack_host(struct space *space, const struct record *record, const char *name,
                      int af, struct hostent *host)
{
	unsigned count = af == AF_INET ? record->v4 : record->v6;

	host->h_addrtype = af;
	host->h_length = af == AF_INET ? 4 : 16;
	host->h_name = copy(space, record->canonical != NULL ? record->canonical : name);
	host->h_aliases = take(space, 2 * sizeof(char *), ALIGNED);
	host->h_addr_list = take(space, (count + 1) * sizeof(char *), ALIGNED);
	if (space->full)
		return false;
	host->h_aliases[0] = record->canonical != NULL ? copy(space, name) : NULL;
	host->h_aliases[1] = NULL;
	for (unsigned i = 0; i < count; i++) {
		host->h_addr_list[i] = take(space, (size_t)host->h_length, ALIGNED);
		if (space->full)
			return false;
		address(af, i + 1, host->h_addr_list[i]);
	}
	host->h_addr_list[count] = NULL;
	return !space->full;
}

static enum nss_status answer_host(const struct record *record, const char *name, int af,
                                   struct hostent *host, char *buffer, size_t buflen,
                                   int *errnop, int *h_errnop)
{
	struct space space = { buffer, buflen, false };

	if (af != AF_INET && af != AF_INET6)
		return say(unsupported, errnop, h_errnop);
	if (record->v4 + record->v6 == 0)
		return say(record->failure, errnop, h_errnop);
	if ((af == AF_INET ? record->v4 : record->v6) == 0)
		return say(no_address, errnop, h_errnop);
	if (!pack_host(&space, record, name, af, host))
		return say(no_space, errnop, h_errnop);
	return say(success, errnop, h_errnop);
}

static const struct reverse *find_address(const void *octets, socklen_t length,
                                          atomic_uint *asked)
{
	unsigned last = ((const unsigned char *)octets)[length - 1];

	atomic_fetch_add(asked, 1);
	for (size_t i = 0; i < sizeof reverses / sizeof reverses[0]; i++)
		if (reverses[i].last == last)
			return &reverses[i];
	abort();
}

static bool pack_reverse(struct space *space, const struct reverse *reverse, const void *octets,
                         socklen_t length, struct hostent *host)
{
	size_t count = 0;

	host->h_length = (int)length;
	host->h_name = copy(space, reverse->name);
	host->h_aliases = take(space, sizeof reverse->aliases, ALIGNED);
	host->h_addr_list = take(space, 2 * sizeof(char *), ALIGNED);
	if (space->full)
		return false;
	for (; reverse->aliases[count] != NULL; count++)
		host->h_aliases[count] = copy(space, reverse->aliases[count]);
	host->h_aliases[count] = NULL;
	host->h_addr_list[0] = take(space, length, ALIGNED);
	host->h_addr_list[1] = NULL;
	if (!space->full)
		memcpy(host->h_addr_list[0], octets, length);
	return !space->full;
}

static enum nss_status answer_reverse(const struct reverse *reverse, const void *octets,
                                      socklen_t length, int af, struct hostent *host,
                                      char *buffer, size_t buflen, int *errnop, int *h_errnop)
{
	struct space space = { buffer, buflen, false };

	for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
		if (strcmp(reverse->name, records[i].name) == 0)
			return say(records[i].failure, errnop, h_errnop);
	if (strcmp(reverse->name, "nxdomain.xn--bcher-kva.example") == 0)
		return say(unknown.failure, errnop, h_errnop);
	host->h_addrtype = af;
	if (!pack_reverse(&space, reverse, octets, length, host))
		return say(no_space, errnop, h_errnop);
	return say(success, errnop, h_errnop);
}

/* --- The entry points ------------------------------------------------------- */

SOURCE_FUNCTION(fake, gethostbyname_r);
SOURCE_FUNCTION(fake, gethostbyname2_r);
SOURCE_FUNCTION(fake, gethostbyname3_r);
SOURCE_FUNCTION(fake, gethostbyname4_r);
SOURCE_FUNCTION(fake, gethostbyaddr_r);
SOURCE_FUNCTION(fake, gethostbyaddr2_r);

enum nss_status _nss_fake_gethostbyname_r(const char *name, struct hostent *host, char *buffer,
                                          size_t buflen, int *errnop, int *h_errnop)
{
	return answer_host(find(name, &fake_asked_r), name, AF_INET, host, buffer, buflen,
	                   errnop, h_errnop);
}

enum nss_status _nss_fake_gethostbyname2_r(const char *name, int af, struct hostent *host,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop)
{
	return answer_host(find(name, &fake_asked_2_r), name, af, host, buffer, buflen, errnop,
	                   h_errnop);
}

enum nss_status _nss_fake_gethostbyname3_r(const char *name, int af, struct hostent *host,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop, int32_t *ttlp, char **canonp)
{
	enum nss_status status = answer_host(find(name, &fake_asked_3_r), name, af, host,
	                                     buffer, buflen, errnop, h_errnop);

	if (status == NSS_STATUS_SUCCESS && canonp != NULL)
		*canonp = host->h_name;
	if (ttlp != NULL)
		*ttlp = 60;
	return status;
}

enum nss_status _nss_fake_gethostbyname4_r(const char *name, struct gaih_addrtuple **pat,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop, int32_t *ttlp)
{
	const struct record *record = find(name, &fake_asked_4_r);
	struct space space = { buffer, buflen, false };
	struct gaih_addrtuple *tuples;
	char *canonical;
	unsigned count = record->v4 + record->v6;

	if (count == 0)
		return say(record->failure, errnop, h_errnop);
	tuples = take(&space, count * sizeof *tuples, ALIGNED);
	canonical = copy(&space, record->canonical != NULL ? record->canonical : name);
	if (space.full)
		return say(no_space, errnop, h_errnop);
	memset(tuples, 0, count * sizeof *tuples);
	for (unsigned i = 0; i < count; i++) {
		tuples[i].family = i < record->v4 ? AF_INET : AF_INET6;
		tuples[i].next = i + 1 < count ? &tuples[i + 1] : NULL;
		address(tuples[i].family, i < record->v4 ? i + 1 : i - record->v4 + 1,
		        tuples[i].addr);
	}
	tuples[0].name = canonical;
	if (*pat != NULL)
		**pat = tuples[0];
	else
		*pat = tuples;
	if (ttlp != NULL)
		*ttlp = 60;
	return say(success, errnop, h_errnop);
}

enum nss_status _nss_fake_gethostbyaddr_r(const void *octets, socklen_t length, int af,
                                          struct hostent *host, char *buffer, size_t buflen,
                                          int *errnop, int *h_errnop)
{
	return answer_reverse(find_address(octets, length, &fake_asked_addr_r), octets, length,
	                      af, host, buffer, buflen, errnop, h_errnop);
}

enum nss_status _nss_fake_gethostbyaddr2_r(const void *octets, socklen_t length, int af,
                                           struct hostent *host, char *buffer, size_t buflen,
                                           int *errnop, int *h_errnop, int32_t *ttlp)
{
	const struct reverse *reverse = find_address(octets, length, &fake_asked_addr2_r);

	if (ttlp != NULL)
		*ttlp = 60;
	return answer_reverse(reverse, octets, length, af, host, buffer, buflen, errnop,
	                      h_errnop);
}
