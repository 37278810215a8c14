/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ask: looks up a name or an address through glibc's front ends.  Prints one line for each,
 * with everything a program could see: canonical name, aliases, addresses in their order, or
 * the errors.
 *
 *     ask                      prints the labels of all front ends for names, one per line
 *     ask LABEL NAME           uses one of them
 *     ask LABEL ADDRESS        uses one of those for addresses
 *     ask all NAME             uses all of those for names, in parallel
 *     ask reverse ADDRESS      uses all of those for addresses
 *     ask each                 reads lines "LABEL NAME" and asks one after the other
 *     ask -l ...               calls setlocale() first
 *     ask -e ERRNO ...         sets errno to that number first, instead of 0
 *     ask -h H_ERRNO ...       sets h_errno first, and prints what getaddrinfo() makes of it
 *
 * A '%' in NAME becomes the front end's label, as in "%.example", so that the DNS server's log
 * shows which front end sent a query.  "each" does not replace it; there, a line "chroot
 * DIRECTORY" changes the root, and "open /dev/null" opens that until there is no descriptor.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct front_end {
	const char *label;
	void (*ask)(const struct front_end *front, const char *name);
	int family;
	int flags;           /* of getaddrinfo and getnameinfo */
	const char *command; /* of getent; "$NAME" is the name */
};

/* The errno that a program has when it asks. */
static int errno_before;

/* The same for h_errno, unless it is not wanted. */
static int h_errno_before;
static bool h_errno_wanted;

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
	errno = errno_before;
	const struct hostent *host = gethostbyname(name);

	print_hostent(host, h_errno, errno);
}

static void ask_gethostbyname2(const struct front_end *front, const char *name)
{
	errno = errno_before;
	const struct hostent *host = gethostbyname2(name, front->family);

	print_hostent(host, h_errno, errno);
}

/* Larger than any answer; gethostbyname() and getaddrinfo() enlarge theirs. */
static char buffer[1 << 20];

static void ask_gethostbyname_r(const struct front_end *front, const char *name)
{
	struct hostent host, *found = NULL;
	int h_error, error;

	(void)front;
	errno = errno_before;
	error = gethostbyname_r(name, &host, buffer, sizeof buffer, &found, &h_error);
	print_hostent(found, h_error, error);
}

