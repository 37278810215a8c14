/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * make bench-bulk: converts a million names with "idnx to-ascii", with idn2, and with the
 * shortest program that uses another engine.
 *
 *     bulk names COUNT                     prints names of all kinds in turn, one per line
 *     bulk convert                         converts standard input with the linked engine
 *     bulk accepted                        prints the lines of it that the engine accepts
 *     bulk measure ROUNDS FILE COMMAND...  runs each COMMAND with FILE, in turn
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../common/reference/corpora.h"
#include "clock.h"
#include "engine.h"

#define OF_A_KIND  5000
#define ROUNDS_MAX 101
#define COMMANDS   8

extern const struct engine *const __start_engines[];

_Noreturn static void fail(const char *what)
{
	fprintf(stderr, "bulk: %s failed\n", what);
	exit(1);
}

static void put_names(unsigned long count)
{
	static struct name names[CORPORA][OF_A_KIND];

	for (size_t kind = 0; kind < CORPORA; kind++)
		corpus_generate(kind, names[kind], OF_A_KIND);
	for (unsigned long i = 0; i < count; i++)
		puts(names[i % CORPORA][i / CORPORA % OF_A_KIND].octets);
}

/* Prints what each line becomes, and rejected ones to standard error; or the accepted lines. */
static void convert_lines(bool only_accepted)
{
	static char line[8192], dst[ENGINE_DST_SIZE];

	while (fgets(line, sizeof line, stdin) != NULL) {
		size_t length = strcspn(line, "\n");
		int result;

		line[length] = '\0';
		result = __start_engines[0]->to_ascii(line, length, dst);
		if (result != ENGINE_REJECTED && only_accepted)
			puts(line);
		else if (result != ENGINE_REJECTED)
			printf("%.*s\n", result, dst);
		else if (!only_accepted)
			fprintf(stderr, "%s\n", line);
	}
}

/* Seconds of wall time and of CPU time; the most memory, in KiB; the exit status. */
struct sample {
	double wall, cpu, memory;
	int status;
};

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static struct sample run(const char *file, const char *command)
{
	double begin = clock_now(CLOCK_MONOTONIC);
	struct rusage usage;
	char line[4096];
	pid_t child;
	int status;

	snprintf(line, sizeof line, "exec %s <'%s' >/dev/null 2>&1", command, file);
	child = fork();
	if (child == 0) {
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	if (child == -1 || wait4(child, &status, 0, &usage) == -1 || !WIFEXITED(status))
		fail(command);
	return (struct sample){ (clock_now(CLOCK_MONOTONIC) - begin) / 1e9,
		                seconds(usage.ru_utime) + seconds(usage.ru_stime),
		                (double)usage.ru_maxrss, WEXITSTATUS(status) };
}

static void measure(size_t rounds, const char *file, size_t count, char **commands)
{
	static double wall[COMMANDS][ROUNDS_MAX], cpu[COMMANDS][ROUNDS_MAX];
	double memory[COMMANDS];
	int status[COMMANDS] = { 0 };

	for (size_t round = 0; round < rounds; round++)
		for (size_t i = 0; i < count; i++) {
			struct sample sample = run(file, commands[i]);

			wall[i][round] = sample.wall;
			cpu[i][round] = sample.cpu;
			memory[i] = sample.memory;
			status[i] |= sample.status;
		}
	printf("%s, medians of %zu\n%-46s %8s %8s %8s %8s %6s\n", file, rounds, "", "wall s",
	       "CPU s", "times", "KiB", "status");
	for (size_t i = 0; i < count; i++)
		printf("%-46s %8.2f %8.2f %8.1f %8.0f %6d\n", commands[i],
		       clock_median(wall[i], rounds), clock_median(cpu[i], rounds),
		       clock_median(wall[i], rounds) / clock_median(wall[0], rounds), memory[i],
		       status[i]);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	size_t number = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;

	if (strcmp(mode, "names") == 0 && argc == 3) {
		put_names(number);
	} else if ((strcmp(mode, "convert") == 0 || strcmp(mode, "accepted") == 0) &&
	           argc == 2) {
		convert_lines(strcmp(mode, "accepted") == 0);
	} else if (strcmp(mode, "measure") == 0 && argc > 4 && argc <= 4 + COMMANDS &&
	           number > 0 && number <= ROUNDS_MAX) {
		measure(number, argv[3], (size_t)argc - 4, argv + 4);
	} else {
		fprintf(stderr, "usage: bulk names COUNT | convert | accepted | "
		                "measure ROUNDS FILE COMMAND...\n");
		return 2;
	}
	return 0;
}
