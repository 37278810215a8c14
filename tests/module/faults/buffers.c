/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Every entry point of the module with buffers of 0 to 8192 octets, at each of 16
 * misalignments: returns ERANGE until the answer fits, then always the same answer, aligned
 * and within the buffer.
 *
 *     buffers        the lengths around the first that fits, and every 97th
 *     buffers all    all lengths
 */

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../common/call.h"
#include "../../common/sources/fake.h"
#include "../../common/test.h"

/* --- Buffers -------------------------------------------------------------------- */

/*
 * Buffers that detect accesses beyond their end.  A buffer is followed by up to 15 octets,
 * which depend on its misalignment and must not change, and by an inaccessible page.  In a
 * sanitized build each buffer is an allocation of its own.
 */
enum { BUFFER_MAX = 8192, MISALIGNMENTS = 16, CANARY = 0xa5 };

struct buffer {
	char *start;
	size_t size;
	char *memory; /* to be freed, or NULL */
};

#ifdef SANITIZED

static struct buffer buffer_make(size_t size, size_t misalignment)
{
	char *memory = malloc(misalignment + size);

	assert_non_null(memory);
	return (struct buffer){ memory + misalignment, size, memory };
}

static void buffer_check(const struct buffer *buffer)
{
	free(buffer->memory);
}

#else

/* buffer_end[-1] is the last octet before the inaccessible page. */
static char *buffer_end;

