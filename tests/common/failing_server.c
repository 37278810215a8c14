/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * failing_server: acts as the name servers that dnsmasq cannot be.  On 127.0.0.1 one
 * port answers every question with SERVFAIL, one with REFUSED, one never.
 * Ends with the process that started it.
 *
 * The answer is the question with two octets of its header changed, RFC 1035
 * section 4.1.1:  | QR Opcode AA TC RD | RA Z RCODE |
 */
#include <arpa/inet.h>
#include <err.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SERVERS = 3, SILENT = -1 };

/* The ports are those of dnsmasq.conf. */
static const struct {
	uint16_t port;
	int rcode;
} servers[SERVERS] = {
	{ 5300, SILENT },
	{ 5302, 2 },
	{ 5305, 5 },
};

static int listen_on(uint16_t port)
{
	const struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || bind(fd, (const void *)&address, sizeof address))
		err(1, "port %d", port);
	return fd;
}

static void answer(int fd, int rcode)
{
	struct sockaddr_in client;
	socklen_t client_size = sizeof client;
	uint8_t message[512];
	ssize_t length = recvfrom(fd, message, sizeof message, 0, (void *)&client,
	                          &client_size);

	if (length < 12 || rcode == SILENT)
		return;
	message[2] |= 0x80;
	message[3] = (uint8_t)(0x80 | rcode);
	sendto(fd, message, (size_t)length, 0, (const void *)&client, client_size);
}

int main(void)
{
	struct pollfd sockets[SERVERS];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < SERVERS; i++)
		sockets[i] = (struct pollfd){ .fd = listen_on(servers[i].port),
			                      .events = POLLIN };
	while (poll(sockets, SERVERS, -1) > 0)
		for (size_t i = 0; i < SERVERS; i++)
			if (sockets[i].revents)
				answer(sockets[i].fd, servers[i].rcode);
	return 1;
}
