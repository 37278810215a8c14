/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds whether nscd goes without the module, and which names it answers from its cache.  That of
 * glibc's is a file; glibc's nscd/nscd-client.h has its form:
 *
 *     head, a reference for each bucket, then entries and records, which refer to each other
 */
#include <dlfcn.h>
#include <netdb.h>
#include <sys/wait.h>
#include <time.h>

#include "machine.h"

/* --- The module ------------------------------------------------------------- */

/*
 * Makes nscd look a name up that no cache has, and of which no source can ask a server: its label has
 * more than 63 octets.  If it answers for no hosts, glibc loads the module here.
 */
static void ask(const void *unused)
{
	char name[128];
	struct addrinfo *list;

	(void)unused;
	snprintf(name, sizeof name, "\u00FC%040lld%040d", (long long)time(NULL), getpid());
	getaddrinfo(name, NULL, NULL, &list);
	_exit(dlopen(MODULE, RTLD_LAZY | RTLD_NOLOAD) != NULL);
}

enum nscd_module nscd_find_module(pid_t nscd)
{
	enum nscd_module found = NSCD_MODULE_THERE;
	struct sysroot_file maps;
	int status;

	if (!child_call(ask, NULL, &status) || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return found;
	maps = sysroot_read(&sysroot_live, words_format("/proc/%d/maps", nscd));
	if (maps.length == 0)
		found = NSCD_MODULE_UNKNOWN;
	else if (strstr(maps.octets, "/" MODULE) == NULL)
		found = NSCD_MODULE_LACKING;
	free(maps.octets);
	return found;
}

/* --- The cache -------------------------------------------------------------- */

/* Debian's and Fedora's. */
static const char *const files[] = { "/var/cache/nscd/hosts", "/var/db/nscd/hosts" };

#define VERSION   2
#define ALIGNMENT 16

struct head {
	int32_t version, size, cycle, is_running;
	int64_t time;
	uint32_t extra[4], buckets;
};

struct entry {
	uint8_t kind, is_first, unused[2];
	uint32_t length, key, owner, next, record;
};

struct record {
	uint32_t allocated, length;
	int64_t until;
	uint8_t is_missing, reloads, is_usable, unused;
	uint32_t ttl;
};

#define NAME_MAX_OCTETS 1024

/* The kinds of requests whose key is a name. */
enum kind {
	GETHOSTBYNAME = 4,
	GETHOSTBYNAMEV6 = 5,
	GETAI = 14,
};

/* Copies what is there, as far as it is; nscd may be changing it. */
static bool copy(const struct sysroot_file *file, size_t place, void *to, size_t size)
{
	if (place > file->length || size > file->length - place)
		return false;
	memcpy(to, file->octets + place, size);
	return true;
}

/* Copies the name of an entry that is still answered with addresses. */
static bool copy_name(const struct sysroot_file *file, size_t data, const struct entry *entry,
                      struct record *record, char name[static NAME_MAX_OCTETS])
{
	return (entry->kind == GETHOSTBYNAME || entry->kind == GETHOSTBYNAMEV6 ||
	        entry->kind == GETAI) &&
	       copy(file, data + entry->record, record, sizeof *record) && record->is_usable &&
	       !record->is_missing && record->until > time(NULL) && entry->length > 0 &&
	       entry->length <= NAME_MAX_OCTETS &&
	       copy(file, data + entry->key, name, entry->length) &&
	       name[entry->length - 1] == '\0';
}

static void add_name(struct nscd_cache *cache, const char *name, time_t until)
{
	if (!cache->name)
		cache->name = words_copy(name);
	cache->until = until > cache->until ? until : cache->until;
}

/* Goes on to the next entry of its bucket; returns false after the last. */
static bool search_entry(struct nscd_cache *cache, const struct sysroot_file *file, size_t data,
                         uint32_t *place, bool (*is_wanted)(const char *name))
{
	char name[NAME_MAX_OCTETS];
	struct entry entry;
	struct record record;

	if (!copy(file, data + *place, &entry, sizeof entry))
		return false;
	if (copy_name(file, data, &entry, &record, name) && is_wanted(name))
		add_name(cache, name, record.until);
	*place = entry.next;
	return true;
}

static void search(struct nscd_cache *cache, const struct sysroot_file *file,
                   bool (*is_wanted)(const char *name))
{
	/* Of all buckets: they may be circles. */
	size_t left = file->length / sizeof(struct entry);
	struct head head;
	size_t data;
	uint32_t place;

	if (!copy(file, 0, &head, sizeof head) || head.version != VERSION || head.size < 0 ||
	    head.buckets > file->length)
		return;
	data = head.buckets * sizeof place + ALIGNMENT - 1;
	data = (size_t)head.size + data / ALIGNMENT * ALIGNMENT;
	for (uint32_t i = 0; i < head.buckets; i++)
		if (copy(file, (size_t)head.size + i * sizeof place, &place, sizeof place))
			while (left > 0 && search_entry(cache, file, data, &place, is_wanted))
				left--;
}

struct nscd_cache nscd_search(bool (*is_wanted)(const char *name))
{
	struct nscd_cache cache = { .name = NULL };

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		struct sysroot_file file = sysroot_read(&sysroot_live, files[i]);

		search(&cache, &file, is_wanted);
		free(file.octets);
	}
	return cache;
}
