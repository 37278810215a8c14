/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entry points that glibc calls for the source "idnx" in the "hosts:" line of
 * nsswitch.conf (glibc manual, "Extending NSS").  The answer for an internationalized name is
 * libc's answer for its ASCII form.  libc then calls this module again, for that form, which
 * passes through as all ASCII names do (idnx.conf may have those with an xn-- label checked).
 * So do addresses, unless idnx.conf wants the names found for them in Unicode.  There is no
 * getcanonname_r (CVE-2023-4806).
 */
#include <errno.h>

#include "lookup.h"
#include "nss_idnx.h"
#include "libc.h"
#include "log.h"
#include "policy.h"

/* What to ask for, and how to answer. */
struct question {
	char ace[IDNX_HOST_NAME_SIZE];
	bool unicode_canonical_name;
	bool is_remembered; /* when libc asks for it, idnx.conf need not be read again */
	uintptr_t before;   /* what was remembered then */
};

/* Needed from the first lookup on, even of an ASCII name: later may be too late. */
static void remember(void)
{
	libc_prepare();
	origin_remember();
}

/* Out of line: ASCII names take 0.6 KiB of stack, not 1.4. */
#define APART __attribute__((noinline))

APART static enum outcome act_on(const struct decision *decision, const char *name,
                                 struct question *question)
{
	static const enum outcome outcomes[] = {
		[POLICY_CONVERTED] = OUTCOME_FOUND,
		[POLICY_UNCHANGED] = OUTCOME_NOT_OURS,
		[POLICY_EXCLUDED] = OUTCOME_NOT_OURS,
		[POLICY_REJECTED] = OUTCOME_NOT_FOUND,
		/* Fail closed: what the administrator forbids is unknown. */
		[POLICY_NO_CONFIG] = OUTCOME_TRY_LATER,
		[POLICY_NO_CHARSET] = OUTCOME_TRY_LATER,
	};

	if (decision->is_logged)
		log_decision(IDNX_CONF, name, question->ace, decision, "module");
	question->unicode_canonical_name = decision->settings.values[CONFIG_CANONICAL_NAME];
	if (decision->action == POLICY_CONVERTED && reentry_is_too_deep())
		return OUTCOME_TRY_LATER;
	if (decision->action == POLICY_CONVERTED)
		question->is_remembered = reentry_enter_name(question->ace, &question->before);
	return outcomes[decision->action];
}

static enum outcome apply_policy(const char *name, struct question *question)
{
	const struct decision decision = policy_to_ascii(IDNX_CONF, name, question->ace);

	if (decision.action == POLICY_UNCHANGED && !decision.is_logged)
		return OUTCOME_NOT_OURS;
	return act_on(&decision, name, question);
}

/*
 * Converts a name; OUTCOME_FOUND means that question has an ASCII form to ask for.  Preserves
 * errno, as all that it calls does: getaddrinfo() may report it for a name that is not found.
 */
static enum outcome to_ace(const char *name, struct question *question)
{
	remember();
	question->is_remembered = false;
	return reentry_is_within(name) ? OUTCOME_NOT_OURS : apply_policy(name, question);
}

/* Called as soon as libc has answered. */
static void forget(const struct question *question)
{
	if (question->is_remembered)
		reentry_leave(question->before);
}

/* Leaves the aliases as they are, since programs compare them. */
APART static enum outcome show_canonical_name(const struct question *question,
                                              struct hostent *host, char *buffer, size_t buflen)
{
	char name[POLICY_UNICODE_SIZE];

	if (!question->unicode_canonical_name ||
	    policy_to_unicode(IDNX_CONF, host->h_name, POLICY_FOUND_BY_NAME, name) == 0)
		return OUTCOME_FOUND;
	return hostent_rename(host, &host->h_name, name, buffer, buflen);
}

/*
 * dns rejects a name that begins with a hyphen without sending a query, in all its functions
 * except gethostbyname3_r, which sends the query and rejects the answer.  So only
 * getaddrinfo() with AI_CANONNAME, which has called this module, knows what the server says.
 */
enum caller { GETHOSTBYNAME, GETADDRINFO };
static enum outcome by_name(const char *name, const int *af, enum caller caller,
                            struct hostent *host, char *buffer, size_t buflen, int *h_errnop)
{
	struct question question;
	enum outcome outcome = to_ace(name, &question);

	if (outcome == OUTCOME_FOUND && caller == GETADDRINFO && question.ace[0] == '-')
		outcome = forward_reason(question.ace, *af);
	if (outcome == OUTCOME_FOUND)
		outcome = forward_gethostbyname(question.ace, af, host, buffer, buflen,
		                                h_errnop);
	forget(&question);
	if (outcome == OUTCOME_FOUND)
		outcome = show_canonical_name(&question, host, buffer, buflen);
	return outcome;
}

enum nss_status _nss_idnx_gethostbyname_r(const char *name, struct hostent *host, char *buffer,
                                          size_t buflen, int *errnop, int *h_errnop)
{
	enum outcome outcome = by_name(name, NULL, GETHOSTBYNAME, host, buffer, buflen,
	                               h_errnop);

	return outcome_report_ipv4(outcome, errnop, h_errnop);
}

