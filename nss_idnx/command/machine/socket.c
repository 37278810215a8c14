/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds whether a daemon listens: a file that a dead one has left rejects a connection. */
#include "machine.h"

#include <sys/socket.h>
#include <sys/un.h>

bool socket_answers(const char *path, int type, pid_t *daemon)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct ucred peer = { .pid = 0 };
	socklen_t size = sizeof peer;
	int fd = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool answers;

	strcpy(address.sun_path, path);
	answers = fd != -1 &&
	          connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;
	if (answers && daemon && getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0)
		*daemon = peer.pid;
	if (fd != -1)
		close(fd);
	return answers;
}
