/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The source "fuzz" of fuzz.h.  An answer is read from left to right:
 *
 *     status, errno, h_errno, how many octets it wants
 *     how many addresses, and their form; the canonical name; how many aliases, and each
 */
#include "fuzz.h"

#include <errno.h>
#include <netdb.h>
#include <nss.h>
#include <sys/socket.h>

#include "../../fuzz/common/fuzz.h"
#include "source.h"

const uint8_t *source_answer;
size_t source_answer_length;
unsigned source_asked;
void (*source_asked_for_address)(void);
char source_string[] = "xn--bcher-kva.example";

/* --- Statuses -------------------------------------------------------------------- */

struct said {
	enum nss_status status;
	int error, host_error;
};

static struct said take_said(struct input *answer)
{
	static const enum nss_status statuses[] = {
		NSS_STATUS_SUCCESS, NSS_STATUS_NOTFOUND, NSS_STATUS_UNAVAIL,
		NSS_STATUS_TRYAGAIN, NSS_STATUS_RETURN,
	};
	static const int errors[] = {
		0, ENOENT, EAGAIN, ERANGE, ENOMEM, EMFILE, ECONNREFUSED, EAFNOSUPPORT,
	};
	unsigned status = take_octet(answer), error = take_octet(answer);

	/* Most often an answer. */
	return (struct said){
		status < 0xA0 ? NSS_STATUS_SUCCESS : statuses[status % 5],
		error < 0x80 ? errors[error % 8] : (int)error,
		(int)take_octet(answer) % 8 - 2,
	};
}

/*
 * While a source reports that the buffer is too small, libc enlarges it, up to the most that
 * a source may want here.
 */
static bool wants_more(const struct said *said, size_t buflen, size_t wanted)
{
	return buflen < wanted ||
	       (said->status == NSS_STATUS_TRYAGAIN && said->error == ERANGE && buflen < 32768);
}

static enum nss_status say(struct said said, int *errnop, int *h_errnop)
{
	bool for_ever = said.status == NSS_STATUS_TRYAGAIN && said.error == ERANGE;

	*errnop = for_ever ? EAGAIN : said.error;
	*h_errnop = said.host_error;
	return said.status;
}

static enum nss_status say_more(int *errnop, int *h_errnop)
{
	*errnop = ERANGE;
	*h_errnop = NETDB_INTERNAL;
	return NSS_STATUS_TRYAGAIN;
}

/* --- Hosts ------------------------------------------------------------------------- */

/* Returns a string at any place, inside or outside the buffer. */
static char *take_string(struct input *answer, struct space *space)
{
	unsigned kind = take_octet(answer);
	size_t length = kind & 0x3F;
	char *string;

	if (kind >= 0xC0)
		return source_string;
	if (kind >= 0x80) /* longer than any name */
		length *= 32;
	if (length > answer->left)
		length = answer->left;
	string = take(space, length + 1, 1);
	if (string == NULL)
		return NULL;
	memcpy(string, answer->next, length);
	string[length] = '\0';
	answer->next += length;
	answer->left -= length;
	return string;
}

/* Returns an alias of its own, the canonical name, or a part of that. */
static char *take_alias(struct input *answer, struct space *space, char *canonical)
{
	unsigned kind = take_octet(answer);

	if (kind < 0x80 || canonical == NULL)
		return take_string(answer, space);
	return canonical + (kind - 0x80) % (strlen(canonical) + 1);
}

static char **take_list(struct space *space, size_t count)
{
	char **list = take(space, (count + 1) * sizeof *list, _Alignof(char *));

	if (list != NULL)
		list[count] = NULL;
	return list;
}

/* Returns NULL for no list at all, as some sources do. */
static char **take_aliases(struct input *answer, struct space *space, char *canonical)
{
	unsigned kind = take_octet(answer), count = kind % 9;
	char **list = kind < 0xF0 ? take_list(space, count) : NULL;

	for (unsigned i = 0; list != NULL && i < count && !space->full; i++)
		list[i] = take_alias(answer, space, canonical);
	return list;
}

static char **take_addresses(struct input *answer, struct space *space)
{
	unsigned count = take_octet(answer) % 64;
	char **list = take_list(space, count);

	for (unsigned i = 0; i < count && !space->full; i++) {
		list[i] = take(space, 16, 1);
		for (size_t octet = 0; octet < 16 && !space->full; octet++)
			list[i][octet] = (char)take_octet(answer);
	}
	return list;
}

/* Sets the family asked for, or the one in the answer. */
static void take_family(struct input *answer, int af, struct hostent *host)
{
	unsigned kind = take_octet(answer);

	host->h_addrtype = kind < 0xE0 ? af : (int)take_octet(answer);
	host->h_length = host->h_addrtype == AF_INET ? 4 : 16;
	if (kind >= 0xF0) /* anything of either sign */
		host->h_length = (int)(take_number(answer) << 16) >> (kind & 0xF);
}

