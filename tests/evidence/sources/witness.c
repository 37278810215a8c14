/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * witness: relays queries to name servers and logs every query as it was on the wire (RFC 1035
 * section 4, RFC 6891), which no server's log shows.
 *
 *     witness ADDRESS...
 *
 * It listens on port 53 of each address, UDP and TCP, forwards each query to port 5353 of the
 * same address, and returns the answer.  It writes
 *
 *     SECONDS asked    ADDRESS udp|tcp CLIENT-PORT NAME TYPE FLAG...
 *     SECONDS answered ADDRESS udp|tcp CLIENT-PORT NAME TYPE FLAG...
 *
 * Octets of a name that a host name cannot have are written as \ddd.
 *
 * It delays each answer, so that a client that sends two queries at once has sent both before
 * it gets the first answer, while a client that sends them in turn has not.
 */
#include <err.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
	SERVERS_MAX = 16,
	HEADER_SIZE = 12,
	MESSAGE_SIZE = 65535,         /* the most that its length over TCP can say */
	NAME_TEXT_SIZE = 4 * 255 + 1, /* each octet of the longest name as \ddd */
	TYPE_OPT = 41,
	WAIT_MICROSECONDS = 50 * 1000, /* many times what two packets of one call need */
	PATIENCE_SECONDS = 5,          /* of a client of glibc's, by default */
};

/* A query to be answered, and its origin. */
struct question {
	const char *address;
	int type;                     /* SOCK_DGRAM or SOCK_STREAM */
	int client;                   /* the socket for the answer ... */
	struct sockaddr_storage from; /* ... and whom to send it to, by UDP */
	socklen_t from_size;
	struct timespec arrival;
	uint8_t *message;
	size_t length;
};

/* --- The log -------------------------------------------------------------- */

static bool host_name_octet(uint8_t octet)
{
	return (octet >= '0' && octet <= '9') || (octet >= 'a' && octet <= 'z') ||
	       (octet >= 'A' && octet <= 'Z') || octet == '-' || octet == '_';
}

/* Returns the end of the name; a question's name is never compressed. */
static size_t name_text(const struct question *question, char text[static NAME_TEXT_SIZE])
{
	size_t at = HEADER_SIZE;
	char *end = text;

	while (at < question->length && question->message[at]) {
		size_t next = at + 1 + question->message[at];

		if (next >= question->length || next - HEADER_SIZE > 255)
			break;
		while (++at < next)
			end += sprintf(end,
			               host_name_octet(question->message[at]) ? "%c" : "\\%03u",
			               question->message[at]);
		*end++ = '.';
	}
	if (end > text)
		end--;
	*end = '\0';
	return at + 1;
}

static const char *type_text(unsigned type)
{
	static char number[16];

	if (type == 1)
		return "A";
	if (type == 28)
		return "AAAA";
	snprintf(number, sizeof number, "TYPE%u", type);
	return number;
}

static unsigned number_at(const struct question *question, size_t at)
{
	if (at + 2 > question->length)
		return 0;
	return (unsigned)question->message[at] << 8 | question->message[at + 1];
}

/* The OPT record, if there is one, is all that follows the question. */
static void edns_text(const struct question *question, size_t at, char text[static 32])
{
	*text = '\0';
	if (number_at(question, 10) && number_at(question, at + 1) == TYPE_OPT)
		snprintf(text, 32, " edns=%u,%x", number_at(question, at + 3),
		         number_at(question, at + 7));
}

static unsigned client_port(const struct question *question)
{
	char port[NI_MAXSERV];

	if (getnameinfo((const void *)&question->from, question->from_size, NULL, 0, port,
	                sizeof port, NI_NUMERICSERV))
		return 0;
	return (unsigned)atoi(port);
}

/* Writes a line at once, since several processes write; lines may not be in order of time. */
static void write_down(const char *event, struct timespec when, const struct question *question)
{
	const uint8_t *header = question->message;
	char name[NAME_TEXT_SIZE], edns[32];
	size_t end = name_text(question, name);

	edns_text(question, end + 4, edns);
	dprintf(STDOUT_FILENO, "%lld.%09ld %s %s %s %u %s %s%s%s%s%s\n", (long long)when.tv_sec,
	        when.tv_nsec, event, question->address,
	        question->type == SOCK_STREAM ? "tcp" : "udp", client_port(question), name,
	        type_text(number_at(question, end)), header[2] & 0x01 ? " rd" : "",
	        header[3] & 0x20 ? " ad" : "", header[3] & 0x10 ? " cd" : "", edns);
}

/* --- Sockets -------------------------------------------------------------- */

