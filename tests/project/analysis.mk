# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What other tools report about the code, and what they measure: not part of make check.

.PHONY: coverage sanitize check-taps analyze

ANALYSIS   = tests/project/analysis

# Compiled for gcov, whose counters must not be hidden by linking libcore into one object.
COVERAGE      = $(BUILD)/coverage
COVERAGE_MAKE = $(MAKE) --no-print-directory BUILD=$(COVERAGE) CFLAGS='-O0 -g' \
    CPPFLAGS='-fprofile-arcs -ftest-coverage -fprofile-update=atomic' LDFLAGS=--coverage \
    OBJCOPY='$(OBJCOPY) $(addprefix --globalize-symbol=__gcov_,init exit merge_add)' \
    COUNTED_EXIT=$(COVERAGE)/$(ANALYSIS)/counted_exit.o TEST_TIME_FACTOR=$(call factor,5)

# Also counts children of the command, which end by _exit().
COUNTED_EXIT =
$(COMMAND): $(COUNTED_EXIT)
$(COMMAND): override LDFLAGS += $(COUNTED_EXIT:%=-Wl,--wrap=_exit)

# Excludes tests that examine the octets of the products or count instructions, that compile
# for other tools, or that kill what would write counters.
NOT_COVERAGE = project/% command/pages command/completions module/exports module/enable \
               module/faults/instructions documents/index fuzz/% everywhere/locale/%
COVERAGE_TAPS = $(patsubst $(BUILD)/%,$(COVERAGE)/%,$(filter-out \
    $(NOT_COVERAGE:%=$(BUILD)/tests/%.tap),$(TAPS)))

# A plain user may be unable to write counters; gcov's messages about that are dropped.
coverage: ## Measure: measure what make check runs of libcore and nss_idnx (gcc): a page
	@rm -rf $(COVERAGE)
	+@GCOV_ERROR_FILE=/dev/null $(COVERAGE_MAKE) all $(COVERAGE_TAPS)
	@tests/run $(COVERAGE)/tests/coverage.tap python3 -B $(ANALYSIS)/coverage.py $(COVERAGE) \
	    $(ANALYSIS)/uncovered.tsv $(COVERAGE)/coverage.html
	@tests/summary $(COVERAGE)/tests/coverage.tap

# Every C test under each sanitizer that it can be run with, and under valgrind.
#
# memory: whatever a library compiled without it writes counts as never written.  So this
# excludes ICU and libunistring, whose files and functions are conformance's, and anything that
# asks through libc's own NSS, iconv, _dl_find_object(), or a read() or fstat() of the test's:
# memcheck sees those, and needs no compiler.
MEMORY_TAPS = $(TEST_ENGINE) $(addprefix tests/engine/conformance/,ascii.c explain.c \
    normalization.c properties.c punycode.c) \
    $(addprefix tests/module/,hosts_action.c answer.c config.c config_example.c reentry.c \
    reentry_alone.c hostent.c hosts_plan.c)

# Excludes tests that leave valgrind no descriptor or memory, have more than its 500 threads,
# examine the stack below them, or run the command.
VALGRIND_TAPS = $(filter-out %/stack.c,$(TEST_ENGINE)) \
    $(filter-out %/charset.c %/config_file.c %/enable.c,$(TEST_MODULE)) \
    tests/module/faults/buffers.c tests/module/faults/known_bugs.c \
    $(filter-out %/faults.c %/real.c,$(TEST_LIBIDN2))

VALGRIND = valgrind -q --error-exitcode=9 --child-silent-after-fork=yes \
    --suppressions=$(ANALYSIS)/valgrind.supp
MEMCHECK = $(VALGRIND) --leak-check=full --errors-for-leak-kinds=definite
HELGRIND = $(VALGRIND) --tool=helgrind

taps = $(patsubst %.c,$(1)/%.tap,$(2))

# $(call sanitized,SANITIZERS,SOURCES): in a folder named after the last sanitizer
sanitized = +@TSAN_OPTIONS=suppressions=$(CURDIR)/$(ANALYSIS)/tsan.supp \
    $(MAKE) --no-print-directory CC=clang SAN='$(1)' CFLAGS='-O1 -g' \
    BUILD=$(call sanitized_build,$(1)) TEST_TIME_FACTOR=$(call factor,5) \
    TAPS='$(call taps,$(call sanitized_build,$(1)),$(2))' check-taps
sanitized_build = $(BUILD)/$(lastword $(subst $(comma), ,$(1)))

# $(call valgrind,FOLDER,COMMAND)
valgrind = +@$(MAKE) --no-print-directory RUNNER='$(2)' CFLAGS='-O1 -g' BUILD=$(BUILD)/$(1) \
    TEST_TIME_FACTOR=$(call factor,20) \
    TAPS='$(call taps,$(BUILD)/$(1),$(VALGRIND_TAPS))' check-taps

sanitize: ## Test more: run the C tests under clang's sanitizers and valgrind
	$(call sanitized,undefined$(comma)integer,$(TEST_ENGINE) $(TEST_CONFORMANCE) $(TEST_MODULE) \
	    $(TEST_FAULTS) $(TEST_LIBIDN2))
	$(call sanitized,memory,$(MEMORY_TAPS))
	$(call sanitized,thread,$(TEST_MODULE) tests/module/faults/threads.c)
	$(call valgrind,memcheck,$(MEMCHECK))
	$(call valgrind,helgrind,$(HELGRIND))

check-taps: $(TAPS)
	@tests/summary $(TAPS)

analyze: export TEST_TIME_LIMIT = 7200

analyze: ## Test more: run gcc -fanalyzer, scan-build, clang-tidy and cppcheck
	@tests/run $(BUILD)/tests/project/analysis/analyze.tap $(ANALYSIS)/analyze
	@tests/summary $(BUILD)/tests/project/analysis/analyze.tap
