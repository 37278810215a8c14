# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make check: each test program writes TAP into $(BUILD)/tests/<directory>/<name>.tap, which
# is its stamp; tests/summary counts the results and removes the stamps of tests to run again.

.PHONY: check-fast check check-core check-all check-documents check-words format check-format picture

# $(call here,PATTERNS): the files; without companions, except their tests and those of the checkout.
here = $(filter-out $(if $(filter no,$(COMPANIONS)),tests/companions/% tests/project/% %/in_place.c), \
           $(wildcard $(1)))

TEST_ENGINE      = $(wildcard tests/engine/*.c)
TEST_CONFORMANCE = $(wildcard tests/engine/conformance/*.c)
TEST_MODULE      = $(wildcard tests/module/*.c)
TEST_LIBIDN2     = $(call here,tests/companions/libidn2/*.c)
TEST_COMMON      = $(wildcard tests/common/*.c)
TEST_PRELOAD     = $(wildcard tests/common/preload/*.c)
TEST_FUZZ        = $(call here,tests/fuzz/*.c)
TEST_DOCUMENTS   = $(wildcard tests/documents/*.c)
TEST_FAULTS      = $(wildcard tests/module/faults/*.c)
TEST_BATS        = $(filter-out $(WORDS),$(call here,tests/*/*.bats tests/engine/*/*.bats \
                     tests/module/*/*.bats tests/companions/*/*.bats))
WORDS            = tests/project/words.bats

programs         = $(patsubst %.c,$(BUILD)/%,$(1))
TEST_PROGRAMS    = $(call programs,$(TEST_ENGINE) $(TEST_CONFORMANCE) $(TEST_DOCUMENTS))
MODULE_PROGRAMS  = $(call programs,$(TEST_MODULE))
FAULT_PROGRAMS   = $(call programs,$(TEST_FAULTS))
LIBIDN2_PROGRAMS = $(call programs,$(TEST_LIBIDN2))
C_PROGRAMS       = $(TEST_PROGRAMS) $(MODULE_PROGRAMS) $(FAULT_PROGRAMS) $(LIBIDN2_PROGRAMS)

# The tests of tests/documents, and the index of what they show.
DOCUMENT_INDEX  = $(BUILD)/tests/documents/index.tap
DOCUMENT_TAPS   = $(TEST_DOCUMENTS:%.c=$(BUILD)/%.tap) \
    $(patsubst %.bats,$(BUILD)/%.tap,$(wildcard tests/documents/*.bats))

FUZZ_TAPS = $(TEST_FUZZ:%.c=$(BUILD)/%.tap)
TAPS      = $(C_PROGRAMS:%=%.tap) $(FUZZ_TAPS) $(BUILD)/tests/fuzz/program.tap $(TEST_BATS:%.bats=$(BUILD)/%.tap) \
    $(DOCUMENT_INDEX) $(BUILD)/tests/command/answers.tap \
    $(BUILD)/tests/project/complete.tap $(BUILD)/tests/project/formatted.tap

# The time limit of tests/run, 300 s per program, is multiplied by this; under emulation, by 20.
# Longer tests outside make check have a TEST_TIME_LIMIT of their own.
TEST_TIME_FACTOR ?= $(if $(RUNNER),20,$(if $(SAN),5,1))
export TEST_TIME_FACTOR

# $(call factor,N): N, unless the user has set a factor.
factor = $(or $(filter-out 1,$(TEST_TIME_FACTOR)),$(1))

# Tests of engine, module and command that take seconds at most and need no namespace.
FAST_TAPS = $(patsubst %.c,$(BUILD)/%.tap,$(TEST_ENGINE) \
    $(filter-out %/naive.c %/scripts.c,$(TEST_CONFORMANCE)) $(TEST_MODULE)) \
    $(patsubst %,$(BUILD)/tests/%.tap,module/exports module/faults/buffers fuzz/config \
    command/answers command/enable command/log project/complete)

check-fast: all $(FAST_TAPS) ## Test: run the most telling tests, in half a minute
	@tests/summary $(FAST_TAPS)

check: all $(TAPS) ## Test: run every test (UNICODE_DIR=... for Unicode's own)
	@tests/summary $(TAPS)

check-core: ## Test: run the tests of the core, without companions
	+@$(MAKE) --no-print-directory COMPANIONS=no check

check-all: ## Test: run everything, which takes hours (FUZZ_TIME=seconds)
	+@MAKE='$(MAKE)' tests/all

check-words: $(WORDS:%.bats=$(BUILD)/%.tap) ## Test more: check the language of documents, pages, messages and comments
	@tests/summary $<

# What most tests include, looked for before any is compiled.
$(C_PROGRAMS:%=%.o) \
    $(call objects,$(wildcard tests/common/reference/*.c)): | $(BUILD)/test-deps

$(BUILD)/test-deps:
	@for header in cmocka.h unicode/uchar.h unistr.h; do \
	    echo "#include <$$header>" | $(CC) $(CPPFLAGS) -E -x c -o /dev/null - 2>/dev/null || { \
	        echo "$$header is missing: run make test-deps" >&2; exit 1; }; \
	done
	@mkdir -p $(@D) && touch $@

# RUNNER may be valgrind.
$(C_PROGRAMS:%=%.tap): %.tap: %
	@tests/run $@ $(RUNNER) $*

$(BUILD)/tests/%.tap: tests/%.bats $(wildcard tests/*/*.bash tests/*/*.tsv \
    tests/module/*/*.tsv tests/companions/*/*.tsv) \
    $(MODULE) $(LIBIDN2) $(LIBIDNX) $(LIBRARY) $(COMMAND)
	@BUILD=$(BUILD) CC='$(CC)' tests/run $@ bats --tap $<

# A table, and not a bats file: it takes a tenth of the time.
$(BUILD)/tests/command/answers.tap: $(wildcard tests/command/answers* tests/*/*.tsv) \
    nss_idnx/policy/idnx-policy.7 $(COMMAND)
	@BUILD=$(BUILD) tests/run $@ tests/command/answers

