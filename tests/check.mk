# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make check: each test program writes TAP into $(BUILD)/tests/<folder>/<name>.tap, which
# is its stamp; tests/summary counts them and removes those that must run again.

.PHONY: check check-documents check-naive

TEST_UNIT        = $(wildcard tests/unit/*.c)
TEST_LIBRARY     = $(wildcard tests/library/*.c)
TEST_CONFORMANCE = $(wildcard tests/conformance/*.c)
TEST_NSS         = $(wildcard tests/nss/*.c)
TEST_SYSTEM      = $(wildcard tests/system/*.c)
TEST_FUZZ        = $(wildcard tests/fuzz/*.c)
TEST_DOCUMENTS   = $(wildcard tests/documents/*.c)
TEST_FAULTS      = $(wildcard tests/faults/*.c)
TEST_BATS        = $(wildcard tests/*/*.bats)

programs       = $(patsubst %.c,$(BUILD)/%,$(1))
TEST_PROGRAMS  = $(call programs,$(TEST_UNIT) $(TEST_LIBRARY) $(TEST_CONFORMANCE) \
    $(TEST_DOCUMENTS))
NSS_PROGRAMS   = $(call programs,$(TEST_NSS))
FAULT_PROGRAMS = $(call programs,$(TEST_FAULTS))

