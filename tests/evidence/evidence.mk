# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What make check does not run: measurements, proofs, long runs and other systems, before a
# release or for research.  Only the cross builds are part of make check.

# --- Longer runs of tests ---------------------------------------------------

.PHONY: check-naive check-trust

# make check runs a million random labels of these ten: a tenth of the time.
NAIVE = $(patsubst %,$(BUILD)/tests/engine/conformance/%-all.tap,naive scripts skeletons)

check-naive: $(NAIVE) ## Test more: compare with naive references
	@tests/summary $^

$(NAIVE): export TEST_TIME_LIMIT = 1800
$(NAIVE): %-all.tap: % $(BUILD)/unicode_dir
	@tests/run $@ $< 10000000

# With an argument they take longer and omit nothing.
TRUST = $(patsubst %,$(BUILD)/tests/module/faults/%-all.tap,buffers threads)

$(TRUST): export TEST_TIME_LIMIT = 1800

check-trust: $(TRUST) ## Test more: run the long tests of the module: 512 x 10,000 lookups, ...
	@tests/summary $^

$(TRUST): %-all.tap: %
	@tests/run $@ $< all

# --- Static analysis, sanitizers, coverage ----------------------------------

.PHONY: coverage sanitize check-taps analyze

ANALYSIS   = tests/evidence/analysis

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
               module/faults/instructions documents/index fuzz/% locale/%
COVERAGE_TAPS = $(patsubst $(BUILD)/%,$(COVERAGE)/%,$(filter-out \
    $(NOT_COVERAGE:%=$(BUILD)/tests/%.tap),$(TAPS)))

# A plain user may be unable to write counters; gcov's messages about that are dropped.
coverage: ## Measure: measure what make check runs of libcore and nss_idnx (gcc): a page
	@rm -rf $(COVERAGE)
	+@GCOV_ERROR_FILE=/dev/null $(COVERAGE_MAKE) all $(COVERAGE_TAPS)
	@tests/run $(COVERAGE)/tests/coverage.tap python3 -B $(ANALYSIS)/coverage.py $(COVERAGE) \
	    $(ANALYSIS)/uncovered.tsv $(COVERAGE)/coverage.txt
	@tests/summary $(COVERAGE)/tests/coverage.tap

# Every C test under each sanitizer that it can be run with, and under valgrind.
#
# memory: whatever a library compiled without it writes counts as never written.  So this
# excludes ICU and libunistring, whose files and functions are conformance's, and anything that
# asks through libc's own NSS, iconv, _dl_find_object(), or a read() or fstat() of the test's:
# memcheck sees those, and needs no compiler.
MEMORY_TAPS = $(TEST_ENGINE) \
    $(addprefix tests/engine/conformance/,properties.c punycode.c) \
    $(addprefix tests/module/,hosts_action.c answer.c config.c reentry.c)

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

# $(call sanitized,SANITIZERS,SOURCES): in a directory named after the last sanitizer
sanitized = +@TSAN_OPTIONS=suppressions=$(CURDIR)/$(ANALYSIS)/tsan.supp \
    $(MAKE) --no-print-directory CC=clang SAN='$(1)' CFLAGS='-O1 -g' \
    BUILD=$(call sanitized_build,$(1)) TEST_TIME_FACTOR=$(call factor,5) \
    TAPS='$(call taps,$(call sanitized_build,$(1)),$(2))' check-taps
sanitized_build = $(BUILD)/$(lastword $(subst $(comma), ,$(1)))

# $(call valgrind,DIRECTORY,COMMAND)
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
	@tests/run $(BUILD)/tests/evidence/analysis/analyze.tap $(ANALYSIS)/analyze
	@tests/summary $(BUILD)/tests/evidence/analysis/analyze.tap

# --- Proof ------------------------------------------------------------------

.PHONY: prove

# CBMC=... if cbmc has another name.
CBMC      = cbmc
PROVE_TAP = $(BUILD)/tests/evidence/prove/prove.tap

prove: export TEST_TIME_LIMIT = 7200
prove: ## Test more: prove memory safety within bounds (cbmc, or root)
	@CBMC='$(CBMC)' BUILD=$(BUILD) tests/run $(PROVE_TAP) tests/evidence/prove/prove
	@sed -n 's/^# row: //p' $(PROVE_TAP)
	@tests/summary --can-skip $(PROVE_TAP)

# --- Speed ------------------------------------------------------------------

