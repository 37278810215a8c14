/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ask: asks glibc for a name through its front ends, and prints one line for
 * each with everything a program could see: canonical name, aliases, addresses
 * in their order, or the errors.
 *
 *     ask                      the labels of all front ends, one a line
 *     ask LABEL NAME           one of them
 *     ask all NAME             all of them, in parallel
 *
 * A '%' in NAME becomes the front end's label, so that the questions of each
 * can be told apart in the log of the DNS server: "%.example".
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct front_end {
	const char *label;
	void (*ask)(const struct front_end *front, const char *name);
	int family;
	int flags;           /* of getaddrinfo */
	const char *command; /* of getent, "$NAME" being the name */
};

/* --- Printing ------------------------------------------------------------- */

struct code {
	int value;
	const char *text;
};

#define CODE(name) { name, #name }

static const struct code h_errors[] = {
	CODE(NETDB_INTERNAL), CODE(NETDB_SUCCESS), CODE(HOST_NOT_FOUND),
	CODE(TRY_AGAIN),      CODE(NO_RECOVERY),   CODE(NO_DATA),
	{ 0, NULL },
};

static const struct code eai_errors[] = {
	CODE(EAI_NONAME), CODE(EAI_NODATA), CODE(EAI_AGAIN),
	CODE(EAI_FAIL),   CODE(EAI_SYSTEM), CODE(EAI_MEMORY),
	CODE(EAI_FAMILY), CODE(EAI_ADDRFAMILY),
	{ 0, NULL },
};

static const char *code_text(const struct code *code, int value)
{
	while (code->text && code->value != value)
		code++;
	return code->text ? code->text : "an unknown code";
}

static void print_failure(const char *text, int error)
{
	printf(" %s errno=%d\n", text, error);
}

static void print_address(int family, const void *address)
{
	char text[INET6_ADDRSTRLEN];

	printf(" %s", inet_ntop(family, address, text, sizeof text));
}

static void print_hostent(const struct hostent *host, int h_error, int error)
{
	if (!host) {
		print_failure(code_text(h_errors, h_error), error);
		return;
	}
	printf(" name=%s", host->h_name);
	for (char **alias = host->h_aliases; *alias; alias++)
		printf(" alias=%s", *alias);
	for (char **address = host->h_addr_list; *address; address++)
		print_address(host->h_addrtype, *address);
	putchar('\n');
}

static void print_addrinfo(const struct addrinfo *info)
{
	for (; info; info = info->ai_next) {
		if (info->ai_canonname)
			printf(" name=%s", info->ai_canonname);
		if (info->ai_family == AF_INET6) {
			const struct sockaddr_in6 *in6 = (const void *)info->ai_addr;

			print_address(AF_INET6, &in6->sin6_addr);
		} else {
			const struct sockaddr_in *in = (const void *)info->ai_addr;

			print_address(AF_INET, &in->sin_addr);
		}
	}
	putchar('\n');
}

/* --- Asking --------------------------------------------------------------- */

static void ask_gethostbyname(const struct front_end *front, const char *name)
{
	(void)front;
	errno = 0;
	const struct hostent *host = gethostbyname(name);

	print_hostent(host, h_errno, errno);
}

static void ask_gethostbyname2(const struct front_end *front, const char *name)
{
	errno = 0;
	const struct hostent *host = gethostbyname2(name, front->family);

	print_hostent(host, h_errno, errno);
}

/* As its manual says: the buffer doubles as long as the answer is ERANGE. */
static void ask_gethostbyname_r(const struct front_end *front, const char *name)
{
	struct hostent host, *found = NULL;
	char *buffer = NULL;
	size_t size = 512;
	int h_error, error;

	(void)front;
	do {
		size *= 2;
		buffer = realloc(buffer, size);
		if (!buffer)
			abort();
		errno = 0;
		error = gethostbyname_r(name, &host, buffer, size, &found, &h_error);
	} while (error == ERANGE);
	print_hostent(found, h_error, error);
	free(buffer);
}

static void ask_getaddrinfo(const struct front_end *front, const char *name)
{
	const struct addrinfo hints = {
		.ai_family = front->family,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = front->flags,
	};
	struct addrinfo *info;

	errno = 0;
	int error = getaddrinfo(name, NULL, &hints, &info);

	if (error) {
		print_failure(code_text(eai_errors, error), errno);
		return;
	}
	print_addrinfo(info);
	freeaddrinfo(info);
}

static void ask_getent(const struct front_end *front, const char *name)
{
	FILE *getent;
	int octet;

	if (setenv("NAME", name, 1) || !(getent = popen(front->command, "r")))
		abort();
	putchar(' ');
	while ((octet = getc(getent)) != EOF)
		putchar(octet == '\n' ? ';' : octet);
	printf(" exit=%d\n", WEXITSTATUS(pclose(getent)));
}

