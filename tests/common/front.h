/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What a program sees of a lookup, as a text to compare.  The front ends are those that
 * threads may use; each asks the module by another entry point.
 */
#ifndef FAULTS_FRONT_H
#define FAULTS_FRONT_H

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sixty addresses and a name; not on the stack of the thread that asks. */
struct seen {
	char text[4096];
	size_t length;
	char buffer[4096];
};

static inline void see(struct seen *seen, const char *word)
{
	int length = snprintf(seen->text + seen->length, sizeof seen->text - seen->length,
	                      "%s ", word);

	if (length < 0 || (size_t)length >= sizeof seen->text - seen->length)
		abort();
	seen->length += (size_t)length;
}

static inline void see_address(struct seen *seen, int family, const void *octets)
{
	char text[INET6_ADDRSTRLEN];

	see(seen, inet_ntop(family, octets, text, sizeof text));
}

static inline void see_host(struct seen *seen, const struct hostent *host, int host_error)
{
	char code[16];

	if (host == NULL) {
		snprintf(code, sizeof code, "h%d", host_error);
		see(seen, code);
		return;
	}
	see(seen, host->h_name);
	for (char **alias = host->h_aliases; *alias != NULL; alias++) {
		see(seen, "alias");
		see(seen, *alias);
	}
	for (char **octets = host->h_addr_list; *octets != NULL; octets++)
		see_address(seen, host->h_addrtype, *octets);
}

static inline void ask_r(const char *name, struct seen *seen)
{
	struct hostent host, *found = NULL;
	int host_error = NETDB_SUCCESS;

	gethostbyname_r(name, &host, seen->buffer, sizeof seen->buffer, &found, &host_error);
	see_host(seen, found, host_error);
}

static inline void ask_2_r(const char *name, struct seen *seen)
{
	struct hostent host, *found = NULL;
	int host_error = NETDB_SUCCESS;

	gethostbyname2_r(name, AF_INET6, &host, seen->buffer, sizeof seen->buffer, &found,
	                 &host_error);
	see_host(seen, found, host_error);
}

static inline void see_list(struct seen *seen, struct addrinfo *list)
{
	if (list->ai_canonname != NULL)
		see(seen, list->ai_canonname);
	for (; list != NULL; list = list->ai_next) {
		const struct sockaddr_in *v4 = (const void *)list->ai_addr;
		const struct sockaddr_in6 *v6 = (const void *)list->ai_addr;

		if (list->ai_family == AF_INET)
			see_address(seen, AF_INET, &v4->sin_addr);
		else
			see_address(seen, AF_INET6, &v6->sin6_addr);
	}
}

static inline void ask_list(const char *name, int family, struct seen *seen)
{
	const struct addrinfo hints = {
		.ai_family = family, .ai_socktype = SOCK_STREAM, .ai_flags = AI_CANONNAME,
	};
	struct addrinfo *list = NULL;
	char code[32];
	int error = getaddrinfo(name, NULL, &hints, &list);

	if (error != 0) {
		snprintf(code, sizeof code, "e%d/%d", error, error == EAI_SYSTEM ? errno : 0);
		see(seen, code);
		return;
	}
	see_list(seen, list);
	freeaddrinfo(list);
}

static inline void ask_3_r(const char *name, struct seen *seen)
{
	ask_list(name, AF_INET, seen);
}

static inline void ask_4_r(const char *name, struct seen *seen)
{
	ask_list(name, AF_UNSPEC, seen);
}

/* The names of an IPv4 address. */
static inline void ask_address(const char *address, struct seen *seen)
{
	struct hostent host, *found = NULL;
	int host_error = NETDB_SUCCESS;
	struct in_addr octets;

	if (inet_pton(AF_INET, address, &octets) != 1)
		abort();
	gethostbyaddr_r(&octets, sizeof octets, AF_INET, &host, seen->buffer,
	                sizeof seen->buffer, &found, &host_error);
	see_host(seen, found, host_error);
}

/* The front ends for a name, and one for an address. */
enum { FRONTS = 4, REVERSE = FRONTS };

static void (*const fronts[FRONTS + 1])(const char *name, struct seen *seen) = {
	ask_r, ask_2_r, ask_3_r, ask_4_r, [REVERSE] = ask_address,
};

static inline struct seen ask(size_t front, const char *name)
{
	struct seen seen = { .length = 0 };

	fronts[front](name, &seen);
	return seen;
}

#endif
