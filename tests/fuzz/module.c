/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entry points of the module, through libc, before a source that answers anything
 * (tests/common/sources/fuzz.c), under any idnx.conf and nsswitch.conf.  Every status is one
 * of glibc's; every answer lies within the caller's buffer, at any alignment.  What is logged
 * comes here, and is text, whatever the name was.
 */
#include <errno.h>
#include <netdb.h>
#include <sys/socket.h>

#include "../common/sources/fake.h"
#include "common/fuzz.h"
#include "nss_idnx.h"
#include "../common/sources/fuzz.h"

#include "libc.h"
#include "utf8.h"

#include <time.h>

/* Each entry is an hour later, so that none is lost. */
static long fake_call(long number, ...);
static time_t hour;
#define syscall(...)            fake_call(__VA_ARGS__)
#define clock_gettime(id, time) (*(time) = (struct timespec){ hour += 3600, 0 })
#include "../../nss_idnx/policy/log.c"
#undef clock_gettime
#undef syscall

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A source may want 32 KiB; twice that also has room for the answer. */
#define BUFFER_MAX 131072

/* One question, and all that an entry point may write. */
struct call {
	char *name;
	int af;
	socklen_t length; /* of an address, whose octets are in name */
	size_t offset, buflen;
	bool wants_ttl, wants_canonical, has_tuple;
	bool has_conf, is_bare; /* an idnx.conf; a line without an action after idnx */
	int error, host_error;
	int *h_errnop; /* host_error, or the thread's h_errno, as getaddrinfo() passes it */

	char *memory, *buffer;
	int32_t ttl;
	char *canonical;
	struct hostent host;
	struct gaih_addrtuple tuple, *tuples;
};

/* --- The entry points -------------------------------------------------------------- */

static enum nss_status by_name(struct call *call)
{
	return _nss_idnx_gethostbyname_r(call->name, &call->host, call->buffer, call->buflen,
	                                 &call->error, call->h_errnop);
}

static enum nss_status by_name2(struct call *call)
{
	return _nss_idnx_gethostbyname2_r(call->name, call->af, &call->host, call->buffer,
	                                  call->buflen, &call->error, call->h_errnop);
}

static enum nss_status by_name3(struct call *call)
{
	return _nss_idnx_gethostbyname3_r(call->name, call->af, &call->host, call->buffer,
	                                  call->buflen, &call->error, call->h_errnop,
	                                  call->wants_ttl ? &call->ttl : NULL,
	                                  call->wants_canonical ? &call->canonical : NULL);
}

static enum nss_status by_name4(struct call *call)
{
	return _nss_idnx_gethostbyname4_r(call->name, &call->tuples, call->buffer, call->buflen,
	                                  &call->error, call->h_errnop,
	                                  call->wants_ttl ? &call->ttl : NULL);
}

static enum nss_status by_address(struct call *call)
{
	return _nss_idnx_gethostbyaddr_r(call->name, call->length, call->af, &call->host,
	                                 call->buffer, call->buflen, &call->error,
	                                 call->h_errnop);
}

static enum nss_status by_address2(struct call *call)
{
	return _nss_idnx_gethostbyaddr2_r(call->name, call->length, call->af, &call->host,
	                                  call->buffer, call->buflen, &call->error,
	                                  call->h_errnop, call->wants_ttl ? &call->ttl : NULL);
}

static enum nss_status (*const entry_points[])(struct call *) = {
	by_name4, by_name3, by_name2, by_name, by_address2, by_address,
};

static bool is_by_address(enum nss_status (*entry_point)(struct call *))
{
	return entry_point == by_address || entry_point == by_address2;
}

/* Checks that idnx does not answer an address lookup within a lookup. */
static void ask_within(void)
{
	struct call call = { .name = (char[16]){ 0 }, .af = AF_INET, .length = 4 };

	call.h_errnop = &call.host_error;
	promise(by_address(&call) == NSS_STATUS_UNAVAIL, "a lookup within a lookup ends");
}

/* --- The log ------------------------------------------------------------------------- */

/* Its fields, a line each: tests/module/log.c.  The last one is not in each entry. */
enum { FIELDS = 13 };

static void check_entry(const char *octets, size_t size)
{
	const unsigned char *next = (const void *)octets, *end = next + size;
	size_t length, lines = 0;

	promise(size < sizeof((struct text *)NULL)->octets, "an entry fits");
	for (; next < end; next += length) {
		uint32_t c = utf8_decode(next, end, &length);

		promise(c == '\n' || (c >= ' ' && c != 0x7F && (c < 0x80 || c > 0x9F) &&
		                      c != 0x2800 && c != UTF8_ILL_FORMED),
		        "an entry is UTF-8 without blanks and control characters");
		lines += c == '\n';
	}
	promise(lines == FIELDS - 1 || lines == FIELDS, "and has its own lines alone");
}

/* The system calls of the log. */
static long fake_call(long number, ...)
{
	va_list arguments;
	long result = 0;
	int file;

	va_start(arguments, number);
	file = va_arg(arguments, int);
	if (number == SYS_socket) {
		result = dup(STDERR_FILENO);
	} else if (number == SYS_sendto) {
		const char *octets = va_arg(arguments, const char *);

		check_entry(octets, va_arg(arguments, size_t));
	} else {
		promise(number == SYS_close && close(file) == 0, "the socket is closed");
	}
	va_end(arguments);
	return result;
}

