/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The ways in which make bench-lookup asks for a name. */
#include <fcntl.h>
#include <netdb.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lookup.h"

#define BUFFER_SIZE 4096 /* enough for 25 addresses: no retry */

static bool ask_gethostbyname(const char *name, int family)
{
	(void)family;
	return gethostbyname(name) != NULL;
}

static bool ask_gethostbyname_r(const char *name, int family)
{
	struct hostent host, *found = NULL;
	char buffer[BUFFER_SIZE];
	int host_error;

	(void)family;
	gethostbyname_r(name, &host, buffer, sizeof buffer, &found, &host_error);
	return found != NULL;
}

static bool ask_gethostbyname2_r(const char *name, int family)
{
	struct hostent host, *found = NULL;
	char buffer[BUFFER_SIZE];
	int host_error;

	gethostbyname2_r(name, family, &host, buffer, sizeof buffer, &found, &host_error);
	return found != NULL;
}

static bool ask_getaddrinfo(const char *name, int family)
{
	struct addrinfo hints = { .ai_family = family, .ai_socktype = SOCK_STREAM };
	struct addrinfo *found;

	if (getaddrinfo(name, NULL, &hints, &found) != 0)
		return false;
	freeaddrinfo(found);
	return true;
}

/* Starts a process that loads everything again. */
static bool ask_getent(const char *name, int family)
{
	char copy[256]; /* posix_spawnp() takes no constants */
	char *arguments[] = { "getent", "--no-idn", "ahosts", copy, NULL };
	posix_spawn_file_actions_t actions;
	int status = -1;
	pid_t child;

	(void)family;
	snprintf(copy, sizeof copy, "%s", name);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&child, "getent", &actions, NULL, arguments, environ) == 0)
		waitpid(child, &status, 0);
	posix_spawn_file_actions_destroy(&actions);
	return status == 0;
}

const struct way ways[WAYS] = {
	{ "gethostbyname", ask_gethostbyname, AF_INET, 0, false },
	{ "gethostbyname_r", ask_gethostbyname_r, AF_INET, 0, false },
	{ "gethostbyname2_r AF_INET", ask_gethostbyname2_r, AF_INET, 0, false },
	{ "gethostbyname2_r AF_INET6", ask_gethostbyname2_r, AF_INET6, 0, false },
	{ "getaddrinfo AF_INET", ask_getaddrinfo, AF_INET, 0, false },
	{ "getaddrinfo AF_INET6", ask_getaddrinfo, AF_INET6, 0, false },
	{ "getaddrinfo AF_UNSPEC", ask_getaddrinfo, AF_UNSPEC, 3, true },
	{ "getent --no-idn ahosts", ask_getent, AF_UNSPEC, 100, false },
};
