/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * client NAME: looks a name up with getaddrinfo(), of glibc or of musl, and prints its
 * addresses; "none" if there is no such name or no address; or "fails".
 */
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>

int main(int argc, char **argv)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *found;
	char address[64];
	int status = argc == 2 ? getaddrinfo(argv[1], NULL, &hints, &found) : EAI_FAIL;

	if (status != 0) {
		/* EAI_NODATA, which not every libc defines, is -5 where it exists. */
		puts(status == EAI_NONAME || status == -5 ? "none" : "fails");
		return 1;
	}
	for (struct addrinfo *a = found; a != NULL; a = a->ai_next) {
		if (getnameinfo(a->ai_addr, a->ai_addrlen, address, sizeof address, NULL, 0,
		                NI_NUMERICHOST) == 0)
			puts(address);
	}
	freeaddrinfo(found);
	return 0;
}