/* --- An input ------------------------------------------------------------------------ */

/* An octet string that NUL ends, and that may serve as an address. */
#define ADDRESS_SIZE 16

/* Takes the number of octets that the first octet gives, or all that remain. */
static char *take_string(struct input *input, size_t unit)
{
	size_t length = take_octet(input) * unit;
	char *string;

	if (length > input->left)
		length = input->left;
	string = allocate(length + ADDRESS_SIZE);
	memset(string + length, '\0', ADDRESS_SIZE);
	if (length > 0)
		memcpy(string, input->next, length);
	input->next += length;
	input->left -= length;
	return string;
}

enum { BARE = 1 };

static void take_files(struct input *input, struct call *call)
{
	static const char *const lines[] = {
		"hosts: files idnx [!UNAVAIL=return] dns\n",
		[BARE] = "hosts: files idnx dns\n",
		"hosts: idnx\n",
		"hosts: dns\n",
		NULL,
	};
	unsigned octet = take_octet(input), line = octet % 8;
	char *rest = take_string(input, 4), conf[1024 + sizeof "log = rejected\n"] = "";

	call->has_conf = *rest != '\0';
	if (call->has_conf && octet & 0x40)
		strcat(conf, octet & 0x80 ? "mode = report\n" : "log = rejected\n");
	strcat(conf, rest);
	free(rest);
	call->is_bare = line == BARE;
	fake_conf(call->has_conf ? conf : NULL);
	if (line < COUNT(lines)) {
		fake_nsswitch(lines[line]);
		return;
	}
	rest = take_string(input, 1);
	fake_nsswitch(rest);
	free(rest);
}

static void take_options(struct input *input, struct call *call)
{
	static const int families[] = { AF_INET, AF_INET6, AF_UNSPEC, AF_UNIX, -1 };
	unsigned options = take_octet(input), host_error;

	call->wants_ttl = options & 1;
	call->wants_canonical = options & 2;
	call->has_tuple = options & 4;
	call->af = families[(options >> 3) % COUNT(families)];
	call->length = call->af == AF_INET6 ? 16 : 4;
	call->offset = take_octet(input) % 16;
	call->buflen = take_number(input) % 4096;
	call->error = 0x100 | (int)take_octet(input); /* an errno that nothing else sets */
	host_error = take_octet(input);
	call->host_error = (int)(host_error % 8) - 2;
	call->h_errnop = host_error & 8 ? &h_errno : &call->host_error;
}

/* --- A question and its answer -------------------------------------------------------- */

static void provide(struct call *call)
{
	call->memory = untouched(call->offset + call->buflen);
	call->buffer = call->memory + call->offset;
	call->tuples = call->has_tuple ? &call->tuple : NULL;
	call->canonical = NULL;
	call->ttl = 55;
}

static bool is_in_buffer(const struct call *call, const void *place, size_t size)
{
	size_t at = (uintptr_t)place - (uintptr_t)call->buffer;

	return at <= call->buflen && call->buflen - at >= size;
}

/* Whether the string is the source's, or a part of it. */
static bool is_sources(const char *string)
{
	return (uintptr_t)string - (uintptr_t)source_string <= strlen(source_string);
}

static void check_string(const struct call *call, const char *string)
{
	promise(is_sources(string) || is_in_buffer(call, string, strlen(string) + 1),
	        "a name is in the buffer");
}

/* Checks that no name overlaps the first four octets of an address. */
static void check_apart(const char *name, const char *address)
{
	promise(name + strlen(name) < address || address + 4 <= name,
	        "a name is not written over an address");
}

static void check_addresses(const struct call *call)
{
	const struct hostent *host = &call->host;
	size_t count = 0;

	for (; host->h_addr_list[count] != NULL; count++) {
		promise(is_in_buffer(call, host->h_addr_list[count], 4),
		        "an address is in the buffer");
		check_apart(host->h_name, host->h_addr_list[count]);
	}
	promise(is_in_buffer(call, host->h_addr_list, (count + 1) * sizeof(char *)),
	        "and so is their list");
}

static void check_host(const struct call *call)
{
	const struct hostent *host = &call->host;
	size_t count = 0;

	check_string(call, host->h_name);
	for (; host->h_aliases != NULL && host->h_aliases[count] != NULL; count++)
		check_string(call, host->h_aliases[count]);
	promise(host->h_aliases == NULL ||
	                is_in_buffer(call, host->h_aliases, (count + 1) * sizeof(char *)),
	        "so are the aliases");
	check_addresses(call);
	promise(!call->canonical || call->canonical == host->h_name,
	        "a canonical name is h_name");
}