static bool take_host(struct input *answer, struct space *space, int af, struct hostent *host)
{
	unsigned order = take_octet(answer);

	take_family(answer, af, host);
	take(space, order % 16, 1);
	if (order & 0x80)
		host->h_addr_list = take_addresses(answer, space);
	host->h_name = take_string(answer, space);
	host->h_aliases = take_aliases(answer, space, host->h_name);
	if (!(order & 0x80))
		host->h_addr_list = take_addresses(answer, space);
	return !space->full;
}

static enum nss_status answer_host(int af, struct hostent *host, char *buffer, size_t buflen,
                                   int *errnop, int *h_errnop)
{
	struct input answer = { source_answer, source_answer_length };
	struct said said = take_said(&answer);
	size_t wanted = 16 * take_octet(&answer);
	struct space space = { buffer, buflen, false };

	source_asked++;
	if (wants_more(&said, buflen, wanted))
		return say_more(errnop, h_errnop);
	if (said.status != NSS_STATUS_SUCCESS)
		return say(said, errnop, h_errnop);
	if (!take_host(&answer, &space, af, host))
		return say_more(errnop, h_errnop);
	return say(said, errnop, h_errnop);
}

/* --- Tuples ------------------------------------------------------------------------ */

static struct gaih_addrtuple *take_tuples(struct input *answer, struct space *space)
{
	unsigned count = 1 + take_octet(answer) % 63;
	struct gaih_addrtuple *tuples = take(space, count * sizeof *tuples,
	                                     _Alignof(struct gaih_addrtuple));

	for (unsigned i = 0; i < count && !space->full; i++) {
		struct gaih_addrtuple *tuple = &tuples[i];
		unsigned family = take_octet(answer);

		memset(tuple, 0, sizeof *tuple);
		tuple->family = family < 0x70   ? AF_INET
		                : family < 0xE0 ? AF_INET6
		                                : (int)family;
		tuple->next = i + 1 < count ? tuple + 1 : NULL;
		tuple->scopeid = family & 0xF;
		for (size_t word = 0; word < 4; word++)
			tuple->addr[word] = take_number(answer) * 0x10001;
	}
	return tuples;
}

/* --- The entry points --------------------------------------------------------------- */

/* Checks that raw octets never reach a source. */
static void check_name(const char *name)
{
	for (; *name != '\0'; name++)
		promise((unsigned char)*name < 0x80, "a source is asked for an ASCII name");
}

SOURCE_FUNCTION(fuzz, gethostbyname2_r);
SOURCE_FUNCTION(fuzz, gethostbyname_r);
SOURCE_FUNCTION(fuzz, gethostbyname4_r);
SOURCE_FUNCTION(fuzz, gethostbyaddr_r);

enum nss_status _nss_fuzz_gethostbyname2_r(const char *name, int af, struct hostent *host,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop)
{
	check_name(name);
	return answer_host(af, host, buffer, buflen, errnop, h_errnop);
}

enum nss_status _nss_fuzz_gethostbyname_r(const char *name, struct hostent *host, char *buffer,
                                          size_t buflen, int *errnop, int *h_errnop)
{
	return _nss_fuzz_gethostbyname2_r(name, AF_INET, host, buffer, buflen, errnop,
	                                  h_errnop);
}

enum nss_status _nss_fuzz_gethostbyname4_r(const char *name, struct gaih_addrtuple **pat,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop, int32_t *ttlp)
{
	struct input answer = { source_answer, source_answer_length };
	struct said said = take_said(&answer);
	size_t wanted = 16 * take_octet(&answer);
	struct space space = { buffer, buflen, false };
	struct gaih_addrtuple *tuples;

	(void)ttlp;
	check_name(name);
	source_asked++;
	if (wants_more(&said, buflen, wanted))
		return say_more(errnop, h_errnop);
	if (said.status != NSS_STATUS_SUCCESS)
		return say(said, errnop, h_errnop);
	tuples = take_tuples(&answer, &space);
	if (tuples != NULL) /* libc does not read a name of NULL */
		tuples->name = take_string(&answer, &space);
	if (space.full)
		return say_more(errnop, h_errnop);
	if (*pat != NULL)
		**pat = *tuples;
	else
		*pat = tuples;
	return say(said, errnop, h_errnop);
}

enum nss_status _nss_fuzz_gethostbyaddr_r(const void *octets, socklen_t length, int af,
                                          struct hostent *host, char *buffer, size_t buflen,
                                          int *errnop, int *h_errnop)
{
	(void)octets, (void)length;
	if (source_asked_for_address != NULL)
		source_asked_for_address();
	return answer_host(af, host, buffer, buflen, errnop, h_errnop);
}