/* Returns a socket of that address and port, after use(), which is bind() or connect(). */
static int socket_of(const char *address, const char *port, int type,
                     int (*use)(int, const struct sockaddr *, socklen_t))
{
	const struct addrinfo hints = { .ai_socktype = type, .ai_flags = AI_NUMERICHOST };
	struct addrinfo *info;

	if (getaddrinfo(address, port, &hints, &info))
		errx(1, "%s: no address", address);
	int fd = socket(info->ai_family, type, 0);

	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){ 1 }, sizeof(int));
	if (fd < 0 || use(fd, info->ai_addr, info->ai_addrlen))
		err(1, "%s port %s", address, port);
	freeaddrinfo(info);
	return fd;
}

static bool read_all(int fd, uint8_t *buffer, size_t length)
{
	while (length) {
		ssize_t count = read(fd, buffer, length);

		if (count <= 0)
			return false;
		buffer += count;
		length -= (size_t)count;
	}
	return true;
}

/* Reads a message with its length before it, RFC 1035 section 4.2.2. */
static size_t read_message(int fd, uint8_t message[static MESSAGE_SIZE])
{
	uint8_t length[2];

	if (!read_all(fd, length, sizeof length))
		return 0;
	size_t size = (size_t)length[0] << 8 | length[1];

	return read_all(fd, message, size) ? size : 0;
}

static void write_message(int fd, const uint8_t *message, size_t length)
{
	uint8_t both[2 + MESSAGE_SIZE] = { (uint8_t)(length >> 8), (uint8_t)length };

	memcpy(both + 2, message, length);
	if (write(fd, both, 2 + length) < 0)
		warn("answer");
}

/* --- Forwarding ----------------------------------------------------------- */

/* Returns the length of the answer; 0 if the server gives none. */
static size_t ask_server(const struct question *question, uint8_t answer[static MESSAGE_SIZE])
{
	const struct timeval patience = { .tv_sec = PATIENCE_SECONDS };
	int fd = socket_of(question->address, "5353", question->type, connect);

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (question->type == SOCK_STREAM) {
		write_message(fd, question->message, question->length);
		return read_message(fd, answer);
	}
	if (send(fd, question->message, question->length, 0) < 0)
		return 0;
	ssize_t length = recv(fd, answer, MESSAGE_SIZE, 0);

	return length > 0 ? (size_t)length : 0;
}

static struct timespec now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return time;
}

/* Runs in a process of its own, so that no query waits for another. */
static void hand_on(const struct question *question)
{
	static uint8_t answer[MESSAGE_SIZE];

	if (question->length < HEADER_SIZE)
		return;
	write_down("asked", question->arrival, question);
	if (fork())
		return;
	usleep(WAIT_MICROSECONDS);
	size_t length = ask_server(question, answer);

	if (!length)
		_exit(0);
	write_down("answered", now(), question);
	if (question->type == SOCK_STREAM)
		write_message(question->client, answer, length);
	else
		sendto(question->client, answer, length, 0, (const void *)&question->from,
		       question->from_size);
	_exit(0);
}

static void serve_packet(const char *address, int fd)
{
	static uint8_t message[MESSAGE_SIZE];
	struct question question = { .address = address, .type = SOCK_DGRAM, .client = fd,
	                             .from_size = sizeof question.from, .message = message };
	ssize_t length = recvfrom(fd, message, sizeof message, 0, (void *)&question.from,
	                          &question.from_size);

	question.length = length > 0 ? (size_t)length : 0;
	/* The time of arrival, not of reading: many may be waiting. */
	if (ioctl(fd, SIOCGSTAMPNS, &question.arrival))
		question.arrival = now();
	hand_on(&question);
}

static void serve_connection(const char *address, int fd)
{
	static uint8_t message[MESSAGE_SIZE];
	struct question question = { .address = address, .type = SOCK_STREAM,
	                             .from_size = sizeof question.from, .message = message };

	question.client = accept(fd, (void *)&question.from, &question.from_size);
	if (question.client >= 0 && fork() == 0) {
		while ((question.length = read_message(question.client, message))) {
			question.arrival = now();
			hand_on(&question);
		}
		_exit(0);
	}
	close(question.client);
}

int main(int argc, char **argv)
{
	struct pollfd sockets[2 * SERVERS_MAX];
	nfds_t count = 0;

	if (argc < 2 || argc > 1 + SERVERS_MAX)
		errx(2, "usage: witness ADDRESS...");
	signal(SIGCHLD, SIG_IGN);
	for (int i = 1; i < argc; i++) {
		sockets[count++] = (struct pollfd){
			.fd = socket_of(argv[i], "53", SOCK_DGRAM, bind), .events = POLLIN
		};
		sockets[count++] = (struct pollfd){
			.fd = socket_of(argv[i], "53", SOCK_STREAM, bind), .events = POLLIN
		};
		if (listen(sockets[count - 1].fd, SOMAXCONN))
			err(1, "%s", argv[i]);
	}
	while (poll(sockets, count, -1) > 0)
		for (nfds_t i = 0; i < count; i++)
			if (sockets[i].revents)
				(i % 2 ? serve_connection : serve_packet)(argv[1 + i / 2],
				                                          sockets[i].fd);
	return 1;
}