static void check_tuples(const struct call *call)
{
	const struct gaih_addrtuple *tuple = call->tuples;

	promise((tuple == &call->tuple) == call->has_tuple, "the caller's tuple is used");
	check_string(call, tuple->name);
	promise(!is_sources(tuple->name), "a name is copied");
	for (; tuple != NULL; tuple = tuple->next)
		promise(tuple == &call->tuple ||
		                ((uintptr_t)tuple % _Alignof(struct gaih_addrtuple) == 0 &&
		                 is_in_buffer(call, tuple, sizeof *tuple)),
		        "a tuple is in the buffer");
}

static bool wants_more(const struct call *call, enum nss_status status)
{
	return status == NSS_STATUS_TRYAGAIN && call->error == ERANGE &&
	       call->host_error == NETDB_INTERNAL;
}

static void check_answer(enum nss_status (*entry_point)(struct call *), const struct call *call,
                         enum nss_status status)
{
	if (status != NSS_STATUS_SUCCESS)
		promise(call->ttl == 55 && call->canonical == NULL &&
		                call->tuples == (call->has_tuple ? &call->tuple : NULL),
		        "a failure leaves the results alone");
	else if (entry_point == by_name4)
		check_tuples(call);
	else
		check_host(call);
	promise(is_untouched(call->memory, call->offset),
	        "nothing is written before the buffer");
	promise(status >= NSS_STATUS_TRYAGAIN && status <= NSS_STATUS_RETURN,
	        "glibc knows the status");
	promise(call->error != ERANGE || wants_more(call, status),
	        "ERANGE is for a small buffer alone");
	promise(status != NSS_STATUS_SUCCESS || call->ttl == (call->wants_ttl ? 0 : 55) ||
	                entry_point == by_name || entry_point == by_name2 ||
	                entry_point == by_address,
	        "nothing is to be cached");
}

/* Doubles the buffer while the answer does not fit, as glibc does. */
static enum nss_status ask(enum nss_status (*entry_point)(struct call *), struct call *call)
{
	enum nss_status status;
	int error = call->error;

	*call->h_errnop = call->host_error;
	for (;;) {
		provide(call);
		call->error = error;
		status = entry_point(call);
		call->host_error = *call->h_errnop;
		check_answer(entry_point, call, status);
		if (!wants_more(call, status))
			return status;
		promise(call->buflen < BUFFER_MAX, "a buffer is large enough some day");
		free(call->memory);
		call->buflen = 2 * call->buflen + 1;
	}
}

/* Returns what an earlier source left in h_errno; a caller's variable may be unset. */
static int known_host_error(const struct call *before)
{
	return before->h_errnop == &h_errno ? before->host_error : NETDB_SUCCESS;
}

/* Returns 0 where glibc would report errno as the cause: outcome_report_ipv4() in outcome.c. */
static int error_left(enum nss_status (*entry_point)(struct call *), const struct call *before)
{
	bool ipv4 = entry_point == by_name ||
	            (entry_point == by_name2 && before->af == AF_INET);
	int known = known_host_error(before);

	return ipv4 && (known == HOST_NOT_FOUND || known == NO_DATA) ? 0 : before->error;
}

static int host_error_left(const struct call *before)
{
	return known_host_error(before) == NETDB_INTERNAL ? HOST_NOT_FOUND : before->host_error;
}

/* Returns whether idnx.conf may reject the ASCII name: it is, or may hide, one with xn--. */
static bool may_be_rejected(const struct call *call)
{
	return call->has_conf &&
	       (strcasestr(call->name, "xn--") != NULL || strchr(call->name, '\\') != NULL);
}

/* Checks that an unconverted name reaches no other source unless idnx.conf allows it (excluded). */
static void check_status(enum nss_status (*entry_point)(struct call *),
                         const struct call *before, const struct call *call,
                         enum nss_status status)
{
	bool ascii = is_ascii(call->name, strlen(call->name));

	if (is_by_address(entry_point))
		return;
	if (ascii)
		promise(source_asked == 0 && status != NSS_STATUS_SUCCESS &&
		                (status == NSS_STATUS_UNAVAIL || may_be_rejected(before)),
		        "an ASCII name is left alone, or rejected");
	else
		promise(status != NSS_STATUS_UNAVAIL || before->has_conf,
		        "no other name is, unless idnx.conf says so");
	if (!ascii && before->is_bare)
		promise(status == NSS_STATUS_SUCCESS || status == NSS_STATUS_RETURN ||
		                status == NSS_STATUS_UNAVAIL,
		        "it ends the walk where the line goes on");
	if (status == NSS_STATUS_UNAVAIL)
		promise(call->error == error_left(entry_point, before) &&
		                call->host_error == host_error_left(before),
		        "and so are errno and h_errno");
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	fake_hosts("fuzz");
	source_asked_for_address = ask_within;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	enum nss_status (*entry_point)(
		struct call *) = entry_points[take_octet(&input) % COUNT(entry_points)],
			    status;
	struct call call = { .name = NULL }, before;

	take_options(&input, &call);
	call.name = take_string(&input, 1);
	take_files(&input, &call);
	source_answer = input.next;
	source_answer_length = input.left;
	source_asked = 0;
	before = call;
	program_invocation_short_name = call.name;
	status = ask(entry_point, &call);
	check_status(entry_point, &before, &call, status);
	free(call.memory);
	free(call.name);
	return 0;
}