# What a key, an option or a rule lacks beside its row in the code.
$(BUILD)/tests/project/complete.tap: tests/project/complete CHANGELOG.md conf/idnx.conf conf/put-options \
    libcore/statuses.h $(wildcard nss_idnx/policy/* nss_idnx/command/idnx.1 tests/*/*.tsv \
    tests/module/system/*.tsv tests/command/* tests/companions/*/*.bats) $(COMMAND)
	@tests/run $@ $< $(BUILD)

$(BUILD)/tests/project/make.tap: Makefile tests/check.mk $(wildcard tests/*/*.mk)
$(BUILD)/tests/project/demo.tap: $(wildcard tests/project/demo/*)
$(BUILD)/tests/project/run.tap: tests/run tests/summary
$(BUILD)/tests/project/components.tap: tests/project/components
$(BUILD)/tests/command/pages.tap: $(wildcard nss_idnx/*.[78] nss_idnx/*/*.[13578] nss_idnx/*/*/*.[78]) \
    conf/idnx.conf
$(BUILD)/tests/command/completions.tap: $(wildcard nss_idnx/command/completions/*)
$(BUILD)/tests/project/html.tap: $(wildcard conf/html/* tests/project/html/* *.md nss_idnx/*.[78] \
    nss_idnx/*/*.[13578] nss_idnx/*/*/*.[78]) libcore/statuses.h
$(BUILD)/tests/project/links.tap: $(wildcard *.md .github/*.md tests/*.md tests/*/*.md tests/*/*/*.md nss_idnx/*/*/*.md)
$(BUILD)/tests/project/words.tap: $(wildcard tests/project/words/* *.md .github/*.md tests/*.md tests/*/*.md tests/*/*/*.md nss_idnx/*/*/*.md) \
    $(wildcard nss_idnx/*.[78] nss_idnx/*/*.[13578] nss_idnx/*/*/*.[78] conf/* conf/debian/* Makefile tests/*.mk tests/*/*.mk)