# Measurements: ratios within one run, or counted instructions.  No test depends on times.
.PHONY: bench check-speed speed-record bench-lookup bench-cold bench-bulk

BENCHES = tests/evidence/bench
BENCH   = $(BUILD)/$(BENCHES)
ROUNDS  = 41
ENGINES =

# The first engine is compared with the others; the answers of the second are the reference.
BENCH_ENGINES = engine_idnx engine_icu engine_libidn2

# Prints its figures, records them, and draws the chart.
bench: $(BENCH)/bench $(BENCH)/names.txt ## Measure: measure against ICU and libidn2
	$^ $(ROUNDS) >$(BENCH)/samples.tsv
	@$(BENCHES)/report $(BENCH)/samples.tsv $(BENCH)/chart.tsv
	@$(BENCHES)/record $(BENCHES)/figures.tsv $(BENCH)/chart.tsv
	@$(BENCHES)/chart $(BENCHES)/figures.tsv >$(BENCHES)/chart.svg

# The same names, of each of its kinds, each time.
$(BENCH)/names.txt: $(BENCHES)/names $(BENCHES)/words.tsv $(LIBIDNX)
	@mkdir -p $(@D)
	@$< $(LIBIDNX) >$@

$(BENCH)/bench: $(addsuffix .o,$(addprefix $(BENCH)/,bench corpora $(BENCH_ENGINES))) \
    $(LIBRARY) $(filter %.o %.a,$(ENGINES))
	$(call run,LINK) $(CC) -o $@ $(filter-out $(ENGINES),$^) $(ENGINES) $(CFLAGS) $(LDFLAGS) \
	    -licuuc -lidn2

check-speed: $(BENCH)/speed.tap ## Measure: count instructions, and compare them with the record
	@tests/summary $^

speed-record: $(BENCH)/speed $(BENCH)/names.txt ## Maintain more: update the record of check-speed
	CFLAGS='$(CFLAGS)' $(BENCHES)/check-speed $< >$(BENCH)/speed.tsv
	cp $(BENCH)/speed.tsv $(BENCHES)

$(BENCH)/speed.tap: TEST_TIME_FACTOR := $(call factor,20)
$(BENCH)/speed.tap: $(BENCH)/speed $(BENCH)/names.txt $(BENCHES)/check-speed $(BENCHES)/speed.tsv
	@CFLAGS='$(CFLAGS)' tests/run $@ $(BENCHES)/check-speed $< $(BENCHES)/speed.tsv

$(BENCH)/speed: $(addprefix $(BENCH)/,speed.o corpora.o engine_idnx.o) $(POLICY) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS)

INSTANT = $(BUILD)/tests/common/libnss_instant.so.2

bench-lookup: all $(COMMON_PROGRAMS) $(BENCH)/lookup $(INSTANT) \
    $(BUILD)/tests/common/libnss_again.so.2
bench-lookup: ## Measure: measure lookups through the module
	@BUILD=$(BUILD) $(BENCHES)/bench-lookup 2000

$(BENCH)/lookup: $(BENCH)/lookup.o $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS) -ldl

# Names are rejected, so the exit status counts for nothing.  A grep for xn-- is what people use
# to find names in a log.
BULK    = $(BENCH)/bulk
MEASURE = hyperfine --style=basic --ignore-failure --warmup=1 --runs=5

bench-bulk: $(COMMAND) $(LIBIDNX)
bench-bulk: ## Measure: measure idnx with a million names, and with a log (with hyperfine)
	@command -v hyperfine >/dev/null || { echo 'make bench-bulk: hyperfine is missing' >&2; exit 1; }
	@mkdir -p $(BENCH)
	@$(BENCHES)/names $(LIBIDNX) 1000000 >$(BULK).names
	@sort -u $(BULK).names >$(BULK).distinct
	@for turn in 1 2 3 4 5 6 7 8; do cat $(BULK).names; done | awk 'NR % 100 == 0 { print \
	    "host named[812]: query: " $$0; next } { print "host sshd[" NR \
	    "]: Connection from 192.0.2.1 port 22" }' >$(BULK).log
	@for names in $(BULK).names $(BULK).distinct; do \
	    $(MEASURE) "$(COMMAND) to-ascii <$$names" "$(COMMAND) check <$$names" \
	        "$(COMMAND) check --json <$$names" || exit; \
	done
	@$(MEASURE) 'grep xn-- <$(BULK).log | cat' '$(COMMAND) to-unicode --in-text <$(BULK).log' \
	    '$(COMMAND) check --in-text --set=protection=browser <$(BULK).log' \
	    '$(COMMAND) to-ascii --in-text <$(BULK).log'