# Those of tests/documents, and the index of what they show.
DOCUMENT_TABLES = $(BUILD)/tests/documents/mapping/tables.tap
DOCUMENT_INDEX  = $(BUILD)/tests/documents/index.tap
DOCUMENT_TAPS   = $(TEST_DOCUMENTS:%.c=$(BUILD)/%.tap) $(DOCUMENT_TABLES) \
    $(patsubst %.bats,$(BUILD)/%.tap,$(wildcard tests/documents/*.bats))

# Where I is not the capital of i: tests/locale.
LOCALES     = tr_TR.UTF-8 az_AZ.UTF-8 tr_TR.ISO-8859-9
LOCALE_TAPS = $(LOCALES:%=$(BUILD)/tests/locale/%.tap)

FUZZ_TAPS = $(TEST_FUZZ:%.c=$(BUILD)/%.tap)
TAPS      = $(addsuffix .tap,$(TEST_PROGRAMS) $(NSS_PROGRAMS) $(FAULT_PROGRAMS)) \
    $(FUZZ_TAPS) $(TEST_BATS:%.bats=$(BUILD)/%.tap) $(DOCUMENT_TABLES) $(DOCUMENT_INDEX) \
    $(LOCALE_TAPS)

# tests/run has 300 s for each program, so many times; 20 under emulation, too.  What is no
# part of make check and takes longer has a TEST_TIME_LIMIT of its own.
TEST_TIME_FACTOR ?= $(if $(RUNNER),20,$(if $(SAN),5,1))
export TEST_TIME_FACTOR

# $(call factor,N): the user's, if that is not the default.
factor = $(or $(filter-out 1,$(TEST_TIME_FACTOR)),$(1))

check: all $(TAPS) ## Test: run every test (UNICODE_DIR=... for Unicode's own)
	@tests/summary $(TAPS)

# RUNNER: valgrind, perhaps.
$(addsuffix .tap,$(TEST_PROGRAMS) $(NSS_PROGRAMS) $(FAULT_PROGRAMS)): %.tap: %
	@tests/run $@ $(RUNNER) $*

$(BUILD)/tests/%.tap: tests/%.bats $(wildcard tests/*/*.bash) $(MODULE) $(COMMAND)
	@mkdir -p $(@D)
	@BUILD=$(BUILD) CC='$(CC)' tests/run $@ bats --tap $<

$(BUILD)/tests/make/make.tap: Makefile tests/check.mk $(wildcard tests/*/*.mk)
$(BUILD)/tests/make/run.tap: tests/run tests/limit tests/check.mk
$(BUILD)/tests/pages/pages.tap: $(wildcard nss_idnx/*.8 nss_idnx/*/*.[15]) conf/idnx.conf
$(BUILD)/tests/pages/links.tap: $(wildcard *.md)
$(BUILD)/tests/pages/completions.tap: $(wildcard nss_idnx/command/completions/*)
$(BUILD)/tests/install/install.tap: Makefile $(wildcard conf/*) conf/debian/changelog
$(BUILD)/tests/install/reproducible.tap: Makefile

# What they found counts for the Unicode files they found it in.
$(addsuffix .tap,$(call programs,$(TEST_CONFORMANCE)) $(BUILD)/tests/tables/tables) \
    $(DOCUMENT_TABLES): \
    $(BUILD)/unicode_dir

$(BUILD)/unicode_dir: FORCE
	@mkdir -p $(@D)
	@found=$$(realpath -e "$$(tests/unicode_dir)" "$$(tests/unicode_dir 5.2.0)" 2>&1); \
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
	$(call run,LINK) $(CC) -o $@ $(filter %.o %.a,$^) $(LINKED) $(CFLAGS) $(LDFLAGS) $(LIBS)

# In an archive, what is left to the linker to compile takes an ar of the compiler's own.
REFERENCE_OBJ = $(call objects,$(wildcard tests/conformance/reference/*.c))

$(REFERENCE_OBJ): override CFLAGS += -fno-lto
$(REFERENCE): $(REFERENCE_OBJ)
	@rm -f $@
	$(call run,AR) $(AR) rcsD $@ $^

# make check has a million random labels of these ten: a tenth of the time.
NAIVE = $(patsubst %,$(BUILD)/tests/conformance/%-all.tap,naive scripts)

check-naive: $(NAIVE) ## Test: compare with naive references
	@tests/summary $^

$(NAIVE): export TEST_TIME_LIMIT = 1800
$(NAIVE): %-all.tap: % $(BUILD)/unicode_dir
	@tests/run $@ $< 10000000

# nss: programs for which glibc finds the module and the fake source in their RPATH;
# the newer RUNPATH does not count for what libc loads.  As in the module, the addresses of
# libc's functions are libc's, whatever the compiler's default: -pie.
NSS_FAKE  = $(BUILD)/tests/nss/libnss_fake.so.2
NSS_TRACE = $(BUILD)/tests/nss/libnss_trace.so.2

$(NSS_PROGRAMS): %: %.o $(MODULE_OBJ) $(POLICY) $(LIBRARY) $(NSS_FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) \
	    $(filter $(NSS_FAKE) $(NSS_TRACE),$^) -pie $(LINKED) \
	    $(CFLAGS) $(LDFLAGS) -Wl,--disable-new-dtags \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../..' -lcmocka -ldl -pthread

# Where enable and disable are tested: without the command, and with it as glibc sees it.
$(BUILD)/tests/nss/hosts_edit: $(call objects,$(addprefix tests/nss/hosts/,listed.c \
    random_file.c) $(addprefix nss_idnx/command/,enable/hosts_edit.c nsswitch_fault.c))
$(BUILD)/tests/nss/enable: $(NSS_TRACE) $(call objects,$(addprefix tests/nss/hosts/,listed.c \
    random_file.c walk.c))
$(BUILD)/tests/nss/enable.tap: $(COMMAND)

$(NSS_TRACE): $(BUILD)/tests/nss/hosts/trace.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS) -Wl,-soname,$(@F)
	@for source in $$(sed -n 's/^SOURCE(\(.*\))$$/\1/p' tests/nss/hosts/trace.c); do \
	    ln -sf $(@F) $(@D)/libnss_$$source.so.2; \
	done

$(NSS_FAKE): $(BUILD)/tests/nss/fake/fake.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS) -pthread \
	    -Wl,-soname,$(@F)

$(BUILD)/tests/nss/config_example.tap: conf/idnx.conf

# faults: the module itself, as it is installed, beside the same source.
$(FAULT_PROGRAMS): %: %.o $(LIBRARY) $(NSS_FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) -Wl,--as-needed $(NSS_FAKE) $(MODULE) \
	    $(LINKED) $(CFLAGS) $(LDFLAGS) -Wl,--disable-new-dtags \
	    -Wl,-rpath,'$$ORIGIN/../nss:$$ORIGIN/../..' -lcmocka -ldl -pthread -lrt

$(BUILD)/tests/faults/instructions.tap: $(BUILD)/tests/faults/instructions/instructions

$(BUILD)/tests/faults/instructions/instructions: %: %.o $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $< $(LIBRARY) $(LINKED) $(CFLAGS) $(LDFLAGS)

# system: what the tests and the demonstration run beside real programs.
SYSTEM_PROGRAMS = $(call programs,$(filter-out %/redirect.c,$(TEST_SYSTEM)))
SYSTEM_PRELOAD  = $(BUILD)/tests/system/redirect.so

$(SYSTEM_PROGRAMS): %: %.o
	$(call run,LINK) $(CC) -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS) -ldl -pthread -lrt

$(SYSTEM_PRELOAD): %.so: %.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS)

# Those of the command and of a document that ask for names run in the same world.
TEST_WORLD = $(wildcard tests/system/*.bats tests/faults/*.bats) \
    $(addprefix tests/cli/,resolve.bats doctor.bats) \
    tests/documents/idna_draft_04_requirements.bats

$(patsubst %.bats,$(BUILD)/%.tap,$(TEST_WORLD)): \
    $(SYSTEM_PROGRAMS) $(SYSTEM_PRELOAD) $(wildcard tests/system/*) conf/nsswitch.conf.example

# cli: what makes system calls of the command fail.
MEDDLE = $(BUILD)/tests/cli/meddle

$(MEDDLE): %: %.o
	$(call run,LINK) $(CC) -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS)

$(patsubst %,$(BUILD)/tests/cli/%.tap,doctor enable streams): $(MEDDLE)
$(BUILD)/tests/cli/terminal.tap: tests/cli/on_terminal.py

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

check-documents: $(DOCUMENT_TAPS) $(DOCUMENT_INDEX)
check-documents: ## Test: list what each document says, with its test
	@tests/documents/index show tests/documents/index.tsv $(DOCUMENT_TAPS)
	@tests/summary $^