/* --- The front ends ------------------------------------------------------- */

#define MAPPED (AI_V4MAPPED | AI_ALL)
#define CONFIG AI_ADDRCONFIG
#define CANON  AI_CANONNAME

static const struct front_end front_ends[] = {
	{ "gethostbyname", ask_gethostbyname, 0, 0, NULL },
	{ "gethostbyname_r", ask_gethostbyname_r, 0, 0, NULL },
	{ "gethostbyname2-inet", ask_gethostbyname2, AF_INET, 0, NULL },
	{ "gethostbyname2-inet6", ask_gethostbyname2, AF_INET6, 0, NULL },
	{ "unspec", ask_getaddrinfo, AF_UNSPEC, 0, NULL },
	{ "unspec-mapped", ask_getaddrinfo, AF_UNSPEC, MAPPED, NULL },
	{ "unspec-config", ask_getaddrinfo, AF_UNSPEC, CONFIG, NULL },
	{ "unspec-canon", ask_getaddrinfo, AF_UNSPEC, CANON, NULL },
	{ "unspec-canon-mapped", ask_getaddrinfo, AF_UNSPEC, CANON | MAPPED, NULL },
	{ "unspec-canon-config", ask_getaddrinfo, AF_UNSPEC, CANON | CONFIG, NULL },
	{ "inet", ask_getaddrinfo, AF_INET, 0, NULL },
	{ "inet-mapped", ask_getaddrinfo, AF_INET, MAPPED, NULL },
	{ "inet-config", ask_getaddrinfo, AF_INET, CONFIG, NULL },
	{ "inet-canon", ask_getaddrinfo, AF_INET, CANON, NULL },
	{ "inet-canon-mapped", ask_getaddrinfo, AF_INET, CANON | MAPPED, NULL },
	{ "inet-canon-config", ask_getaddrinfo, AF_INET, CANON | CONFIG, NULL },
	{ "inet6", ask_getaddrinfo, AF_INET6, 0, NULL },
	{ "inet6-mapped", ask_getaddrinfo, AF_INET6, MAPPED, NULL },
	{ "inet6-config", ask_getaddrinfo, AF_INET6, CONFIG, NULL },
	{ "inet6-canon", ask_getaddrinfo, AF_INET6, CANON, NULL },
	{ "inet6-canon-mapped", ask_getaddrinfo, AF_INET6, CANON | MAPPED, NULL },
	{ "inet6-canon-config", ask_getaddrinfo, AF_INET6, CANON | CONFIG, NULL },
	{ "getent-hosts", ask_getent, 0, 0, "getent hosts -- \"$NAME\"" },
	{ "getent-ahosts", ask_getent, 0, 0, "getent -i ahosts -- \"$NAME\"" },
	{ "getent-ahostsv4", ask_getent, 0, 0, "getent -i ahostsv4 -- \"$NAME\"" },
	{ "getent-ahostsv6", ask_getent, 0, 0, "getent -i ahostsv6 -- \"$NAME\"" },
};

#define FRONT_ENDS (sizeof front_ends / sizeof front_ends[0])

static void ask(const struct front_end *front, const char *pattern)
{
	char name[1024];
	size_t before = strcspn(pattern, "%");

	if (pattern[before])
		snprintf(name, sizeof name, "%.*s%s%s", (int)before, pattern,
		         front->label, pattern + before + 1);
	else
		snprintf(name, sizeof name, "%s", pattern);
	printf("%s", front->label);
	front->ask(front, name);
}

/* Each in a process of its own, so that nothing one leaves behind helps another. */
static void ask_all(const char *pattern)
{
	FILE *answers[FRONT_ENDS];
	int octet;

	for (size_t i = 0; i < FRONT_ENDS; i++) {
		if (!(answers[i] = tmpfile()))
			abort();
		switch (fork()) {
		case -1:
			abort();
		case 0:
			dup2(fileno(answers[i]), STDOUT_FILENO);
			ask(&front_ends[i], pattern);
			exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	for (size_t i = 0; i < FRONT_ENDS; i++) {
		rewind(answers[i]);
		while ((octet = getc(answers[i])) != EOF)
			putchar(octet);
		fclose(answers[i]);
	}
}

int main(int argc, char **argv)
{
	if (argc == 1) {
		for (size_t i = 0; i < FRONT_ENDS; i++)
			puts(front_ends[i].label);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "all")) {
		ask_all(argv[2]);
		return 0;
	}
	for (size_t i = 0; argc == 3 && i < FRONT_ENDS; i++)
		if (!strcmp(argv[1], front_ends[i].label)) {
			ask(&front_ends[i], argv[2]);
			return 0;
		}
	fputs("usage: ask [LABEL|all NAME]\n", stderr);
	return 2;
}