# The copies are in the page cache, like installed files.  sync writes them back, so that they do
# not count as dirty memory of the processes that map them.
bench-cold: $(BENCH)/cold $(MODULE) $(INSTANT)
bench-cold: ## Measure: measure the first conversion of a process, beside libidn2 and ICU
	@cp $(MODULE) $(INSTANT) $(BENCH)/
	@sync $(addprefix $(BENCH)/,$(notdir $(MODULE) $(INSTANT)))
	@$(BENCHES)/bench-cold $< $(addprefix $(abspath $(BENCH))/,$(notdir $(MODULE))) \
	    "$$(nm $(MODULE) | sed -n 's/ t idnx_to_ascii$$//p')" \
	    $(addprefix $(abspath $(BENCH))/,$(notdir $(INSTANT)))

$(BENCH)/cold: $(BENCH)/cold.o
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS) -ldl

# Linked like the module, except for the layout of its segments.
$(INSTANT): $(BUILD)/tests/common/sources/instant.o
	$(call run,LINK) $(CC) -shared -nostartfiles -o $@ $< $(CFLAGS) $(LDFLAGS) \
	    -Wl,-z,now -Wl,-z,relro

# --- Look-alikes ------------------------------------------------------------

# Counts how many look-alikes and legitimate names the settings against look-alikes reject.
.PHONY: check-lookalikes

LOOKALIKES_DIR = tests/evidence/lookalikes
LOOKALIKES_OUT = $(BUILD)/$(LOOKALIKES_DIR)

# A file of names that others have checked, as report.py reads it; empty: SKIP.
LOOKALIKES ?= $(wildcard ../shared/cases/lookalikes.tsv)

# A directory of registered names, as report.py reads it; empty: SKIP.
REAL_NAMES ?= $(wildcard ../shared/cases/real-names)

check-lookalikes: $(LOOKALIKES_OUT)/report.tap
check-lookalikes: ## Measure: count look-alikes and legitimate names rejected (LOOKALIKES=cases, REAL_NAMES=directory)
	@cat $(<D)/report.txt
	@tests/summary --can-skip $<

$(LOOKALIKES_OUT)/report.tap: $(COMMAND) FORCE
	@tests/run $@ python3 -B $(LOOKALIKES_DIR)/report.py $(abspath $<) $(@D) \
	    $(LOOKALIKES:%=--cases=%) $(REAL_NAMES:%=--real-names=%)

# --- Other processors -------------------------------------------------------

# Other processors: cross builds are part of make check where their compilers are installed.
# A sanitizer's build has none: its libraries are for this processor only.
CROSS      = arm64 armhf i386 ppc64el riscv64 s390x
PROCESSOR  = tests/evidence/processors
CROSS_TAPS = $(if $(SAN),,$(CROSS:%=$(BUILD)/$(PROCESSOR)/%.tap))

TAPS += $(CROSS_TAPS)

.PHONY: cross-objects

check: $(CROSS_TAPS)

# What a compiler for another processor can compile, but not link.  make check-processors
# compiles and runs tests.
cross-objects: $(COMMAND_OBJ)

# Up to date if nothing that is compiled or examined has changed.
$(CROSS_TAPS): $(BUILD)/$(PROCESSOR)/%.tap: $(MODULE) $(LIBIDN2) $(LIBRARY) \
    $(COMMAND_OBJ) \
    $(PROCESSOR)/cross $(PROCESSOR)/triplet tests/module/exports.bats
	@BUILD=$(BUILD) tests/run $@ $(PROCESSOR)/cross $*

# --- Other processors, under qemu ----------------------------------------------

# As root, with qemu-user-static and debootstrap; in directories of $(BUILD)/everywhere.
PROCESSORS = arm64 s390x i386

.PHONY: check-processors foreign-programs $(PROCESSORS:%=check-processor-%)

check-processors: $(PROCESSORS:%=check-processor-%)
check-processors: ## Test more: test on arm64, s390x (both by qemu) and i386
	@awk '{ passed += $$1; failed += $$3; skipped += $$5 } END { \
	    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; \
	    exit failed > 0 || passed + skipped == 0 }' $(PROCESSORS:%=$(BUILD)/processors/%.sums)

