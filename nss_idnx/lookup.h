/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The inside of the module, in the order of a lookup of a name
 *
 *     nss_idnx.c: ours?
 *         -> policy.c: ASCII form (config.c, config_file.c: what idnx.conf says of it,
 *            charset.c: if it is not UTF-8)
 *         -> forward.c: ask libc for that name (libc.c: libc itself, reentry.c: it is not
 *            to be judged again)
 *         -> policy.c: the canonical name in Unicode, if idnx.conf says so
 *         -> answer.c, hostent.c: into the caller's buffer (retry.c: if it did not fit)
 *         -> outcome.c: in glibc's words (hosts_action.c: what glibc does next,
 *            origin.c: if the file is the one that glibc goes by)
 *
 * and of an address, whose names are to be shown in Unicode
 *
 *     nss_idnx.c: ours? (policy.c: not unless idnx.conf says so)
 *         -> reentry.c: unless this thread is asking already
 *         -> forward.c -> policy.c -> hostent.c -> outcome.c
 *
 * Only nss_idnx.c and policy.c have heard of IDNA: to those below a name to ask for is
 * an ASCII name, and one to show a string.  What a function has found out is an enum
 * outcome; where it has a cause, that is in errno.
 */
#ifndef NSS_IDNX_LOOKUP_H
#define NSS_IDNX_LOOKUP_H

#include <netdb.h>
#include <nss.h>
#include <stdbool.h>
#include <stddef.h>

enum outcome {
	OUTCOME_FOUND,
	OUTCOME_NOT_OURS,    /* an ASCII name, an address: the other sources' business */
	OUTCOME_NOT_FOUND,   /* the name is refused, or does not exist */
	OUTCOME_NO_ADDRESS,  /* the name exists */
	OUTCOME_TRY_LATER,   /* no server has answered, or not well */
	OUTCOME_REVERSE_TRY_LATER, /* gethostbyaddr: the same of dns, which says not found */
	OUTCOME_DANGLING_ALIAS,    /* dns: an alias of a name without an address */
	OUTCOME_NOT_FOUND_AFTER_FAILURE, /* the same for the name as it is, and the search
	                                    list has none */
	OUTCOME_FAILED,      /* no source could answer; errno may say why */
	OUTCOME_UNSUPPORTED, /* the address family; errno says EAFNOSUPPORT */
	OUTCOME_NO_SPACE,    /* the caller's buffer is too small */
	OUTCOME_INTERNAL,    /* gethostbyname: this machine fails; errno says why */
	OUTCOME_SYSTEM,      /* getaddrinfo: the same */
};

/* --- forward.c ------------------------------------------------------------ */

/* An answer of getaddrinfo(), and which one: that of our reference, or one that was found. */
struct addresses {
	struct addrinfo *list;
	bool referred;
};

enum outcome forward_gethostbyname(const char *name, struct hostent *host, char *buffer,
                                   size_t buflen, int *h_errnop);
enum outcome forward_gethostbyname2(const char *name, int af, struct hostent *host,
                                    char *buffer, size_t buflen, int *h_errnop);
enum outcome forward_gethostbyaddr(const void *address, socklen_t length, int af,
                                   struct hostent *host, char *buffer, size_t buflen,
                                   int *h_errnop);

/* If found, the caller releases the addresses. */
enum outcome forward_getaddrinfo(const char *name, struct addresses *addresses);

/* What getaddrinfo() with AI_CANONNAME says of the name in this family, but for the answer. */
enum outcome forward_reason(const char *name, int af);
void forward_release(struct addresses addresses);

/* --- answer.c ------------------------------------------------------------- */

/*
 * Writes the list as gethostbyname4_r() answers, all of it within the buflen
 * octets of buffer, which may begin anywhere.  If it does not fit,
 * OUTCOME_NO_SPACE, and *pat and **pat are untouched.
 */
enum outcome answer_pack(const struct addrinfo *list, const char *canonical,
                         struct gaih_addrtuple **pat, char *buffer, size_t buflen);

/* --- hostent.c ------------------------------------------------------------ */

/* Where the names of a host stand: h_name, then h_aliases; NULL from the last on. */
char **hostent_name(struct hostent *host, size_t index);

/*
 * Makes *name, one of the names of a host that lies in the buffer, another one, in what
 * the rest of the answer leaves of the buffer, the place of the old name included;
 * OUTCOME_NO_SPACE if that is too little.
 */
enum outcome hostent_rename(struct hostent *host, char **name, const char *other,
                            char *buffer, size_t buflen);

/* --- retry.c -------------------------------------------------------------- */

/* Keeps, and then owns, the answer to name that did not fit into buflen octets. */
void retry_save(const char *name, size_t buflen, struct addresses addresses);

/* Whether this thread asks again, with more room, for what was kept: here it is. */
bool retry_take(const char *name, size_t buflen, struct addresses *addresses);

/* --- reentry.c ------------------------------------------------------------ */

/*
 * Whether this thread may ask libc for an address: true unless it is doing so, or
 * nothing could remember that it is.  Then reentry_leave() ends it.
 */
bool reentry_enter(void);
void reentry_leave(void);

/* Remembers the ASCII form of a name that idnx.conf allows; false: there is nothing to end. */
bool reentry_enter_name(const char *ace);

/* Whether this thread is asking for that name, or has left that lookup by longjmp(). */
bool reentry_is_within(const char *ace);

/* --- outcome.c ------------------------------------------------------------ */

/*
 * What an earlier source has left in *h_errnop, or NETDB_SUCCESS if that cannot be told: what
 * a caller hands over may never have been written.
 */
int outcome_before(const int *h_errnop);

/* What an entry point returns, *errnop and *h_errnop set to match. */
enum nss_status outcome_report(enum outcome outcome, int *errnop, int *h_errnop);

/* --- hosts_action.c ------------------------------------------------------- */

/*
 * Whether glibc asks no further source once idnx has returned status,
 * NSS_STATUS_NOTFOUND or NSS_STATUS_TRYAGAIN, as far as nsswitch.conf says:
 * false where that is unclear.
 */
bool hosts_action_is_final(enum nss_status status);

/* The same for an nsswitch.conf of length octets. */
bool hosts_action_is_final_in(const char *text, size_t length, enum nss_status status);

/* --- origin.c ------------------------------------------------------------- */

/* In each lookup: the first one remembers the root folder and nsswitch.conf.  errno stays. */
void origin_remember(void);

/* Whether nsswitch.conf, open as file, is the one whose line glibc walks along. */
bool origin_is(int file);

#endif