static char *arena_end(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t length = (BUFFER_MAX / page + 2) * page;
	char *arena = mmap(NULL, length + page, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(arena != MAP_FAILED);
	assert_int_equal(mprotect(arena + length, page, PROT_NONE), 0);
	return arena + length;
}

static struct buffer buffer_make(size_t size, size_t misalignment)
{
	char *start;

	if (buffer_end == NULL)
		buffer_end = arena_end();
	start = buffer_end - size;
	start -= (uintptr_t)(start - misalignment) % MISALIGNMENTS;
	memset(start - MISALIGNMENTS, CANARY, (size_t)(buffer_end - start) + MISALIGNMENTS);
	return (struct buffer){ start, size, NULL };
}

static void buffer_check(const struct buffer *buffer)
{
	for (const char *c = buffer->start - MISALIGNMENTS; c < buffer->start; c++)
		assert_int_equal((unsigned char)*c, CANARY);
	for (const char *c = buffer->start + buffer->size; c < buffer_end; c++)
		assert_int_equal((unsigned char)*c, CANARY);
}

#endif

static size_t step = 97;
static unsigned long calls;

/* --- Calls ---------------------------------------------------------------------- */

/* As getaddrinfo() calls it; others are called as nscd does. */
static enum nss_status call_3_r_without_ttl(struct call *call)
{
	return _nss_idnx_gethostbyname3_r(call->name, AF_INET, &call->host, CALL_REST(call),
	                                  NULL, &call->canonical);
}

static struct gaih_addrtuple own;

/* As getaddrinfo() calls it until 2.35, without a TTL. */
static enum nss_status call_4_r_with_a_tuple(struct call *call)
{
	enum nss_status status;

	own.name = NULL;
	call->tuples = &own;
	status = _nss_idnx_gethostbyname4_r(call->name, &call->tuples, CALL_REST(call), NULL);
	assert_ptr_equal(call->tuples, &own);
	if (status != NSS_STATUS_SUCCESS) {
		assert_null(own.name);
		call->tuples = NULL;
	}
	return status;
}

#define UNICODE "canonical-name = unicode\n"
#define REVERSE "reverse = unicode\n"

/* The source "fake" has these names, and these last octets of addresses. */
static const struct row {
	const char *what;
	entry_point *entry_point;
	const char *name, *conf;
} rows[] = {
	{ "gethostbyname_r", call_r, "alias.bücher.example", NULL },
	{ "gethostbyname_r, 60 addresses", call_r, "sixty.bücher.example", NULL },
	{ "gethostbyname_r, in Unicode", call_r, "alias.bücher.example", UNICODE },
	{ "gethostbyname2_r", call_2_r, "alias.bücher.example", NULL },
	{ "gethostbyname2_r, in Unicode", call_2_r, "alias.bücher.example", UNICODE },
	{ "gethostbyname3_r", call_3_r_without_ttl, "alias.bücher.example", NULL },
	{ "gethostbyname3_r, in Unicode", call_3_r_without_ttl, "alias.bücher.example",
	  UNICODE },
	{ "gethostbyname3_r, nscd", call_3_r, "alias.bücher.example", NULL },
	{ "gethostbyname3_r, nscd, in Unicode", call_3_r, "alias.bücher.example", UNICODE },
	{ "gethostbyname4_r", call_4_r, "alias.bücher.example", NULL },
	{ "gethostbyname4_r, 60 addresses", call_4_r, "sixty.bücher.example", NULL },
	{ "gethostbyname4_r, a caller's tuple", call_4_r_with_a_tuple, "alias.bücher.example",
	  NULL },
	{ "gethostbyname4_r, in Unicode", call_4_r, "alias.bücher.example", UNICODE },
	{ "gethostbyaddr_r, three names", call_addr_r, "\1", REVERSE },
	{ "gethostbyaddr2_r, three names", call_addr2_r, "\1", REVERSE },
	{ "gethostbyaddr2_r, an ASCII name", call_addr2_r, "\12", REVERSE },
	{ "gethostbyaddr2_r, longer in Unicode", call_addr2_r, "\13", REVERSE },
	{ "gethostbyaddr2_r, with an alias", call_addr2_r, "\22", REVERSE },
};

/* --- Answers ------------------------------------------------------------------- */

/* The contents of an answer, and whether it lies within the buffer. */
struct answer {
	char text[4096];
	size_t length;
};

static void assert_place(const struct call *call, const void *place, size_t size,
                         size_t alignment)
{
	uintptr_t at = (uintptr_t)place, begin = (uintptr_t)call->buffer;

	assert_true(at >= begin && size <= call->buflen && at - begin <= call->buflen - size);
	assert_int_equal(at % alignment, 0);
}

static void add(struct answer *answer, const void *octets, size_t size)
{
	assert_true(size <= sizeof answer->text - answer->length);
	memcpy(answer->text + answer->length, octets, size);
	answer->length += size;
}

static void add_string(const struct call *call, const char *string, struct answer *answer)
{
	assert_place(call, string, 1, 1);
	assert_place(call, string, strlen(string) + 1, 1);
	add(answer, string, strlen(string) + 1);
}

static void add_host(const struct call *call, struct answer *answer)
{
	const struct hostent *host = &call->host;
	size_t aliases = 0, addresses = 0;

	add(answer, &host->h_addrtype, sizeof host->h_addrtype);
	add_string(call, host->h_name, answer);
	for (; host->h_aliases[aliases] != NULL; aliases++)
		add_string(call, host->h_aliases[aliases], answer);
	assert_place(call, host->h_aliases, (aliases + 1) * sizeof(char *), _Alignof(char *));
	for (; host->h_addr_list[addresses] != NULL; addresses++) {
		assert_place(call, host->h_addr_list[addresses], (size_t)host->h_length,
		             _Alignof(struct in_addr));
		add(answer, host->h_addr_list[addresses], (size_t)host->h_length);
	}
	assert_place(call, host->h_addr_list, (addresses + 1) * sizeof(char *),
	             _Alignof(char *));
	if (call->canonical != NULL)
		add_string(call, call->canonical, answer);
}

static void add_tuples(const struct call *call, struct answer *answer)
{
	add_string(call, call->tuples->name, answer);
	for (const struct gaih_addrtuple *tuple = call->tuples; tuple != NULL;
	     tuple = tuple->next) {
		if (tuple != &own)
			assert_place(call, tuple, sizeof *tuple,
			             _Alignof(struct gaih_addrtuple));
		add(answer, &tuple->family, sizeof tuple->family);
		add(answer, tuple->addr, sizeof tuple->addr);
		add(answer, &tuple->scopeid, sizeof tuple->scopeid);
	}
}

/* Returns false if it does not fit. */
static bool ask(const struct row *row, size_t buflen, size_t misalignment,
                struct answer *answer)
{
	const struct buffer buffer = buffer_make(buflen, misalignment);
	struct call call = call_of(row->name, buffer.start, buflen);
	enum nss_status status;

	call.af = row->entry_point == call_2_r ? AF_INET6 : AF_INET;
	status = row->entry_point(&call);
	calls++;
	answer->length = 0;
	if (status != NSS_STATUS_SUCCESS) {
		assert_int_equal(status, NSS_STATUS_TRYAGAIN);
		assert_int_equal(call.error, ERANGE);
		assert_int_equal(call.host_error, NETDB_INTERNAL);
		assert_null(call.tuples);
		assert_null(call.canonical);
	} else if (call.tuples != NULL) {
		add_tuples(&call, answer);
	} else {
		add_host(&call, answer);
	}
	if (row->entry_point == call_3_r || row->entry_point == call_4_r ||
	    row->entry_point == call_addr2_r)
		assert_int_equal(call.ttl, status == NSS_STATUS_SUCCESS ? 0 : 55);
	buffer_check(&buffer);
	return status == NSS_STATUS_SUCCESS;
}

/* --- Tests -------------------------------------------------------------------------- */

/* Whether the length is tried: those just below and above the fit, and each step-th. */
static bool is_tried(size_t buflen, size_t fits_from)
{
	return buflen % step == 0 || (buflen + 20 >= fits_from && buflen < fits_from + 20);
}

/* Returns the shortest buffer at that misalignment that the answer fits into. */
static size_t fits_from(const struct row *row, size_t misalignment)
{
	size_t too_short = 0, enough = BUFFER_MAX;
	struct answer answer;

	assert_false(ask(row, too_short, misalignment, &answer));
	assert_true(ask(row, enough, misalignment, &answer));
	while (enough - too_short > 1) {
		size_t middle = (too_short + enough) / 2;

		if (ask(row, middle, misalignment, &answer))
			enough = middle;
		else
			too_short = middle;
	}
	return enough;
}

static void check_row(const struct row *row)
{
	struct answer whole, answer;

	print_message("# %s\n", row->what);
	fake_hosts("idnx fake");
	fake_conf(row->conf);
	assert_true(ask(row, BUFFER_MAX, 0, &whole));
	assert_true(whole.length > 0);
	for (size_t misalignment = 0; misalignment < MISALIGNMENTS; misalignment++) {
		size_t first = fits_from(row, misalignment);

		for (size_t buflen = 0; buflen <= BUFFER_MAX; buflen++) {
			if (!is_tried(buflen, first))
				continue;
			assert_int_equal(ask(row, buflen, misalignment, &answer),
			                 buflen >= first);
			if (buflen < first)
				continue;
			assert_int_equal(answer.length, whole.length);
			assert_memory_equal(answer.text, whole.text, whole.length);
		}
	}
}

TEST(a_buffer_of_any_size_gets_the_answer_or_erange)
{
	for (size_t i = 0; i < LENGTH(rows); i++)
		check_row(&rows[i]);
	printf("# note: %lu calls, each with a buffer of its own\n", calls);
}

BEFORE_ALL
{
	if (test_argument != NULL && strcmp(test_argument, "all") == 0)
		step = 1;
}