static void ask_getaddrinfo(const struct front_end *front, const char *name)
{
	const struct addrinfo hints = {
		.ai_family = front->family,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = front->flags,
	};
	struct addrinfo *info;

	errno = errno_before;
	h_errno = h_errno_before;
	int error = getaddrinfo(name, NULL, &hints, &info);

	if (h_errno_wanted)
		printf(" h_errno=%s", code_text(h_errors, h_errno));
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

/* --- Asking for the name of an address ------------------------------------ */

struct address {
	int family;
	socklen_t length;
	unsigned char octets[sizeof(struct in6_addr)];
};

static struct address address_of(const char *text)
{
	struct address address = { AF_INET, sizeof(struct in_addr), { 0 } };

	if (strchr(text, ':')) {
		address.family = AF_INET6;
		address.length = sizeof(struct in6_addr);
	}
	if (inet_pton(address.family, text, address.octets) != 1)
		abort();
	return address;
}

static void ask_gethostbyaddr(const struct front_end *front, const char *text)
{
	const struct address address = address_of(text);

	(void)front;
	errno = errno_before;
	const struct hostent *host = gethostbyaddr(address.octets, address.length,
	                                           address.family);

	print_hostent(host, h_errno, errno);
}

static void ask_gethostbyaddr_r(const struct front_end *front, const char *text)
{
	const struct address address = address_of(text);
	struct hostent host, *found = NULL;
	int h_error, error;

	(void)front;
	errno = errno_before;
	error = gethostbyaddr_r(address.octets, address.length, address.family, &host, buffer,
	                        sizeof buffer, &found, &h_error);
	print_hostent(found, h_error, error);
}

static void ask_getnameinfo(const struct front_end *front, const char *text)
{
	const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
	struct addrinfo *info;
	char name[NI_MAXHOST];

	if (getaddrinfo(text, NULL, &hints, &info))
		abort();
	errno = errno_before;
	int error = getnameinfo(info->ai_addr, info->ai_addrlen, name, sizeof name, NULL, 0,
	                        front->flags);

	if (error)
		print_failure(code_text(eai_errors, error), errno);
	else
		printf(" name=%s\n", name);
	freeaddrinfo(info);
}

/* Changes the root between two lookups, as a daemon does; not a front end. */
static void change_root(const struct front_end *front, const char *directory)
{
	(void)front;
	puts(chroot(directory) || chdir("/") ? " failed" : " done");
}

static void use_up_descriptors(const struct front_end *front, const char *file)
{
	(void)front;
	while (open(file, O_RDONLY) != -1)
		;
	puts(" done");
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

static const struct front_end address_front_ends[] = {
	{ "gethostbyaddr", ask_gethostbyaddr, 0, 0, NULL },
	{ "gethostbyaddr_r", ask_gethostbyaddr_r, 0, 0, NULL },
	{ "getnameinfo", ask_getnameinfo, 0, 0, NULL },
	{ "getnameinfo-required", ask_getnameinfo, 0, NI_NAMEREQD, NULL },
	{ "getent-hosts-address", ask_getent, 0, 0, "getent hosts -- \"$NAME\"" },
};

static const struct front_end root = { "chroot", change_root, 0, 0, NULL };
static const struct front_end full = { "open", use_up_descriptors, 0, 0, NULL };

#define ADDRESS_FRONT_ENDS (sizeof address_front_ends / sizeof address_front_ends[0])

static void ask(const struct front_end *front, const char *pattern)
{
	char name[1024];
	size_t before = strcspn(pattern, "%");

	if (pattern[before])
		snprintf(name, sizeof name, "%.*s%s%s", (int)before, pattern, front->label,
		         pattern + before + 1);
	else
		snprintf(name, sizeof name, "%s", pattern);
	printf("%s", front->label);
	front->ask(front, name);
}

/* Asks each in a process of its own, so that none depends on the state left by another. */
static void ask_all(const struct front_end *fronts, size_t count, const char *pattern)
{
	FILE *answers[FRONT_ENDS];
	int octet;

	for (size_t i = 0; i < count; i++) {
		if (!(answers[i] = tmpfile()))
			abort();
		switch (fork()) {
		case -1:
			abort();
		case 0:
			dup2(fileno(answers[i]), STDOUT_FILENO);
			ask(&fronts[i], pattern);
			exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	for (size_t i = 0; i < count; i++) {
		rewind(answers[i]);
		while ((octet = getc(answers[i])) != EOF)
			putchar(octet);
		fclose(answers[i]);
	}
}

static const struct front_end *front_end(const char *label)
{
	for (size_t i = 0; i < FRONT_ENDS; i++)
		if (!strcmp(label, front_ends[i].label))
			return &front_ends[i];
	for (size_t i = 0; i < ADDRESS_FRONT_ENDS; i++)
		if (!strcmp(label, address_front_ends[i].label))
			return &address_front_ends[i];
	return !strcmp(label, root.label) ? &root : !strcmp(label, full.label) ? &full : NULL;
}

/* Asks all in this process, so that each has the state left by the previous ones. */
static void ask_each(void)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	while ((length = getline(&line, &size, stdin)) > 0) {
		char *name = strchr(line, ' ');

		line[length - 1] = '\0';
		if (!name)
			abort();
		*name++ = '\0';
		const struct front_end *front = front_end(line);

		if (!front)
			abort();
		printf("%s", front->label);
		front->ask(front, name);
		fflush(stdout);
	}
	free(line);
}

int main(int argc, char **argv)
{
	for (int option; (option = getopt(argc, argv, "+e:h:l")) != -1;) {
		if (option == 'e')
			errno_before = atoi(optarg);
		if (option == 'h')
			h_errno_before = atoi(optarg);
		h_errno_wanted |= option == 'h';
		if (option == 'l')
			setlocale(LC_ALL, "");
	}
	argc -= optind - 1;
	argv += optind - 1;
	if (argc == 1) {
		for (size_t i = 0; i < FRONT_ENDS; i++)
			puts(front_ends[i].label);
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], "each")) {
		ask_each();
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "all")) {
		ask_all(front_ends, FRONT_ENDS, argv[2]);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "reverse")) {
		ask_all(address_front_ends, ADDRESS_FRONT_ENDS, argv[2]);
		return 0;
	}
	if (argc == 3 && front_end(argv[1])) {
		ask(front_end(argv[1]), argv[2]);
		return 0;
	}
	fputs("usage: ask [-e ERRNO] [-h H_ERRNO] [-l] [each|LABEL|all|reverse NAME|ADDRESS]\n",
	      stderr);
	return 2;
}
