/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The inside of the module, in the order of a lookup of a name
 *
 *     nss_idnx.c: is it for this module?
 *         -> policy.c: ASCII form (config.c, match.c: what idnx.conf says of it,
 *            charset.c: if it is not UTF-8)
 *         -> forward.c: ask libc for that name (libc.c: libc itself, reentry.c: do not
 *            check it again)
 *         -> policy.c: the canonical name in Unicode, if idnx.conf says so
 *         -> answer.c, hostent.c: into the caller's buffer (retry.c: if it did not fit)
 *         -> outcome.c: in glibc's terms (hosts_action.c: what glibc does next,
 *            origin.c: whether glibc uses this nsswitch.conf)
 *
 * and of an address, whose names are to be shown in Unicode
 *
 *     nss_idnx.c: is it for this module? (policy.c: only if idnx.conf says so)
 *         -> reentry.c: unless this thread is asking already
 *         -> forward.c -> policy.c -> hostent.c -> outcome.c
 *
 * Only nss_idnx.c and policy.c deal with IDNA: the others ask for ASCII names, and show
 * strings.  Functions return what they find as an enum outcome, and leave its cause, if
 * there is one, in errno.
 */
#ifndef NSS_IDNX_LOOKUP_H
#define NSS_IDNX_LOOKUP_H

#include <netdb.h>
#include <nss.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum outcome {
	OUTCOME_FOUND,
	OUTCOME_NOT_OURS,          /* an ASCII name or an address: left to the other sources */
	OUTCOME_NOT_FOUND,         /* the name is rejected, or does not exist */
	OUTCOME_NO_ADDRESS,        /* the name exists */
	OUTCOME_TRY_LATER,         /* no server has answered, or one has failed */
	OUTCOME_REVERSE_TRY_LATER, /* gethostbyaddr: the same from dns, which says not found */
	OUTCOME_DANGLING_ALIAS,    /* dns: an alias of a name without an address */
	OUTCOME_NOT_FOUND_AFTER_FAILURE, /* dns: try later for the name as it is, and not
	                                    found with the search list */
	OUTCOME_FAILED,                  /* no source could answer; errno may say why */
	OUTCOME_UNSUPPORTED,             /* the address family; errno is EAFNOSUPPORT */
	OUTCOME_NO_SPACE,                /* the caller's buffer is too small */
	OUTCOME_INTERNAL,                /* gethostbyname: this machine fails; errno says why */
	OUTCOME_SYSTEM,                  /* getaddrinfo: the same */
};

/* --- forward.c ------------------------------------------------------------ */

/* An answer of getaddrinfo(), and the function that frees it. */
struct addresses {
	struct addrinfo *list;
	void (*release)(struct addrinfo *list);
};

/* Calls gethostbyname2_r() for the family *af; gethostbyname_r() if af is NULL. */
enum outcome forward_gethostbyname(const char *name, const int *af, struct hostent *host,
                                   char *buffer, size_t buflen, int *h_errnop);
enum outcome forward_gethostbyaddr(const void *address, socklen_t length, int af,
                                   struct hostent *host, char *buffer, size_t buflen,
                                   int *h_errnop);

/* On OUTCOME_FOUND the caller releases the addresses. */
enum outcome forward_getaddrinfo(const char *name, int af, struct addresses *addresses);
void forward_release(struct addresses addresses);

/* The same outcome, without the addresses. */
enum outcome forward_reason(const char *name, int af);

/* --- answer.c ------------------------------------------------------------- */

/*
 * Writes the list in the form of gethostbyname4_r() into buffer, which may have any alignment.
 * If it does not fit, returns OUTCOME_NO_SPACE and leaves *pat and **pat untouched.
 */
enum outcome answer_pack(const struct addrinfo *list, const char *canonical,
                         struct gaih_addrtuple **pat, char *buffer, size_t buflen);

/* --- hostent.c ------------------------------------------------------------ */

/* Returns where a name of a host is stored: h_name, then h_aliases; NULL after the last. */
char **hostent_name(struct hostent *host, size_t index);

/*
 * Replaces *name, one of the names of a host that lies in the buffer, with other.  Returns
 * OUTCOME_NO_SPACE if what the rest of the answer leaves of the buffer is too little.
 */
enum outcome hostent_rename(struct hostent *host, char **name, const char *other, char *buffer,
                            size_t buflen);

/* --- retry.c -------------------------------------------------------------- */

/* Keeps the answer to name that did not fit into buflen octets, and takes ownership. */
void retry_save(const char *name, size_t buflen, struct addresses addresses);

/* Returns the kept answer, now the caller's, if this thread asks for it with more room. */
bool retry_take(const char *name, size_t buflen, struct addresses *addresses);

/* --- reentry.c ------------------------------------------------------------ */

/*
 * Returns whether this thread may ask libc for an address: false if it is already asking,
 * or if that cannot be remembered.  After true, reentry_leave() ends the lookup.
 */
bool reentry_enter(uintptr_t *before);
void reentry_leave(uintptr_t before);

/* Remembers the ASCII form of a name that idnx.conf allows; if false, do not leave. */
bool reentry_enter_name(const char *ace, uintptr_t *before);

/* Returns whether lookups of names by this thread lie within each other, and would have no end. */
bool reentry_is_too_deep(void);

/* Returns whether this thread is asking for this name, or has left that lookup by longjmp(). */
bool reentry_is_within(const char *ace);

/* --- outcome.c ------------------------------------------------------------ */

/* Returns the status for an entry point, and sets *errnop and *h_errnop to match. */
enum nss_status outcome_report(enum outcome outcome, int *errnop, int *h_errnop);

/* The same for an entry point that glibc calls for IPv4 only. */
enum nss_status outcome_report_ipv4(enum outcome outcome, int *errnop, int *h_errnop);

/* --- hosts_action.c ------------------------------------------------------- */

/*
 * Returns whether, by nsswitch.conf or by a text of it, glibc asks no further source once idnx
 * has returned status, NSS_STATUS_NOTFOUND or NSS_STATUS_TRYAGAIN; false if that is unclear.
 */
bool hosts_action_is_final(enum nss_status status);
bool hosts_action_is_final_in(const char *text, size_t length, enum nss_status status);

/* --- origin.c ------------------------------------------------------------- */

/* Called in each lookup; the first remembers "/" and nsswitch.conf.  Preserves errno. */
void origin_remember(void);

/* Returns whether nsswitch.conf, open as file, is the one whose line glibc uses. */
bool origin_is(int file);

#endif
