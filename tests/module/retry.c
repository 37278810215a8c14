/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * retry.c: who gets an answer that did not fit, and that every answer is freed once.  The
 * test provides the clock.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "../common/child.h"
#include "lookup.h"

static _Atomic time_t seconds;

int clock_gettime(clockid_t clock, struct timespec *time)
{
	(void)clock;
	*time = (struct timespec){ .tv_sec = seconds };
	return 0;
}

static atomic_int alive;

static void release(struct addrinfo *list)
{
	atomic_fetch_sub(&alive, 1);
	free(list);
}

/* Makes an answer that shows whose it is. */
static struct addresses answer(int port)
{
	struct addrinfo *list = calloc(1, sizeof *list);

	list->ai_protocol = port;
	atomic_fetch_add(&alive, 1);
	return (struct addresses){ list, release };
}

static bool take(const char *name, size_t buflen)
{
	struct addresses addresses;
	bool taken = retry_take(name, buflen, &addresses);

	if (taken)
		forward_release(addresses);
	return taken;
}

static bool taken_by_another_thread;

static void *take_a(void *unused)
{
	taken_by_another_thread = take("a", 200);
	return unused;
}

static void let_another_thread_take_a(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, take_a, NULL);
	pthread_join(thread, NULL);
}

TEST(a_caller_with_more_room_gets_it_once)
{
	retry_save("a", 100, answer(1));
	assert_int_equal(alive, 1);
	assert_true(take("a", 101));
	assert_int_equal(alive, 0);
	assert_false(take("a", 200));
}

TEST(h_errno_comes_back_with_it)
{
	h_errno = NO_DATA;
	retry_save("a", 100, answer(1));
	h_errno = NETDB_INTERNAL;
	assert_true(take("a", 200));
	assert_int_equal(h_errno, NO_DATA);
}

/* With another name, without more room, and much later. */
TEST(another_caller_does_not_get_it)
{
	for (int i = 0; i < 3; i++) {
		retry_save("a", 100, answer(1));
		seconds += i == 2 ? 2 : 0;
		assert_false(take(i == 0 ? "ab" : "a", i == 1 ? 100 : 200));
		assert_int_equal(alive, 0);
	}
}

TEST(another_thread_leaves_it_to_its_owner)
{
	retry_save("a", 100, answer(1));
	let_another_thread_take_a();
	assert_false(taken_by_another_thread);
	assert_true(take("a", 200));
}

TEST(another_thread_frees_an_unclaimed_answer)
{
	retry_save("a", 100, answer(1));
	seconds += 2;
	let_another_thread_take_a();
	assert_false(taken_by_another_thread);
	assert_int_equal(alive, 0);
}

TEST(a_later_answer_replaces_the_earlier_one)
{
	retry_save("a", 100, answer(1));
	retry_save("b", 100, answer(2));
	assert_int_equal(alive, 1);
	assert_true(take("b", 200));
	assert_false(take("a", 200));
}

static int take_in_child(const void *name)
{
	alarm(60);
	return take(name, 200) ? 0 : 1;
}

TEST(a_child_process_has_a_copy_of_its_own)
{
	retry_save("a", 100, answer(1));
	assert_int_equal(child_run(take_in_child, "a"), 0);
	assert_true(take("a", 200));
}

static int save_and_take_in_child(const void *name)
{
	alarm(60);
	retry_save(name, 100, answer(0));
	return take(name, 200) ? 0 : 1;
}

enum { THREADS = 4, ROUNDS = 5000 };

static atomic_int wrong, right;

/* All ask for the same name: only the answer shows whose it is. */
static void *put_and_take(void *own)
{
	int port = (int)(intptr_t)own;

	for (int i = 0; i < ROUNDS; i++) {
		struct addresses addresses;

		retry_save("a", 100, answer(port));
		if (!retry_take("a", 200, &addresses))
			continue;
		if (addresses.list->ai_protocol == port)
			atomic_fetch_add(&right, 1);
		else
			atomic_fetch_add(&wrong, 1);
		forward_release(addresses);
	}
	return NULL;
}

TEST(threads_get_their_own_or_none_and_each_is_freed_once)
{
	pthread_t threads[THREADS];

	for (intptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, put_and_take, (void *)i);
	/* Nothing here waits: a child forked meanwhile does not hang. */
	for (int i = 0; i < 100; i++)
		assert_int_equal(child_run(save_and_take_in_child, "b"), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(wrong, 0);
	assert_true(right > 0);
	assert_true(alive <= 1);
	seconds += 2;
	assert_false(take("a", 200));
	assert_int_equal(alive, 0);
}
