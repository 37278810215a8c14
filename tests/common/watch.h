/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A thread that decides on system calls of another one of its process, and of what that starts
 * (seccomp_unotify(2)): whatever that is linked with or compiled for.
 */
#ifndef COMMON_WATCH_H
#define COMMON_WATCH_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Returns the error that the call fails with, without being made; 0: it is made. */
typedef int watch_decision(const struct seccomp_notif *call);

static struct {
	watch_decision *decide;
	int listener;
	sem_t ready;
} watch;

static inline void *watch_answer(void *unused)
{
	while (sem_wait(&watch.ready) != 0)
		;
	for (;;) {
		struct seccomp_notif call;
		struct seccomp_notif_resp answer = { .id = 0 };

		memset(&call, 0, sizeof call);
		if (ioctl(watch.listener, SECCOMP_IOCTL_NOTIF_RECV, &call) == -1)
			continue; /* its process was killed meanwhile */
		answer.id = call.id;
		answer.error = -watch.decide(&call);
		if (answer.error == 0)
			answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		ioctl(watch.listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
	}
	return unused;
}

/* Applies these rules to this thread from now on; returns -1 if the kernel cannot. */
static inline int watch_filter(struct sock_filter *code, size_t length, unsigned flags)
{
	struct sock_fprog program = { .len = (unsigned short)length, .filter = code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/* Has this thread's calls decided on for which the rules say SECCOMP_RET_USER_NOTIF. */
static inline bool watch_calls(struct sock_filter *code, size_t length, watch_decision *decide)
{
	pthread_t thread;

	watch.decide = decide;
	sem_init(&watch.ready, 0, 0);
	if (pthread_create(&thread, NULL, watch_answer, NULL) != 0)
		return false;
	watch.listener = watch_filter(code, length, SECCOMP_FILTER_FLAG_NEW_LISTENER);
	if (watch.listener == -1)
		return false;
	sem_post(&watch.ready);
	return true;
}

#endif
