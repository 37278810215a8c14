/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entry points glibc calls for the source "idnx" of the line "hosts:" in
 * nsswitch.conf (glibc manual, "Extending NSS").  A name of ASCII octets is left
 * alone.  Any other is converted to its ASCII form, libc is asked for that one,
 * and its answer is ours.  libc asks this module again on the way, with a name
 * that is ASCII now and so left alone: that is what ends the recursion.
 *
 * There are no reverse lookups here, and no getcanonname_r (CVE-2023-4806).
 */
#include <string.h>

#include "idnx.h"
#include "lookup.h"
#include "nss_idnx.h"

static bool is_ascii(const char *name)
{
	while (*name != '\0' && ((unsigned char)*name & 0x80) == 0)
		name++;
	return *name == '\0';
}

/* OUTCOME_FOUND: there is an ASCII form to ask for, and it is in ace. */
static enum outcome to_ace(const char *name, char ace[static IDNX_HOST_NAME_SIZE])
{
	struct idnx_result result;

	if (is_ascii(name))
		return OUTCOME_NOT_OURS;
	result = idnx_to_ascii(name, strlen(name), ace, IDNX_HOST_NAME_SIZE, IDNX_LOOKUP);
	return result.status == IDNX_OK ? OUTCOME_FOUND : OUTCOME_NOT_FOUND;
}

enum nss_status
_nss_idnx_gethostbyname_r(const char *name, struct hostent *host, char *buffer,
                          size_t buflen, int *errnop, int *h_errnop)
{
	char ace[IDNX_HOST_NAME_SIZE];
	enum outcome outcome = to_ace(name, ace);

	if (outcome == OUTCOME_FOUND)
		outcome = forward_gethostbyname(ace, host, buffer, buflen, h_errnop);
	return outcome_report(outcome, errnop, h_errnop);
}

enum nss_status
_nss_idnx_gethostbyname2_r(const char *name, int af, struct hostent *host, char *buffer,
                           size_t buflen, int *errnop, int *h_errnop)
{
	return _nss_idnx_gethostbyname3_r(name, af, host, buffer, buflen, errnop,
	                                  h_errnop, NULL, NULL);
}

enum nss_status
_nss_idnx_gethostbyname3_r(const char *name, int af, struct hostent *host, char *buffer,
                           size_t buflen, int *errnop, int *h_errnop, int32_t *ttlp,
                           char **canonp)
{
	char ace[IDNX_HOST_NAME_SIZE];
	enum outcome outcome = to_ace(name, ace);

	if (outcome == OUTCOME_FOUND)
		outcome = forward_gethostbyname2(ace, af, host, buffer, buflen, h_errnop);
	/* Without *canonp the canonical name would be the name as it was given. */
	if (outcome == OUTCOME_FOUND && canonp != NULL)
		*canonp = host->h_name;
	if (outcome == OUTCOME_FOUND && ttlp != NULL)
		*ttlp = 0; /* libc does not say: cache it not at all (nscd) */
	return outcome_report(outcome, errnop, h_errnop);
}

/* Answers with the addresses of ace, which are released, or kept if they do not fit. */
static enum outcome answer(const char *ace, struct addresses addresses,
                           struct gaih_addrtuple **pat, char *buffer, size_t buflen)
{
	enum outcome outcome = answer_pack(addresses.list, ace, pat, buffer, buflen);

	if (outcome == OUTCOME_NO_SPACE)
		keep_put(ace, buflen, addresses);
	else
		addresses.release(addresses.list);
	return outcome;
}

enum nss_status
_nss_idnx_gethostbyname4_r(const char *name, struct gaih_addrtuple **pat, char *buffer,
                           size_t buflen, int *errnop, int *h_errnop, int32_t *ttlp)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct addresses addresses;
	enum outcome outcome = to_ace(name, ace);

	if (outcome == OUTCOME_FOUND && !keep_take(ace, buflen, &addresses))
		outcome = forward_getaddrinfo(ace, &addresses);
	if (outcome == OUTCOME_FOUND)
		outcome = answer(ace, addresses, pat, buffer, buflen);
	if (outcome == OUTCOME_FOUND && ttlp != NULL)
		*ttlp = 0;
	return outcome_report(outcome, errnop, h_errnop);
}
