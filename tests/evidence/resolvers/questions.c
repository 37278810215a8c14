/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * questions ADDRESS COUNT [SEED]: asks the name server at ADDRESS for COUNT random names, of
 * any octets, label lengths and label counts, and checks each response: it has the question's
 * ID and, octet for octet, its name, and what owns a record is that name, or the target of a
 * CNAME record before.  Prints how many responses had which RCODE.  Fails if one is wrong or
 * if the server stops answering.
 */
#include <arpa/inet.h>
#include <err.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	WINDOW = 64,        /* questions without a response */
	PATIENCE = 5000,    /* milliseconds for a response */
	NAME_MAX_SIZE = 255 /* RFC 1035, 2.3.4 */
};

struct name {
	uint8_t octets[NAME_MAX_SIZE];
	size_t size;
};

struct question {
	bool open;
	struct name name;
};

static struct question questions[65536];
static uint64_t state;
static unsigned long rcodes[16], records;

/* xorshift64: any seed but 0 gives the same questions everywhere. */
static uint32_t draw(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % below;
}

/* --- Questions ---------------------------------------------------------------- */

static const char *const pieces[] = {
	"b\xC3\xBC", "xn--", "-", ".", "\\", "_tcp", "a", "\xE3\x80\x82", "\xEF\xBC\x8E", "e\xCC\x81",
	"\xD0\xB0", "1", "\xEF\xBC\x91", "bcher-kva", "\xC3\x9F", "\xE2\x80\x8D", "\xD7\x90", "A",
};

static void add(struct name *name, const void *octets, size_t count)
{
	memcpy(name->octets + name->size, octets, count);
	name->size += count;
}

/* Half of the labels have any octets, half of them pieces of names. */
static void add_label(struct name *name, size_t room)
{
	size_t length = name->size, wanted = 1 + draw(draw(4) == 0 ? 63 : 12);
	bool any = draw(2) == 0;

	add(name, "", 1);
	while (name->size - length - 1 < wanted) {
		const char *piece = pieces[draw(sizeof pieces / sizeof *pieces)];
		uint8_t octet = (uint8_t)draw(256);
		size_t used = name->size - length - 1, more = any ? 1 : strlen(piece);

		if (used + more > 63 || used + more > room)
			break;
		add(name, any ? (const void *)&octet : piece, more);
	}
	name->octets[length] = (uint8_t)(name->size - length - 1);
	if (name->octets[length] == 0)
		name->size = length;
}

static void draw_name(struct name *name)
{
	uint32_t labels = draw(8) == 0 ? draw(128) : draw(5);

	name->size = 0;
	while (labels-- > 0 && name->size < NAME_MAX_SIZE - 2)
		add_label(name, NAME_MAX_SIZE - 2 - name->size);
	add(name, "", 1);
}

static void ask(int server)
{
	static const uint16_t types[] = { 1, 1, 28, 15, 16, 65, 12, 255 };
	struct question *question;
	uint8_t message[12 + NAME_MAX_SIZE + 4] = { [2] = 1, [5] = 1 };
	uint16_t id, type = htons(types[draw(8)]);
	size_t size = 12;

	do {
		id = (uint16_t)draw(65536);
		question = &questions[id];
	} while (question->open);
	question->open = true;
	draw_name(&question->name);
	message[0] = (uint8_t)(id >> 8);
	message[1] = (uint8_t)id;
	memcpy(message + size, question->name.octets, question->name.size);
	size += question->name.size;
	memcpy(message + size, &type, 2);
	message[size + 3] = 1;
	if (send(server, message, size + 4, 0) < 0)
		err(1, "send");
}

/* --- Responses ---------------------------------------------------------------- */

struct message {
	uint8_t octets[65536];
	size_t size;
};

static void wrong(const struct message *message, const char *what)
{
	fprintf(stderr, "wrong response, %s:", what);
	for (size_t i = 0; i < message->size && i < 600; i++)
		fprintf(stderr, " %02x", message->octets[i]);
	fputc('\n', stderr);
	exit(1);
}

static unsigned u16(const struct message *message, size_t at)
{
	if (at + 2 > message->size)
		wrong(message, "cut short");
	return (unsigned)message->octets[at] << 8 | message->octets[at + 1];
}

/* Reads the name at this place, without its compression; returns the place after it. */
static size_t read_name(const struct message *message, size_t at, struct name *name)
{
	size_t after = 0;

	name->size = 0;
	for (;;) {
		unsigned length = at < message->size ? message->octets[at] : 64;

		if (length >= 192) {
			unsigned to = u16(message, at) & 0x3FFF;

			after = after == 0 ? at + 2 : after;
			if (to >= at)
				wrong(message, "a pointer forwards");
			at = to;
			continue;
		}
		if (length > 63 || name->size + length + 1 > NAME_MAX_SIZE ||
		    at + length + 1 > message->size)
			wrong(message, "no name");
		add(name, message->octets + at, length + 1);
		at += length + 1;
		if (length == 0)
			return after == 0 ? at : after;
	}
}

static bool same(const struct name *a, const struct name *b)
{
	return a->size == b->size && memcmp(a->octets, b->octets, a->size) == 0;
}

static void check_records(const struct message *message, size_t at, struct name owner)
{
	struct name name;

	for (unsigned left = u16(message, 6); left > 0; left--, records++) {
		at = read_name(message, at, &name);
		if (!same(&name, &owner))
			wrong(message, "another owner");
		if (u16(message, at) == 5)
			read_name(message, at + 10, &owner);
		at += 10 + u16(message, at + 8);
	}
}

static void check(struct message *message)
{
	struct question *question = &questions[u16(message, 0)];
	struct name name;
	size_t at;

	if (!question->open)
		wrong(message, "no question has this ID");
	if (u16(message, 4) != 1)
		wrong(message, "without the question");
	at = read_name(message, 12, &name);
	if (!same(&name, &question->name))
		wrong(message, "another question");
	check_records(message, at + 4, name);
	rcodes[message->octets[3] & 15]++;
	question->open = false;
}

/* --- All of it ---------------------------------------------------------------- */

int main(int argc, char **argv)
{
	static struct message message;
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(53) };
	int server = socket(AF_INET, SOCK_DGRAM, 0);
	unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0, asked = 0, done = 0;
	struct pollfd ready = { .fd = server, .events = POLLIN };

	state = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
	if (argc < 3 || inet_pton(AF_INET, argv[1], &address.sin_addr) != 1 || state == 0)
		errx(2, "usage: questions ADDRESS COUNT [SEED]");
	if (server < 0 || connect(server, (const void *)&address, sizeof address) != 0)
		err(1, "%s", argv[1]);
	while (done < count) {
		ssize_t size;

		for (; asked < count && asked - done < WINDOW; asked++)
			ask(server);
		if (poll(&ready, 1, PATIENCE) != 1)
			errx(1, "no response to %lu of %lu questions", asked - done, asked);
		size = recv(server, message.octets, sizeof message.octets, 0);
		if (size < 12)
			err(1, "recv");
		message.size = (size_t)size;
		check(&message);
		done++;
	}
	printf("%lu questions, %lu records:", done, records);
	for (int i = 0; i < 16; i++) {
		if (rcodes[i] > 0)
			printf(" RCODE %d %lu", i, rcodes[i]);
	}
	putchar('\n');
	return 0;
}
