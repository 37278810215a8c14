# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx: the NSS module, the idnx command, libidnx.a, and their tests.
#
#   make                          everything, under build/
#   make check                    every test (make help lists the rest)
#   make SAN=address,undefined check
#   make CC=clang BUILD=build/clang check
#   make V=1                      show the commands
#
# CC, CFLAGS, CPPFLAGS and LDFLAGS are the user's; what the code needs stands in
# variables of its own.  Nothing is probed while this file is parsed.

VERSION    = 0.1.0
SYSCONFDIR = /etc

SAN     =
BUILD   = build$(if $(SAN),/san-$(subst $(comma),-,$(SAN)))
CFLAGS  = -O3 -g
WERROR  =
OBJCOPY = objcopy
comma   = ,

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wvla \
           -Wundef -Wstrict-prototypes -Wmissing-prototypes $(WERROR)

# What every object is compiled with.  The flags in build/hardening are those of
# -fstack-protector-strong and the like that this compiler knows on this machine.  Debug
# information names no folder: two builds in two places are the same octets.
BASE     = -std=c11 -fPIC -fvisibility=hidden $(WARNINGS) -MMD -MP @$(BUILD)/hardening \
           -ffile-prefix-map='$(CURDIR)'=. \
           $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer) \
           $(if $(findstring integer,$(SAN)),-fsanitize-ignorelist=$(WRAPS))