$(BUILD)/tests/project/measured.tap: $(wildcard nss_idnx/*.[78] tests/evidence/programs/*.tsv)
$(BUILD)/tests/project/origin.tap: Makefile REUSE.toml $(wildcard conf/*)
$(patsubst %,$(BUILD)/tests/engine/library/%.tap,examples libidnx): $(wildcard nss_idnx/libidnx/* \
    nss_idnx/libidnx/examples/*)
$(BUILD)/tests/project/install.tap: Makefile $(wildcard conf/*) conf/debian/changelog

# Their results are valid for the Unicode files that were present.
$(addsuffix .tap,$(call programs,$(TEST_CONFORMANCE)) $(BUILD)/tests/engine/tables): \
    $(BUILD)/unicode_dir

$(BUILD)/unicode_dir: FORCE
	@mkdir -p $(@D)
	@found=$$(realpath -e "$$(tests/unicode_dir)" 2>&1); \
	    [ "$$(cat $@ 2>&1)" = "$$found" ] || echo "$$found" >$@

# engine: programs that contain libcore and see its internals; those of conformance share
# readers of Unicode's files, and references that are independent of libcore.  library:
# programs that have only what users have.
REFERENCE = $(BUILD)/tests/common/reference.a

$(BUILD)/tests/engine/%: LIBS = -lcmocka
$(BUILD)/tests/engine/conformance/%: LIBS = -lcmocka -lunistring -licuuc -licui18n
$(call programs,$(TEST_CONFORMANCE)): $(REFERENCE)
$(call programs,$(TEST_ENGINE) $(TEST_CONFORMANCE)): $(CORE_ALL)
$(call programs,$(TEST_DOCUMENTS)): $(LIBRARY)

$(TEST_PROGRAMS): %: %.o
	$(call run,LINK) $(CC) -o $@ $(filter %.o %.a,$^) $(LINKED) $(CFLAGS) $(LDFLAGS) $(LIBS)

# In an archive, objects that the linker compiles need the compiler's own ar.
REFERENCE_OBJ = $(call objects,$(wildcard tests/common/reference/*.c))

$(REFERENCE_OBJ): override CFLAGS += -fno-lto
$(REFERENCE): $(REFERENCE_OBJ)
	@rm -f $@
	$(call run,AR) $(AR) rcsD $@ $^

# module: programs whose RPATH lets glibc find the module and the fake source; libc ignores
# the newer RUNPATH for what it loads.  As in the module, addresses of libc's functions are
# libc's own, whatever the compiler's default is: -pie.
FAKE  = $(BUILD)/tests/common/libnss_fake.so.2
SOURCES = $(BUILD)/tests/common/libnss_trace.so.2

$(MODULE_PROGRAMS): %: %.o $(MODULE_OBJ) $(POLICY) $(LIBRARY) $(FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) \
	    $(filter $(FAKE) $(SOURCES),$^) -pie $(LINKED) \
	    $(CFLAGS) $(LDFLAGS) -Wl,--disable-new-dtags \
	    -Wl,-rpath,'$$ORIGIN/../common:$$ORIGIN/../..' -lcmocka -ldl -pthread

# What is wrong with idnx.conf, in words.

HOSTS_PLAN = hosts/plan.c hosts/edit.c show/words.c show/similar.c

# Tests of enable and disable: without the command, and with it as glibc sees the file.
$(BUILD)/tests/module/hosts_action: $(call objects,$(addprefix nss_idnx/command/,$(HOSTS_PLAN)))
$(BUILD)/tests/module/enable: $(SOURCES)
$(BUILD)/tests/module/enable.tap: $(COMMAND)

$(BUILD)/tests/common/libnss_%.so.2: $(BUILD)/tests/common/sources/%.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS) -pthread \
	    -Wl,-soname,$(@F)

# One library, under the names of many sources.
$(SOURCES): $(BUILD)/tests/common/sources/trace.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS) -Wl,-soname,$(@F)
	@for source in $$(sed -n 's/^SOURCE(\(.*\))$$/\1/p' tests/common/sources/trace.c); do \
	    ln -sf $(@F) $(@D)/libnss_$$source.so.2; \
	done

# Tables that they read.
$(patsubst %,$(BUILD)/tests/module/%.tap,policy handle): tests/common/names.tsv
$(patsubst %,$(BUILD)/tests/module/%.tap,charset config config_file entry handle hosts_action \
    policy resolve): $(wildcard tests/module/*.tsv)
$(BUILD)/tests/module/config.tap: conf/idnx.conf nss_idnx/policy/idnx.conf.5
# Their dlopen() is found by name.
$(patsubst %,$(BUILD)/tests/module/%,forward policy): private override LDFLAGS += -rdynamic
$(BUILD)/tests/module/policy: private override LDFLAGS += \
    -Wl,--wrap=idnx_to_ascii,--wrap=idnx_to_unicode

# faults: the module as it is installed, next to the same source.
$(FAULT_PROGRAMS): %: %.o $(LIBRARY) $(FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) -Wl,--as-needed $(FAKE) \
	    $(MODULE) $(LINKED) $(CFLAGS) $(LDFLAGS) -Wl,--disable-new-dtags \
	    -Wl,-rpath,'$$ORIGIN/../../common:$$ORIGIN/../../..' -lcmocka -ldl -pthread -lrt

INSTRUCTIONS = $(BUILD)/tests/module/faults/instructions/instructions

$(BUILD)/tests/module/faults/instructions.tap: $(INSTRUCTIONS)

$(INSTRUCTIONS): %: %.o $(POLICY) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(LINKED) $(CFLAGS) $(LDFLAGS)

# common: what the tests and the demonstration run next to real programs, and what they
# preload into them.
COMMON_PROGRAMS = $(call programs,$(TEST_COMMON))
COMMON_PRELOAD  = $(TEST_PRELOAD:%.c=$(BUILD)/%.so)

$(COMMON_PROGRAMS): %: %.o
	$(call run,LINK) $(CC) -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS) -ldl -pthread -lrt

$(COMMON_PRELOAD): %.so: %.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS)

# Tests of the command and of documents that look names up run in the same namespace.
TEST_WORLD = $(wildcard tests/module/system/*.bats tests/module/faults/*.bats) \
    $(addprefix tests/command/,resolve.bats doctor.bats) \
    tests/documents/idna_draft_04_requirements.bats

$(patsubst %.bats,$(BUILD)/%.tap,$(TEST_WORLD)): \
    $(COMMON_PROGRAMS) $(COMMON_PRELOAD) $(wildcard tests/common/*) conf/nsswitch.conf.example

$(patsubst %,$(BUILD)/tests/command/%.tap,enable streams): $(BUILD)/tests/common/meddle
$(BUILD)/tests/command/terminal.tap: tests/command/on_terminal.py
$(patsubst %,$(BUILD)/tests/command/%.tap,enable streams terminal): tests/common/terminal.py

# documents: what each document says, by section.
$(BUILD)/tests/documents/%: LIBS = -lcmocka -lidn -lunistring
$(call programs,$(TEST_DOCUMENTS)): $(REFERENCE)
$(TEST_DOCUMENTS:%.c=$(BUILD)/%.tap): $(wildcard tests/documents/*.tsv)
$(TEST_ENGINE:%.c=$(BUILD)/%.tap): $(wildcard tests/engine/*.tsv)

$(BUILD)/tests/documents/universal_acceptance.tap: \
    $(wildcard tests/documents/universal_acceptance.*)
$(BUILD)/tests/documents/idna_draft_04_requirements.tap: tests/documents/idna_draft_04.zones

$(DOCUMENT_INDEX): tests/documents/index tests/documents/index.tsv $(DOCUMENT_TAPS)
	@tests/run $@ $< check tests/documents/index.tsv $(DOCUMENT_TAPS)

check-documents: $(DOCUMENT_TAPS) $(DOCUMENT_INDEX)
check-documents: ## Test: list what each document says, with its test
	@tests/documents/index show tests/documents/index.tsv $(DOCUMENT_TAPS)
	@tests/summary $^

# project: C is set by .clang-format, except what tests/project/format leaves to the hand.
format: ## Maintain: set the C files by .clang-format (clang-format 14)
	@tests/project/format write

check-format: $(BUILD)/tests/project/formatted.tap ## Test more: tell which C files make format would change
	@tests/summary --can-skip $<

# Only those that have changed, unless it is the style.
C_FILES = $(filter-out %tables.c,$(foreach depth,* */* */*/* */*/*/*, \
              $(wildcard libcore/$(depth).[ch] nss_idnx/$(depth).[ch] tests/$(depth).[ch])))
STYLE   = .clang-format tests/project/format

$(BUILD)/tests/project/formatted.tap: $(STYLE) $(C_FILES)
	@tests/run $@ tests/project/format check $(if $(filter $(STYLE),$?),,$?)

# The picture at the top of README.md.
PICTURE = tests/project/picture

picture: ## Maintain more: draw the terminal session that README.md begins with
	@python3 -B $(PICTURE)/render.py 'ssh bücher.example without idnx and with it' \
	    <$(PICTURE)/session.txt >$(PICTURE)/picture.svg

$(BUILD)/$(PICTURE).tap: $(wildcard $(PICTURE)/*)
