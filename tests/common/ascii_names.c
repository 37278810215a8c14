/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ascii_names: prints 10,000 ASCII names, always the same, as lines for "ask each": a front
 * end of ask and a name.  There are twenty-one kinds of names; most are forbidden by one
 * standard or another.  Kinds and front ends take turns.  As their numbers have no common
 * divisor, each kind is asked for through each front end.
 *
 *     ascii_names LABEL...     the front ends
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 10000, NAME_SIZE = 4096 };

struct name {
	char octets[NAME_SIZE];
	size_t length;
};

/* Xorshift (Marsaglia 2003). */
static uint32_t below(uint32_t end)
{
	static uint64_t state = 0x9E3779B97F4A7C15;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % end;
}

#define CHOICE(list) (list)[below(sizeof(list) / sizeof *(list))]

static void add(struct name *name, const char *text)
{
	size_t length = strlen(text);

	memcpy(name->octets + name->length, text, length + 1);
	name->length += length;
}

static void add_any(struct name *name, const char *octets, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add(name, (char[]){ octets[below((uint32_t)strlen(octets))], '\0' });
}

/* --- The kinds ------------------------------------------------------------ */

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define DIGIT "0123456789"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define HEX   DIGIT "abcdef"
#define LDH   LOWER DIGIT "-"

/* Adds one of dnsmasq.conf's zones, by kind of answer; names without a zone get the trap. */
static void add_zone(struct name *name)
{
	static const char *const zones[] = {
		".a.example", ".aaaa.example", ".both.example", ".cname.example",
		".nodata.example", ".nxdomain.example", ".test", ".com", "",
	};

	add(name, below(64) ? CHOICE(zones) : ".servfail.example");
}

static void add_labels(struct name *name, size_t octets)
{
	while (octets > 60) {
		add_any(name, LOWER DIGIT, 59);
		add(name, ".");
		octets -= 60;
	}
	add_any(name, LOWER DIGIT, octets);
}

static void plain(struct name *name)
{
	add_labels(name, 1 + below(80));
	add_zone(name);
}

static void two_hyphens(struct name *name)
{
	add_any(name, LOWER DIGIT, 2);
	add(name, "--");
	add_any(name, LDH, below(20));
	add_zone(name);
}

static void underscores(struct name *name)
{
	add(name, "_");
	add_any(name, LDH "_", 1 + below(20));
	add(name, "._tcp");
	add_zone(name);
}

static void leading_hyphen(struct name *name)
{
	if (below(2))
		add(name, "www.");
	add(name, "-");
	add_any(name, LDH, below(20));
	add_zone(name);
}

static void trailing_hyphen(struct name *name)
{
	add_any(name, LDH, 1 + below(20));
	add(name, "-");
	add_zone(name);
}

static void ace_prefix(struct name *name)
{
	if (below(4) == 0)
		add(name, "www.");
	add(name, below(4) ? "xn--" : "XN--");
	add_any(name, LDH, below(30));
	add_zone(name);
}

static void mixed_case(struct name *name)
{
	add_any(name, UPPER LOWER, 1 + below(30));
	add(name, ".Both.EXAMPLE");
}

static void numbers(struct name *name)
{
	for (uint32_t labels = 1 + below(6); labels > 0; labels--) {
		add_any(name, DIGIT, 1 + below(12));
		add(name, labels > 1 ? "." : "");
	}
}

static void label_of_63(struct name *name)
{
	add_any(name, LOWER DIGIT, 63);
	add_zone(name);
}

static void label_of_64(struct name *name)
{
	add_any(name, LOWER DIGIT, 64);
	add_zone(name);
}

/* Makes one octet more than the 253 that a name can have. */
static void name_of_254(struct name *name)
{
	static const char suffix[] = ".a.example";

	add_labels(name, 251 + below(6) - (sizeof suffix - 1));
	add(name, suffix);
	if (below(4) == 0)
		add(name, ".");
}

static void long_name(struct name *name)
{
	add_labels(name, 257 + below(3000));
}

