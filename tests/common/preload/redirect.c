/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * redirect.so, for LD_PRELOAD, gives a process the hosts: line $HOSTS_LINE and the name
 * server 127.0.0.1 port $DNS_PORT where namespaces are forbidden, so that no file can be
 * mounted.  glibc itself is unchanged.
 */
#include <arpa/inet.h>
#include <nss.h>
#include <resolv.h>
#include <stdint.h>
#include <stdlib.h>

__attribute__((constructor)) static void redirect(void)
{
	const char *line = getenv("HOSTS_LINE");
	const char *port = getenv("DNS_PORT");

	if (!line || !port || __nss_configure_lookup("hosts", line) || res_init())
		abort();
	_res.nscount = 1;
	_res.nsaddr_list[0] = (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)atoi(port)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	_res.dnsrch[0] = NULL;
	_res.retrans = 1;
	_res.retry = 1;
}
