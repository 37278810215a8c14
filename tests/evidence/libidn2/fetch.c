/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* fetch URL: uses libcurl in a program that never calls setlocale(). */
#include <curl/curl.h>

int main(int argc, char **argv)
{
	CURL *curl = curl_easy_init();

	if (argc != 2 || curl == NULL)
		return 2;
	curl_easy_setopt(curl, CURLOPT_URL, argv[1]);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, 5L);
	return curl_easy_perform(curl) != CURLE_OK;
}
