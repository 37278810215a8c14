/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Children of a process in which another thread loads libraries.  Their copy of the
 * loader's lock is free, but the list of libraries may be half updated: any dlopen() then
 * kills the child.  A lookup calls dlopen() only if the process has made no lookup before,
 * of any name.
 */
#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../common/test.h"
#include "../../common/sources/fake.h"
#include "../../common/front.h"

/* With a dlopen() in each lookup, one child in six is killed. */
enum { CHILDREN = 400 };

static atomic_bool ended;

static void *load_libraries(void *unused)
{
	static const char *const names[] = { LIBNSS_HESIOD_SO, LIBTHREAD_DB_SO };

	for (unsigned i = 0; !atomic_load(&ended); i++) {
		void *library = dlopen(names[i % 2], RTLD_NOW);

		if (library != NULL)
			dlclose(library);
	}
	return unused;
}

static int status_of_child(size_t front)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		struct seen seen;

		alarm(10);
		seen = ask(front, "v4.bücher.example");
		_exit(strstr(seen.text, " 192.0.2.") == NULL);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

TEST(a_child_finds_names_whatever_other_threads_were_loading)
{
	const struct timespec pause = { 0, 300000 };
	pthread_t loader;

	fake_hosts("idnx [!UNAVAIL=return] fake");
	for (size_t front = 0; front < FRONTS; front++)
		ask(front, "v4.xn--bcher-kva.example");
	assert_int_equal(pthread_create(&loader, NULL, load_libraries, NULL), 0);
	for (unsigned i = 0; i < CHILDREN; i++) {
		/* Alternates between the first and the last front end. */
		assert_int_equal(status_of_child(i % 2 == 0 ? 0 : FRONTS - 1), 0);
		nanosleep(&pause, NULL);
	}
	atomic_store(&ended, true);
	pthread_join(loader, NULL);
}