$(PROCESSORS:%=check-processor-%): check-processor-%:
	@BUILD=$(BUILD) $(PROCESSOR)/check $*

# The compiled programs that they run, except the command's tests.
foreign-programs: all $(call programs,$(TEST_ENGINE) $(TEST_CONFORMANCE)) \
    $(MODULE_PROGRAMS) $(COMMON_PROGRAMS) $(COMMON_PRELOAD) \
    $(call programs,$(addprefix tests/module/faults/,buffers.c known_bugs.c threads.c))

# --- Debian systems ---------------------------------------------------------

# Tests in Debian systems of their own under $(BUILD)/everywhere (see tests/evidence/system).
# They are never up to date, since releases change.  Without root or debootstrap they are
# skipped with a message.
EVERYWHERE = $(BUILD)/everywhere

# $(call in_systems,SUBJECT,SYSTEM...); from the oldest release to the newest.
in_systems = $(2:%=$(EVERYWHERE)/$(1)-%.tap)

GLIBC_TAPS     = $(call in_systems,glibc,bullseye bookworm trixie sid bookworm-i386)
COMPILER_TAPS  = $(call in_systems,compilers,bookworm trixie sid)
RESOLVER_TAPS  = $(call in_systems,resolvers,bookworm trixie sid)
PYTHON_TAPS    = $(call in_systems,python,bookworm trixie sid)
PROGRAM_TAPS   = $(call in_systems,programs,bookworm)
CONVERTER_TAPS = $(call in_systems,libidn2,bookworm)
MACHINE_TAPS   = $(call in_systems,machine,$(or $(RELEASES),trixie))
SOURCE_TAPS    = $(call in_systems,sources,bookworm)
TEXT_TAPS      = $(call in_systems,texts,bookworm)
EVERYWHERE_TAPS = $(GLIBC_TAPS) $(PROGRAM_TAPS) $(CONVERTER_TAPS) $(SOURCE_TAPS) $(TEXT_TAPS) $(PYTHON_TAPS)

.PHONY: check-glibc check-programs check-converters check-python check-sources check-everywhere \
        check-fresh check-compilers check-resolvers check-machine check-texts

# Each first creates its system, from the network, and has many tests.
$(EVERYWHERE_TAPS) $(MACHINE_TAPS) $(COMPILER_TAPS) $(RESOLVER_TAPS): export TEST_TIME_LIMIT = 7200
$(EVERYWHERE_TAPS) $(MACHINE_TAPS) $(COMPILER_TAPS) $(RESOLVER_TAPS): $(EVERYWHERE)/%.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/evidence/check $(firstword $(subst -, ,$*)) \
	    $(patsubst $(firstword $(subst -, ,$*))-%,%,$*) \
	    $(if $(filter $@,$(firstword $(COMPILER_TAPS))),oldest) \
	    $(if $(filter $@,$(lastword $(COMPILER_TAPS))),newest)

check-glibc: $(GLIBC_TAPS) ## Test more: test on each glibc from 2.31 on, in debootstrap directories
check-compilers: $(COMPILER_TAPS) ## Test more: compile with each gcc and clang of three releases
check-resolvers: $(RESOLVER_TAPS) ## Test more: resolvers of three releases with idnx
check-programs: $(PROGRAM_TAPS) ## Test more: look names up with real programs, in a debootstrap directory
check-converters: $(CONVERTER_TAPS) ## Test more: run programs that convert names themselves with idnx's libidn2
check-python: $(PYTHON_TAPS) ## Test more: run Python programs with idnx's codec, in debootstrap directories
check-machine: $(MACHINE_TAPS) ## Test more: boot a whole machine with qemu, as root (RELEASES="bookworm trixie")
check-sources: $(SOURCE_TAPS) ## Test more: test with every source of names, as root
check-texts: $(TEXT_TAPS) ## Test more: run servers with what to-ascii --in-text has written, as root

check-glibc check-compilers check-resolvers check-programs check-converters check-python \
check-machine check-sources check-texts check-everywhere:
	@tests/summary --can-skip $^

check-everywhere: $(EVERYWHERE_TAPS) ## Test more: glibc, programs, converters, python, sources and texts

check-fresh: ## Test more: run README's commands on empty systems (RELEASES="bookworm trixie sid")
	@BUILD=$(BUILD) tests/evidence/fresh/check