SANITIZE = $(if $(SAN),-fsanitize=$(SAN))
WRAPS    = tests/analysis/wraps.ignorelist
# Not where a sanitizer has its own checks, nor in libcore, which calls nothing
# that fortified headers could check, nor where the user asks for a level.
FORTIFY  = $(if $(SAN)$(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),, \
           -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
# Large files, for on 32 bits stat() fails at an inode beyond 2^32, too.
HOSTED   = -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(FORTIFY)

CORE_SRC = $(wildcard libcore/*.c)
CLI_SRC  = $(wildcard libcore/cli/*.c libcore/cli/*/*.c)
NSS_SRC  = $(wildcard nss_idnx/*.c)

# What the command says that the module does, code of the module says; the words for
# it are the command's alone.
SHARED_SRC = $(addprefix nss_idnx/,charset.c config.c config_file.c config_words.c nsswitch.c \
                                   own.c policy.c)

objects    = $(patsubst %.c,$(BUILD)/%.o,$(1))
CORE_OBJ   = $(call objects,$(CORE_SRC))
CLI_OBJ    = $(call objects,$(CLI_SRC))
NSS_OBJ    = $(call objects,$(NSS_SRC))
SHARED_OBJ = $(call objects,$(SHARED_SRC))
MODULE_OBJ = $(filter-out %_words.o,$(NSS_OBJ))

# $(call run,WORD) before a command shows WORD and the target instead of it.
run      = $(if $(V),,@printf '  %-6s %s\n' $(1) $@;)

MODULE   = $(BUILD)/libnss_idnx.so.2
LIBRARY  = $(BUILD)/libidnx.a
CORE_ALL = $(BUILD)/libcore.a
COMMAND  = $(BUILD)/idnx

.PHONY: all check check-documents check-naive check-tables tables demo deps clean help \
        bench check-speed speed-record bench-lookup install uninstall deb check-deb \
        check-glibc check-programs check-sources check-everywhere replay-programs fuzz \
        fuzz-merge fuzz-coverage coverage sanitize check-taps analyze prove FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: $(MODULE) $(LIBRARY) $(COMMAND) ## build the module, the command and the library

# --- Products -----------------------------------------------------------------

# -nostartfiles: the compiler's start files bring a constructor and a destructor,
# which do nothing in C, and on Debian 12 no mark for control-flow protection, which
# takes it from the whole module.  libdl is part of libc.so.6 since glibc 2.34.  Of
# libcore's objects it takes those it needs; the map hides them.
$(MODULE): $(MODULE_OBJ) $(CORE_ALL) nss_idnx/nss_idnx.map
	$(call run,LINK) $(CC) -shared -nostartfiles -o $@ $(MODULE_OBJ) $(CORE_ALL) \
	    $(SANITIZE) $(CFLAGS) $(LDFLAGS) -Wl,-soname,libnss_idnx.so.2 \
	    -Wl,--version-script=nss_idnx/nss_idnx.map -Wl,--exclude-libs,ALL \
	    -Wl,-z,now -Wl,-z,relro -Wl,-z,$(if $(SAN),un)defs -Wl,-z,nodelete -Wl,-z,noexecstack \
	    -Wl,--as-needed -ldl

# Hidden visibility ends at the border of a program, not of an archive: of objects side
# by side, sort_keys() would be whatever the program calls so.  In one object the hidden
# symbols become local, and idnx.h is all there is to be met.
$(LIBRARY): $(BUILD)/libidnx.o
	@rm -f $@
	$(call run,AR) $(AR) rcsD $@ $<

$(BUILD)/libidnx.o: $(CORE_OBJ)
	$(call run,LINK) $(CC) -r -nostdlib $(CFLAGS) -o $@ $^
	@$(OBJCOPY) --localize-hidden $@

# The same with its inside, for tests of that.
$(CORE_ALL): $(CORE_OBJ)
	@rm -f $@
	$(call run,AR) $(AR) rcsD $@ $^

$(COMMAND): $(CLI_OBJ) $(SHARED_OBJ) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(SANITIZE) $(CFLAGS) $(LDFLAGS) \
	    -Wl,-z,now -Wl,-z,relro -Wl,--as-needed -lunistring -ldl

# libcore sees nothing but itself; the others see it through idnx.h, tests through all.
# What is left to the compiler until the program is linked has no symbols to hide.
$(CORE_OBJ): FLAGS = -DIDNX_VERSION='"$(VERSION)"'
$(CORE_OBJ) $(BUILD)/libidnx.o: override CFLAGS += -fno-lto
$(CLI_OBJ) $(NSS_OBJ) $(BUILD)/tests/%.o: FLAGS = -Ilibcore -Inss_idnx $(HOSTED) \
    -DIDNX_CONF='"$(SYSCONFDIR)/idnx.conf"'
$(CLI_OBJ): FLAGS += -Ilibcore/cli
$(BUILD)/tests/nss/hosts_edit.o: FLAGS += -Ilibcore/cli/enable
$(CLI_OBJ) $(NSS_OBJ): $(BUILD)/sysconfdir

$(BUILD)/%.o: %.c $(BUILD)/hardening
	@mkdir -p $(@D)
	$(call run,CC) $(CC) $(BASE) $(FLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/hardening: Makefile
	@mkdir -p $(@D)
	@for flag in -fstack-protector-strong -fstack-clash-protection -fcf-protection; do \
	    ! echo 'int x;' | $(CC) -Werror $$flag -x c -c -o /dev/null - 2>/dev/null || echo $$flag; \
	done >$@

# What was compiled for another SYSCONFDIR is compiled again.
$(BUILD)/sysconfdir: $(if $(filter-out $(SYSCONFDIR),$(file <$(BUILD)/sysconfdir)),FORCE)
	@mkdir -p $(@D)
	@echo '$(SYSCONFDIR)' >$@

# --- Tests --------------------------------------------------------------------
#
# Each test program writes TAP into $(BUILD)/tests/<folder>/<name>.tap, which is
# its stamp; tests/summary counts them and removes those that must run again.

TEST_UNIT        = $(wildcard tests/unit/*.c)
TEST_LIBRARY     = $(wildcard tests/library/*.c)
TEST_CONFORMANCE = $(wildcard tests/conformance/*.c)
TEST_NSS         = $(wildcard tests/nss/*.c)
TEST_SYSTEM      = $(wildcard tests/system/*.c)
TEST_FUZZ        = $(wildcard tests/fuzz/*.c)
TEST_DOCUMENTS   = $(wildcard tests/documents/*.c)
TEST_FAULTS      = $(wildcard tests/faults/*.c)
TEST_BATS        = $(wildcard tests/*/*.bats)

programs      = $(patsubst %.c,$(BUILD)/%,$(1))
TEST_PROGRAMS = $(call programs,$(TEST_UNIT) $(TEST_LIBRARY) $(TEST_CONFORMANCE) \
    $(TEST_DOCUMENTS))
NSS_PROGRAMS  = $(call programs,$(TEST_NSS))

# Those of tests/documents, and the index of what they show.
DOCUMENT_TABLES = $(BUILD)/tests/documents/mapping/tables.tap
DOCUMENT_INDEX  = $(BUILD)/tests/documents/index.tap
DOCUMENT_TAPS   = $(TEST_DOCUMENTS:%.c=$(BUILD)/%.tap) $(DOCUMENT_TABLES) \
    $(patsubst %.bats,$(BUILD)/%.tap,$(wildcard tests/documents/*.bats))

FUZZ_TAPS     = $(TEST_FUZZ:%.c=$(BUILD)/%.tap)
TAPS = $(TEST_PROGRAMS:=.tap) $(NSS_PROGRAMS:=.tap) $(FUZZ_TAPS) \
    $(patsubst %.bats,$(BUILD)/%.tap,$(TEST_BATS)) $(DOCUMENT_TABLES) $(DOCUMENT_INDEX)

# Those of tests/faults.
FAULT_PROGRAMS = $(call programs,$(TEST_FAULTS))
TAPS += $(FAULT_PROGRAMS:=.tap)

check: all $(TAPS) ## run every test (UNICODE_DIR=... for Unicode's own)
	@tests/summary $(TAPS)

# RUNNER: valgrind, perhaps.
$(TEST_PROGRAMS:=.tap) $(NSS_PROGRAMS:=.tap) $(FAULT_PROGRAMS:=.tap): %.tap: %
	@tests/run $@ $(RUNNER) $*

$(BUILD)/tests/%.tap: tests/%.bats $(wildcard tests/*/*.bash) $(MODULE) $(COMMAND)
	@mkdir -p $(@D)
	@BUILD=$(BUILD) CC='$(CC)' tests/run $@ bats --tap $<

$(BUILD)/tests/make/make.tap: Makefile
$(BUILD)/tests/pages/pages.tap: $(wildcard nss_idnx/*.[58] libcore/cli/*.1) conf/idnx.conf
$(BUILD)/tests/pages/completions.tap: $(wildcard libcore/cli/completions/*)
$(BUILD)/tests/install/install.tap: Makefile $(wildcard conf/*) conf/debian/changelog
$(BUILD)/tests/install/reproducible.tap: Makefile

# What they found counts for the Unicode files they found it in.
$(addsuffix .tap,$(call programs,$(TEST_CONFORMANCE)) $(BUILD)/tests/tables/tables) \
    $(DOCUMENT_TABLES): \
    $(BUILD)/unicode_dir

$(BUILD)/unicode_dir: FORCE
	@mkdir -p $(@D)
	@found=$$(realpath -e "$${UNICODE_DIR:-../shared/unicode/18.0.0}" \
	    "$${UNICODE_5_2_DIR:-../shared/unicode/5.2.0}" 2>&1); \
	    [ "$$(cat $@ 2>&1)" = "$$found" ] || echo "$$found" >$@

# unit, conformance: programs that contain libcore and see its inside.  The latter share
# readers of Unicode's files and references that owe nothing to libcore.
# library: programs that have what users have.
REFERENCE = $(BUILD)/tests/conformance/reference.a

$(BUILD)/tests/unit/%: LIBS = -lcmocka
$(BUILD)/tests/library/%: LIBS = -lcmocka
$(BUILD)/tests/conformance/%: LIBS = -lcmocka -lunistring -licuuc
$(call programs,$(TEST_CONFORMANCE)): $(REFERENCE)
$(BUILD)/tests/conformance/explain: $(addprefix $(BUILD)/tests/bench/,corpora.o words.o)
$(call programs,$(TEST_UNIT) $(TEST_CONFORMANCE)): $(CORE_ALL)
$(call programs,$(TEST_LIBRARY) $(TEST_DOCUMENTS)): $(LIBRARY)

$(TEST_PROGRAMS): %: %.o
	$(call run,LINK) $(CC) -o $@ $(filter %.o %.a,$^) $(SANITIZE) $(CFLAGS) $(LDFLAGS) $(LIBS)

$(REFERENCE): $(call objects,$(wildcard tests/conformance/reference/*.c))
	@rm -f $@
	$(call run,AR) $(AR) rcsD $@ $^

# make check has a million random labels of these ten: a tenth of the time.
NAIVE = $(patsubst %,$(BUILD)/tests/conformance/%-all.tap,naive scripts)

check-naive: $(NAIVE) ## compare with naive references
	@tests/summary $^

$(NAIVE): %-all.tap: % $(BUILD)/unicode_dir
	@tests/run $@ $< 10000000

# nss: programs for which glibc finds the module and the fake source in their RPATH;
# the newer RUNPATH does not count for what libc loads.
NSS_FAKE  = $(BUILD)/tests/nss/libnss_fake.so.2
NSS_TRACE = $(BUILD)/tests/nss/libnss_trace.so.2

$(NSS_PROGRAMS): %: %.o $(NSS_OBJ) $(LIBRARY) $(NSS_FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $(filter %.o %.a,$^) \
	    $(filter $(NSS_FAKE) $(NSS_TRACE),$^) $(SANITIZE) \
	    $(CFLAGS) $(LDFLAGS) -Wl,--disable-new-dtags \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../..' -lcmocka -ldl -pthread

# Where enable and disable are tested: without the command, and with it as glibc sees it.
$(BUILD)/tests/nss/hosts_edit: $(call objects,tests/nss/hosts/random_file.c \
    libcore/cli/enable/hosts_edit.c libcore/cli/hosts_line.c libcore/cli/nsswitch_fault.c)
$(BUILD)/tests/nss/enable: $(NSS_TRACE) $(call objects,tests/nss/hosts/random_file.c \
    tests/nss/hosts/walk.c)
$(BUILD)/tests/nss/enable.tap: $(COMMAND)

$(NSS_TRACE): $(BUILD)/tests/nss/hosts/trace.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(SANITIZE) $(CFLAGS) $(LDFLAGS) -Wl,-soname,$(@F)
	@for source in $$(sed -n 's/^SOURCE(\(.*\))$$/\1/p' tests/nss/hosts/trace.c); do \
	    ln -sf $(@F) $(@D)/libnss_$$source.so.2; \
	done

$(NSS_FAKE): $(BUILD)/tests/nss/fake/fake.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(SANITIZE) $(CFLAGS) $(LDFLAGS) -pthread \
	    -Wl,-soname,$(@F)

$(BUILD)/tests/nss/config_example.tap: conf/idnx.conf

# faults: the module itself, as it is installed, beside the same source.
$(FAULT_PROGRAMS): %: %.o $(LIBRARY) $(NSS_FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $(filter %.o %.a,$^) -Wl,--as-needed $(NSS_FAKE) $(MODULE) \
	    $(SANITIZE) $(CFLAGS) $(LDFLAGS) -Wl,--disable-new-dtags \
	    -Wl,-rpath,'$$ORIGIN/../nss:$$ORIGIN/../..' -lcmocka -ldl -pthread -lrt

$(BUILD)/tests/faults/instructions.tap: $(BUILD)/tests/faults/instructions/instructions

$(BUILD)/tests/faults/instructions/instructions: %: %.o $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $< $(LIBRARY) $(SANITIZE) $(CFLAGS) $(LDFLAGS)

# system: what the tests and the demonstration run beside real programs.
SYSTEM_PROGRAMS = $(call programs,$(filter-out %/redirect.c,$(TEST_SYSTEM)))
SYSTEM_PRELOAD  = $(BUILD)/tests/system/redirect.so

$(SYSTEM_PROGRAMS): %: %.o
	$(call run,LINK) $(CC) -o $@ $< $(SANITIZE) $(CFLAGS) $(LDFLAGS) -ldl -pthread -lrt

$(SYSTEM_PRELOAD): %.so: %.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(SANITIZE) $(CFLAGS) $(LDFLAGS)

# Those of the command and of a document that ask for names run in the same world.
TEST_WORLD = $(wildcard tests/system/*.bats tests/faults/*.bats) \
    $(addprefix tests/cli/,resolve.bats doctor.bats) \
    tests/documents/idna_draft_04_requirements.bats

$(patsubst %.bats,$(BUILD)/%.tap,$(TEST_WORLD)): \
    $(SYSTEM_PROGRAMS) $(SYSTEM_PRELOAD) $(wildcard tests/system/*) conf/nsswitch.conf.example

# documents: what each document says, by section.
$(BUILD)/tests/documents/%: LIBS = -lcmocka -lidn
$(call programs,$(TEST_DOCUMENTS)): $(call objects,$(wildcard tests/documents/reference/*.c))
$(patsubst %,$(BUILD)/tests/documents/%.tap,rfc3492 rfc3492_examples rfc3492_command): \
    tests/documents/rfc3492.tsv

$(BUILD)/tests/documents/idna_draft_04_requirements.tap: tests/documents/idna_draft_04.zones

$(DOCUMENT_TABLES): $(wildcard tests/documents/mapping/*.py)
	@mkdir -p $(@D)
	@tests/run $@ python3 -B tests/documents/mapping/tables.py

$(DOCUMENT_INDEX): tests/documents/index tests/documents/index.tsv $(DOCUMENT_TAPS)
	@tests/run $@ $< check tests/documents/index.tsv $(DOCUMENT_TAPS)

check-documents: $(DOCUMENT_TAPS) $(DOCUMENT_INDEX) ## list what each document says, with its test
	@tests/documents/index show tests/documents/index.tsv $(DOCUMENT_TAPS)
	@tests/summary $^

# --- Other systems ------------------------------------------------------------
#
# What needs root and debootstrap, in Debian systems of their own under
# $(BUILD)/everywhere (see tests/everywhere/system).  Never up to date: releases change.
# Who has not got these is told so, and that is no failure.

EVERYWHERE = $(BUILD)/everywhere
GLIBC      = bullseye bookworm trixie sid bookworm-i386
GLIBC_TAPS = $(GLIBC:%=$(EVERYWHERE)/glibc-%.tap)

check-glibc: $(GLIBC_TAPS) ## test on each glibc from 2.31 on, in debootstrap folders
	@tests/summary --can-skip $^

$(GLIBC_TAPS): $(EVERYWHERE)/glibc-%.tap: FORCE
	@mkdir -p $(@D)
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/glibc/check $*

check-programs: $(EVERYWHERE)/programs.tap ## give real programs names, in a debootstrap folder
	@tests/summary --can-skip $<

$(EVERYWHERE)/programs.tap: FORCE
	@mkdir -p $(@D)
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/programs/check

check-sources: $(EVERYWHERE)/sources.tap ## every source of names there is, as root
	@tests/summary --can-skip $<

$(EVERYWHERE)/sources.tap: FORCE
	@mkdir -p $(@D)
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/sources/check

$(BUILD)/tests/everywhere/sources/witness: %: %.o
	$(call run,LINK) $(CC) -o $@ $< $(SANITIZE) $(CFLAGS) $(LDFLAGS)

check-everywhere: $(GLIBC_TAPS) $(EVERYWHERE)/programs.tap $(EVERYWHERE)/sources.tap
check-everywhere: ## everything that needs debootstrap, and a report
	@tests/everywhere/report $(EVERYWHERE)/report.txt $^

# --- Trust --------------------------------------------------------------------

# What takes longer than make check, or needs other tools.

# So many lookups: minutes, on two cores.
SOAK = 10000000

# In a namespace, where the files are its own; a plain user is root in there.
soak: $(BUILD)/tests/faults/soak/soak ## ask $(SOAK) times, while the files change
	unshare -m$$([ "$$(id -u)" -eq 0 ] || echo r) \
	    sh -c 'mount -t tmpfs none /etc && exec "$$@"' - $< $(SOAK)

$(BUILD)/tests/faults/soak/soak: %: %.o $(NSS_FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $< $(SANITIZE) $(CFLAGS) $(LDFLAGS) \
	    -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/../../nss:$$ORIGIN/../../..' \
	    -ldl -pthread

# With an argument they take longer, and leave nothing out.
TRUST = $(patsubst %,$(BUILD)/tests/faults/%-all.tap,buffers threads crowd)

check-trust: $(TRUST) ## what takes longer than make check: 512 x 10,000 lookups, ...
	@tests/summary $^

$(filter-out %/crowd-all.tap,$(TRUST)): %-all.tap: %
	@tests/run $@ $< all

$(BUILD)/tests/faults/crowd-all.tap: all $(SYSTEM_PROGRAMS) tests/faults/crowd.bats
	@BUILD=$(BUILD) FORKS=1000 tests/run $@ bats --tap tests/faults/crowd.bats

.PHONY: check-trust soak

ANALYSIS   = tests/analysis

# Compiled for gcov, whose counters one object file of libcore must not hide.
COVERAGE      = $(BUILD)/coverage
COVERAGE_MAKE = $(MAKE) --no-print-directory BUILD=$(COVERAGE) CFLAGS='-O0 -g' \
    CPPFLAGS='-fprofile-arcs -ftest-coverage -fprofile-update=atomic' LDFLAGS=--coverage \
    OBJCOPY='$(OBJCOPY) $(addprefix --globalize-symbol=__gcov_,init exit merge_add)'

# Not those that look at the octets of the products, or count instructions, nor those that
# are compiled for other tools, or kill what would write counters.
NOT_COVERAGE = install/% make/% pages/% nss/exports nss/enable faults/instructions \
               documents/index fuzz/%
COVERAGE_TAPS = $(patsubst $(BUILD)/%,$(COVERAGE)/%,$(filter-out \
    $(NOT_COVERAGE:%=$(BUILD)/tests/%.tap),$(TAPS)))

# A plain user may not write counters, and is not told so on standard error.
coverage: ## measure what make check runs of libcore and nss_idnx (gcc): a page
	@rm -rf $(COVERAGE)
	+@GCOV_ERROR_FILE=/dev/null $(COVERAGE_MAKE) all $(COVERAGE_TAPS)
	@tests/run $(COVERAGE)/tests/coverage.tap python3 -B $(ANALYSIS)/coverage.py $(COVERAGE) \
	    $(ANALYSIS)/uncovered.tsv $(COVERAGE)/coverage.html
	@tests/summary $(COVERAGE)/tests/coverage.tap

# Every C test under each sanitizer that it can be run with, and under valgrind.
#
# memory: what a library writes that is compiled without it counts as never written.  So
# there are no ICU and no libunistring, whose files and functions are conformance's, and
# nothing that asks through libc's own NSS, iconv or a read() of the test's: memcheck sees
# those, which needs no compiler.
MEMORY_TAPS = $(TEST_UNIT) $(addprefix tests/conformance/,ascii.c explain.c normalization.c \
    properties.c punycode.c) $(addprefix tests/nss/,action.c answer.c config.c \
    config_example.c guard.c guard_alone.c hostent.c hosts_edit.c keep.c outcome.c)

# Not those that leave no descriptor or memory to valgrind either, have more than its 500
# threads, or run the command.
VALGRIND_TAPS = $(TEST_UNIT) $(filter-out %/charset.c %/config_file.c %/enable.c,$(TEST_NSS)) \
    tests/faults/buffers.c tests/faults/known_bugs.c

VALGRIND = valgrind -q --error-exitcode=9 --child-silent-after-fork=yes \
    --suppressions=$(ANALYSIS)/valgrind.supp
MEMCHECK = $(VALGRIND) --leak-check=full --errors-for-leak-kinds=definite
HELGRIND = $(VALGRIND) --tool=helgrind

taps = $(patsubst %.c,$(1)/%.tap,$(2))

# $(call sanitized,SANITIZERS,SOURCES): in a folder called after the last of them
sanitized = +@TSAN_OPTIONS=suppressions=$(CURDIR)/$(ANALYSIS)/tsan.supp \
    $(MAKE) --no-print-directory CC=clang SAN='$(1)' CFLAGS='-O1 -g' \
    BUILD=$(call sanitized_build,$(1)) \
    TAPS='$(call taps,$(call sanitized_build,$(1)),$(2))' check-taps
sanitized_build = $(BUILD)/$(lastword $(subst $(comma), ,$(1)))

# $(call valgrind,FOLDER,COMMAND)
valgrind = +@$(MAKE) --no-print-directory RUNNER='$(2)' CFLAGS='-O1 -g' BUILD=$(BUILD)/$(1) \
    TAPS='$(call taps,$(BUILD)/$(1),$(VALGRIND_TAPS))' check-taps

sanitize: ## run the C tests under clang's sanitizers and valgrind
	$(call sanitized,undefined$(comma)integer,$(TEST_UNIT) $(TEST_CONFORMANCE) $(TEST_NSS) \
	    $(TEST_FAULTS))
	$(call sanitized,memory,$(MEMORY_TAPS))
	$(call sanitized,thread,$(TEST_NSS) tests/faults/threads.c)
	$(call valgrind,memcheck,$(MEMCHECK))
	$(call valgrind,helgrind,$(HELGRIND))

check-taps: $(TAPS)
	@tests/summary $(TAPS)

analyze: ## ask gcc -fanalyzer, scan-build, clang-tidy and cppcheck
	@mkdir -p $(BUILD)/tests/analysis
	@tests/run $(BUILD)/tests/analysis/analyze.tap $(ANALYSIS)/analyze
	@tests/summary $(BUILD)/tests/analysis/analyze.tap

# CBMC=... where it has another name.
CBMC = cbmc

prove: ## prove memory safety within bounds (cbmc)
	@mkdir -p $(BUILD)/tests/prove
	@CBMC='$(CBMC)' tests/run $(BUILD)/tests/prove/prove.tap tests/prove/prove
	@tests/summary --can-skip $(BUILD)/tests/prove/prove.tap

# --- Tables -------------------------------------------------------------------

tables: ## regenerate libcore/tables.c from UNICODE_DIR
	@test -n "$$UNICODE_DIR" || { echo 'usage: make tables UNICODE_DIR=...' >&2; exit 2; }
	@mkdir -p $(BUILD)
	python3 libcore/gen/tables.py "$$UNICODE_DIR" >$(BUILD)/tables.c
	mv $(BUILD)/tables.c libcore/tables.c

check-tables: $(BUILD)/tests/tables/tables.tap ## regenerate tables.c and compare
	@tests/summary $<

$(BUILD)/tests/tables/tables.tap: libcore/gen/tables.py $(wildcard libcore/*.[ch])

# --- Fuzzing ------------------------------------------------------------------
#
# A target is linked with libFuzzer, which clang has, or with what feeds it a corpus.

FUZZ_TARGETS = $(patsubst tests/fuzz/%.c,%,$(TEST_FUZZ))
FUZZ_MAIN    = $(if $(findstring fuzzer,$(SAN)),,$(BUILD)/tests/fuzz/common/replay.o)

$(call programs,$(TEST_FUZZ)): %: %.o $(FUZZ_MAIN) $(REFERENCE) $(CORE_ALL)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(SANITIZE) $(CFLAGS) \
	    $(LDFLAGS) $(LIBS)

$(BUILD)/tests/fuzz/%: LIBS = -lunistring -licuuc -lidn2 -lcmocka
$(addprefix $(BUILD)/tests/fuzz/,to_ascii to_unicode explain): \
    $(BUILD)/tests/fuzz/common/conversion.o
$(BUILD)/tests/fuzz/config: $(call objects,nss_idnx/config.c nss_idnx/config_words.c)
$(BUILD)/tests/fuzz/nsswitch: $(call objects,nss_idnx/nsswitch.c nss_idnx/action.c \
    libcore/cli/enable/hosts_edit.c libcore/cli/hosts_line.c libcore/cli/nsswitch_fault.c)

# The module stands before the source "fuzz", which glibc finds in the RPATH.
FUZZ_SOURCE = $(BUILD)/tests/fuzz/libnss_fuzz.so.2

$(BUILD)/tests/fuzz/module: LIBS = $(NSS_FAKE) $(FUZZ_SOURCE) -ldl -pthread \
    -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../nss'
$(BUILD)/tests/fuzz/module: $(NSS_OBJ) $(NSS_FAKE) $(FUZZ_SOURCE)

$(FUZZ_SOURCE): $(BUILD)/tests/fuzz/source/source.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(SANITIZE) $(CFLAGS) $(LDFLAGS) -Wl,-soname,$(@F)

# make check replays the corpora under sanitizers: in a build of its own, if this is none.
REPLAY          = $(if $(SAN),$(BUILD),$(BUILD)/replay)
REPLAY_PROGRAMS = $(addprefix $(REPLAY)/tests/fuzz/,$(FUZZ_TARGETS))

$(FUZZ_TAPS): $(BUILD)/tests/fuzz/%.tap: $(REPLAY)/tests/fuzz/% tests/fuzz/corpora/% \
    $(BUILD)/unicode_dir
	@mkdir -p $(@D)
	@tests/run $@ tests/fuzz/replay $< tests/fuzz/corpora/$*

ifeq ($(SAN),)
$(REPLAY_PROGRAMS): replay-programs ;

replay-programs:
	@tests/fuzz/can-sanitize '$(CC)' || exit 0; \
	    $(MAKE) $(if $(V),,-s) SAN=address,undefined BUILD=$(REPLAY) CFLAGS='-O1 -g' \
	    $(REPLAY_PROGRAMS)
endif

# Seconds of each target; FUZZ=... for one of them.
FUZZ_TIME  = 60
FUZZ       = $(FUZZ_TARGETS)
FUZZ_MAKE  = $(MAKE) $(if $(V),,-s) CC=clang
FUZZ_BUILD = $(BUILD)/fuzz

fuzz: ## find inputs that break a promise (clang; FUZZ_TIME=seconds, FUZZ=target)
	@$(FUZZ_MAKE) SAN=fuzzer,address,undefined BUILD=$(FUZZ_BUILD) CFLAGS='-O2 -g' \
	    $(addprefix $(FUZZ_BUILD)/tests/fuzz/,$(FUZZ))
	@tests/fuzz/fuzz $(FUZZ_BUILD) $(FUZZ_TIME) $(FUZZ)

fuzz-merge: ## renew the corpora with what make fuzz has found
	@tests/fuzz/merge $(FUZZ_BUILD) $(FUZZ)

fuzz-coverage: ## prove that the corpora arrive: 95 % of each target's files (clang)
	@$(FUZZ_MAKE) SAN= BUILD=$(FUZZ_BUILD)-coverage \
	    CFLAGS='-O1 -g -fprofile-instr-generate -fcoverage-mapping' \
	    $(addprefix $(FUZZ_BUILD)-coverage/tests/fuzz/,$(FUZZ))
	@tests/fuzz/coverage $(FUZZ_BUILD)-coverage $(FUZZ)

# --- Measuring ----------------------------------------------------------------

BENCH   = $(BUILD)/tests/bench
ROUNDS  = 41
ENGINES =

# The first engine is measured against the others, the second is believed.
BENCH_ENGINES = engine_idnx engine_icu engine_libidn2

bench: $(BENCH)/bench ## measure against ICU and libidn2
	$< $(ROUNDS) $(BENCH)/chart.tsv
	gnuplot -e 'figures = "$(BENCH)/chart.tsv"' tests/bench/chart.gp >$(BENCH)/chart.svg
	cp $(BENCH)/chart.svg tests/bench/chart.svg

$(BENCH)/bench: $(addsuffix .o,$(addprefix $(BENCH)/,bench agreement allocations measure clock \
    report corpora words $(BENCH_ENGINES))) $(LIBRARY) $(filter %.o %.a,$(ENGINES))
	$(call run,LINK) $(CC) -o $@ $(filter-out $(ENGINES),$^) $(ENGINES) $(CFLAGS) $(LDFLAGS) \
	    -licuuc -lidn2 -lm

check-speed: $(BENCH)/speed.tap ## count instructions, compare with the record
	@tests/summary $<

speed-record: $(BENCH)/speed ## renew the record of check-speed
	CFLAGS='$(CFLAGS)' tests/bench/check-speed $< >$(BENCH)/instructions.tsv
	cp $(BENCH)/instructions.tsv tests/bench/instructions.tsv

$(BENCH)/speed.tap: $(BENCH)/speed tests/bench/check-speed tests/bench/instructions.tsv
	@CFLAGS='$(CFLAGS)' tests/run $@ tests/bench/check-speed $< tests/bench/instructions.tsv

$(BENCH)/speed: $(addprefix $(BENCH)/,speed.o corpora.o words.o engine_idnx.o) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS)

bench-lookup: all $(SYSTEM_PROGRAMS) $(BENCH)/lookup $(BENCH)/libnss_instant.so.2
bench-lookup: ## measure lookups through the module
	@BUILD=$(BUILD) tests/bench/bench-lookup 2000

$(BENCH)/lookup: $(addprefix $(BENCH)/,lookup.o ask.o worker.o loading.o clock.o) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS) -ldl

$(BENCH)/libnss_instant.so.2: $(BENCH)/instant.o
	$(call run,LINK) $(CC) -shared -nostartfiles -o $@ $< $(CFLAGS) $(LDFLAGS) \
	    -Wl,-z,now -Wl,-z,relro

# --- Installation -------------------------------------------------------------

# Not /usr/local: what AppArmor confines may load no module from there, and glibc finds
# one only through the cache of ldconfig, which not every system lets look there.
PREFIX     = /usr
MANDIR     = $(PREFIX)/share/man
ZSHDIR     = $(PREFIX)/share/zsh/site-functions

# Empty: $(PREFIX) and the C library's own folder, as conf/install finds it.
LIBDIR     =

# Its rule for idnx.conf: yes, no, or auto, where there is an /etc/apparmor.d.
APPARMOR   = auto

install: all ## install (PREFIX, LIBDIR, SYSCONFDIR, MANDIR, ZSHDIR, APPARMOR, DESTDIR)
uninstall: ## take away what make install has put there
install uninstall:
	@BUILD='$(BUILD)' VERSION='$(VERSION)' CC='$(CC) $(CFLAGS)' DESTDIR='$(DESTDIR)' \
	    PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' SYSCONFDIR='$(SYSCONFDIR)' \
	    MANDIR='$(MANDIR)' ZSHDIR='$(ZSHDIR)' APPARMOR='$(APPARMOR)' conf/install $@

# Nothing of this make reaches the package's: it has its own flags and folders.
DEB = $(BUILD)/deb/idnx-$(VERSION)

deb: ## build Debian packages (with debhelper, dh-nss)
	rm -rf $(BUILD)/deb
	mkdir -p $(DEB)
	cp -r LICENSE README.md Makefile conf libcore nss_idnx $(DEB)
	cp -r conf/debian $(DEB)/debian
	cd $(DEB) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u DESTDIR \
	    dpkg-buildpackage --unsigned-source --unsigned-changes --build=binary

check-deb: ## build, judge, install and remove the packages in a debootstrap folder
	@mkdir -p $(BUILD)/tests/install
	@tests/run $(BUILD)/tests/install/deb.tap tests/install/deb-in-chroot
	@tests/summary --can-skip $(BUILD)/tests/install/deb.tap

# --- Demonstration, packages --------------------------------------------------

demo: all $(SYSTEM_PROGRAMS) $(SYSTEM_PRELOAD) ## show programs resolving names, in a world of its own
	@BUILD=$(BUILD) tests/demo/demo

deps: ## install what building and testing need (Debian, Ubuntu)
	@tests/deps

# --- Everything else ----------------------------------------------------------

clean: ## remove build/ and $(BUILD)
	rm -rf build $(BUILD)

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

# Not what ends in .d in the systems of tests/everywhere.
-include $(wildcard $(addprefix $(BUILD)/,libcore/*.d libcore/*/*.d nss_idnx/*.d \
    tests/*/*.d tests/*/*/*.d))