/* Adds parts that inet_aton() accepts in an address, and parts that it just rejects. */
static void ipv4_address(struct name *name)
{
	char part[16];

	for (uint32_t parts = 1 + below(5); parts > 0; parts--) {
		static const char *const formats[] = { "%u", "0%o", "0x%x", "0X%X", "%u" };
		static const uint32_t ends[] = { 2, 256, 300, 65536, 1U << 31 };

		snprintf(part, sizeof part, CHOICE(formats), (unsigned)below(CHOICE(ends)));
		add(name, part);
		add(name, parts > 1 ? "." : "");
	}
	if (below(16) == 0)
		add_any(name, " ./x\t", 1);
}

static void ipv6_address(struct name *name)
{
	static const char *const starts[] = { "::", "2001:db8::", "fe80::", "::ffff:192.0.2.",
		                              "1:2:3:4:5:6:7:", "[::" };
	static const char *const ends[] = { "", "%lo", "%1", "/64", "%", "]", ":" };

	add(name, CHOICE(starts));
	add_any(name, HEX, 1 + below(5));
	add(name, CHOICE(ends));
}

static void empty_labels(struct name *name)
{
	static const char *const parts[] = { ".", "..", "a", "b.example", "a.example" };

	for (uint32_t count = below(5); count > 0; count--)
		add(name, CHOICE(parts));
}

static void printable(struct name *name)
{
	for (uint32_t count = 1 + below(30); count > 0; count--)
		add(name, (char[]){ (char)(' ' + below(0x7F - ' ')), '\0' });
	add_zone(name);
}

/* Adds control characters, but not newline, which ends the line. */
static void control(struct name *name)
{
	add_any(name, LDH, below(10));
	add_any(name, "\001\t\v\f\r\033\037\177\\ ", 1 + below(3));
	add_any(name, LDH, below(10));
	add_zone(name);
}

static void single_label(struct name *name)
{
	add_any(name, LDH, 1 + below(30));
}

static void special_use(struct name *name)
{
	static const char *const suffixes[] = {
		"localhost", "localhost.", "local", "invalid", "onion", "home.arpa", "example",
		"2.0.192.in-addr.arpa", "8.b.d.0.1.0.0.2.ip6.arpa",
	};

	if (below(4)) {
		add_any(name, LDH, 1 + below(10));
		add(name, ".");
	}
	add(name, CHOICE(suffixes));
}

/* Names that broke software with its own idea of a valid name. */
static void known_trouble(struct name *name)
{
	static const char *const names[] = {
		"r3---sn-ab5l6ne7.googlevideo.com", "r3---sn-ab5.test",
		"ipv6_1-cxl0-c088.1.lhr004.ix.nflxvideo.net", "a_b.test", "_sip._tcp.test",
		"jow-.github.io", "foo-.test", "Cg--.test", "::1", "1.2.3.4", "1.2.3.0/24",
		"2001:67c:2178:8::13", "xn--i-7iq.ws", "xn--s28h.test", "xn--scp--j430c.test",
		"example.com.xn--", "xn--0000h.example", "127.1", "0x7f.1", "017700000001",
		"0x000000000000000000000000000000007f000001.example.com", "", ".", "localhost",
	};

	add(name, CHOICE(names));
}

static void mostly_hyphens(struct name *name)
{
	add_any(name, "-_.a0xX", 1);
	add_any(name, "-", below(70));
	add_zone(name);
}

static void (*const kinds[])(struct name *name) = {
	plain,         two_hyphens,  underscores,  leading_hyphen, trailing_hyphen,
	ace_prefix,    mixed_case,   numbers,      label_of_63,    label_of_64,
	name_of_254,   long_name,    ipv4_address, ipv6_address,   empty_labels,
	printable,     control,      single_label, special_use,    known_trouble,
	mostly_hyphens,
};

#define KINDS (sizeof kinds / sizeof *kinds)

int main(int argc, char **argv)
{
	if (argc < 2 || (argc - 1) % 3 == 0 || (argc - 1) % 7 == 0) {
		fputs("usage: ascii_names LABEL..., their number not divisible by 3 or 7\n",
		      stderr);
		return 2;
	}
	for (size_t i = 0; i < NAMES; i++) {
		struct name name = { "", 0 };

		kinds[i % KINDS](&name);
		printf("%s %s\n", argv[1 + i % (size_t)(argc - 1)], name.octets);
	}
	return 0;
}