enum nss_status _nss_idnx_gethostbyname2_r(const char *name, int af, struct hostent *host,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop)
{
	enum outcome outcome = by_name(name, &af, GETHOSTBYNAME, host, buffer, buflen,
	                               h_errnop);

	if (af == AF_INET)
		return outcome_report_ipv4(outcome, errnop, h_errnop);
	return outcome_report(outcome, errnop, h_errnop);
}

enum nss_status _nss_idnx_gethostbyname3_r(const char *name, int af, struct hostent *host,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop, int32_t *ttlp, char **canonp)
{
	/* nscd asks for both, or a ttl */
	enum caller caller = canonp != NULL && ttlp == NULL ? GETADDRINFO : GETHOSTBYNAME;
	enum outcome outcome = by_name(name, &af, caller, host, buffer, buflen, h_errnop);

	/* Without *canonp glibc takes the name as given for the canonical name. */
	if (outcome == OUTCOME_FOUND && canonp != NULL)
		*canonp = host->h_name;
	if (outcome == OUTCOME_FOUND && ttlp != NULL)
		*ttlp = 0; /* unknown from libc: nscd must not cache the answer */
	return outcome_report(outcome, errnop, h_errnop);
}

APART static enum outcome pack(const struct question *question, const struct addrinfo *list,
                               struct gaih_addrtuple **pat, char *buffer, size_t buflen)
{
	const char *canonical = list->ai_canonname != NULL ? list->ai_canonname : question->ace;
	char name[POLICY_UNICODE_SIZE];

	if (question->unicode_canonical_name &&
	    policy_to_unicode(IDNX_CONF, canonical, POLICY_FOUND_BY_NAME, name) > 0)
		canonical = name;
	return answer_pack(list, canonical, pat, buffer, buflen);
}

/* Answers with the addresses, then releases them, or keeps them if they do not fit. */
static enum outcome answer(const struct question *question, struct addresses addresses,
                           struct gaih_addrtuple **pat, char *buffer, size_t buflen)
{
	enum outcome outcome = pack(question, addresses.list, pat, buffer, buflen);

	if (outcome == OUTCOME_NO_SPACE)
		retry_save(question->ace, buflen, addresses);
	else
		forward_release(addresses);
	return outcome;
}

enum nss_status _nss_idnx_gethostbyname4_r(const char *name, struct gaih_addrtuple **pat,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop, int32_t *ttlp)
{
	struct question question;
	struct addresses addresses;
	enum outcome outcome = to_ace(name, &question);

	if (outcome == OUTCOME_FOUND && !retry_take(question.ace, buflen, &addresses))
		outcome = forward_getaddrinfo(question.ace, AF_UNSPEC, &addresses);
	forget(&question);
	if (outcome == OUTCOME_FOUND)
		outcome = answer(&question, addresses, pat, buffer, buflen);
	if (outcome == OUTCOME_FOUND && ttlp != NULL)
		*ttlp = 0;
	return outcome_report(outcome, errnop, h_errnop);
}

/*
 * The names of an address are for people to read, including its aliases.  Access rules compare them,
 * too.  An ACE name with the Unicode one as an alias would serve only those: of 63 programs and
 * libraries of Debian 44 call getnameinfo(), which gives the first name alone, among them mtr, who,
 * sshd, libwrap, mountd, PAM and Kerberos.
 */
APART static enum outcome show_names(struct hostent *host, char *buffer, size_t buflen)
{
	enum outcome outcome = OUTCOME_FOUND;
	char shown[POLICY_UNICODE_SIZE], **name;
	size_t i = 0;

	while (outcome == OUTCOME_FOUND && (name = hostent_name(host, i++)) != NULL)
		if (policy_to_unicode(IDNX_CONF, *name, POLICY_FOUND_BY_ADDRESS, shown) > 0)
			outcome = hostent_rename(host, name, shown, buffer, buflen);
	return outcome;
}

/* libc calls this module again for the same address, which then passes through. */
static enum nss_status by_address(const void *address, socklen_t length, int af,
                                  struct hostent *host, char *buffer, size_t buflen,
                                  int *errnop, int *h_errnop, int32_t *ttlp)
{
	enum outcome outcome = OUTCOME_NOT_OURS;
	uintptr_t before;

	remember();
	if (policy_shows_reverse(IDNX_CONF) && reentry_enter(&before)) {
		outcome = forward_gethostbyaddr(address, length, af, host, buffer, buflen,
		                                h_errnop);
		reentry_leave(before);
	}
	if (outcome == OUTCOME_FOUND)
		outcome = show_names(host, buffer, buflen);
	if (outcome == OUTCOME_FOUND && ttlp != NULL)
		*ttlp = 0;
	return outcome_report(outcome, errnop, h_errnop);
}

enum nss_status _nss_idnx_gethostbyaddr_r(const void *address, socklen_t length, int af,
                                          struct hostent *host, char *buffer, size_t buflen,
                                          int *errnop, int *h_errnop)
{
	return by_address(address, length, af, host, buffer, buflen, errnop, h_errnop, NULL);
}

enum nss_status _nss_idnx_gethostbyaddr2_r(const void *address, socklen_t length, int af,
                                           struct hostent *host, char *buffer, size_t buflen,
                                           int *errnop, int *h_errnop, int32_t *ttlp)
{
	return by_address(address, length, af, host, buffer, buflen, errnop, h_errnop, ttlp);
}
