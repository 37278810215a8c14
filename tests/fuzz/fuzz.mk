# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make fuzz, and its part in make check.  A target is linked with libFuzzer, which comes with
# clang, or with a program that replays a corpus.

.PHONY: fuzz fuzz-record fuzz-coverage fuzz-programs replay-programs

FUZZ_TARGETS = $(patsubst tests/fuzz/%.c,%,$(TEST_FUZZ))
FUZZ_MAIN    = $(if $(findstring fuzzer,$(SAN)),,$(BUILD)/tests/fuzz/common/replay.o)

$(call programs,$(TEST_FUZZ)): %: %.o $(FUZZ_MAIN) $(REFERENCE) $(POLICY) $(CORE_ALL)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LINKED) $(CFLAGS) \
	    $(LDFLAGS) $(LIBS)

$(BUILD)/tests/fuzz/%: LIBS = -lunistring -lcmocka
$(BUILD)/tests/fuzz/nsswitch: $(call objects,$(addprefix nss_idnx/,module/hosts_action.c module/origin.c \
    $(addprefix command/,$(HOSTS_PLAN))))

SHOW = $(call objects,nss_idnx/command/hosts/conf_fault.c \
    $(wildcard nss_idnx/command/show/*.c))

# written.h has what the command would ask this machine.
NO_FORCE = -Wl,--wrap=force_of

$(BUILD)/tests/fuzz/config: $(SHOW)

# The command but for what a target has in its place, with idnx.conf from the fake source.
WITHOUT = $(FAKE) $(filter-out $(addprefix %/,main.o $(1)),$(COMMAND_OBJ))

$(addprefix $(BUILD)/tests/fuzz/,in_text verdict foreign): LIBS = $(FAKE) -lunistring -ldl $(FUZZ_RPATH) $(NO_FORCE)
$(BUILD)/tests/fuzz/verdict: $(call objects,$(wildcard nss_idnx/libidnx/*.c)) $(call WITHOUT,\
    seen.o cmd_check.o cmd_compare.o cmd_convert.o cmd_explain.o)
$(BUILD)/tests/fuzz/in_text: $(call WITHOUT,input.o)
$(BUILD)/tests/fuzz/foreign: $(call WITHOUT,cmd_log.o entries.o)

# The module precedes the source "fuzz", which glibc finds in the RPATH.
FUZZ_SOURCE = $(BUILD)/tests/common/libnss_fuzz.so.2

FUZZ_RPATH = -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/../common'

$(BUILD)/tests/fuzz/module: LIBS = $(FAKE) $(FUZZ_SOURCE) -ldl -pthread $(FUZZ_RPATH)
$(BUILD)/tests/fuzz/module: $(MODULE_OBJ) $(FAKE) $(FUZZ_SOURCE)

# A new target starts with the archive of an empty directory: tests/fuzz/corpus pack.
ARCHIVES = tests/fuzz/corpora
CORPORA  = $(BUILD)/tests/fuzz/corpora

$(FUZZ_TARGETS:%=$(CORPORA)/%): $(CORPORA)/%: $(ARCHIVES)/%.base64 tests/fuzz/corpus
	@tests/fuzz/corpus unpack $< $@

# make check replays the corpora under sanitizers, in a separate build if this one has none.
REPLAY          = $(if $(SAN),$(BUILD),$(BUILD)/replay)
REPLAY_PROGRAMS = $(REPLAY)/idnx $(addprefix $(REPLAY)/tests/fuzz/,$(FUZZ_TARGETS))

$(FUZZ_TAPS): TEST_TIME_FACTOR := $(call factor,5)
$(FUZZ_TAPS): $(BUILD)/tests/fuzz/%.tap: $(REPLAY)/tests/fuzz/% $(ARCHIVES)/%.base64 \
    $(BUILD)/unicode_dir
	@tests/run $@ tests/fuzz/replay $< $(ARCHIVES)/$*.base64

# The program itself, for seconds in make check, for minutes in make check-trust.
PROGRAM_TAPS = $(addprefix $(BUILD)/tests/fuzz/,program.tap program-all.tap)

$(PROGRAM_TAPS): RUN_SECONDS = $(if $(filter %-all.tap,$@),300 $$(date +%s),5)
$(PROGRAM_TAPS): tests/fuzz/program $(REPLAY)/idnx
	@TEST_TIME_LIMIT=1800 tests/run $@ $^ $(RUN_SECONDS)

check-trust: $(BUILD)/tests/fuzz/program-all.tap

ifeq ($(SAN),)
$(REPLAY_PROGRAMS): replay-programs ;

replay-programs:
	@tests/fuzz/replay --possible '$(CC)' || exit 0; \
	    $(MAKE) $(if $(V),,-s) SAN=address,undefined BUILD=$(REPLAY) CFLAGS='-O1 -g' \
	    $(REPLAY_PROGRAMS)
endif

# Seconds for each target; FUZZ=... selects one of them.
FUZZ_TIME  = 60
FUZZ       = $(FUZZ_TARGETS)
FUZZ_MAKE  = $(MAKE) $(if $(V),,-s) CC=clang
FUZZ_BUILD = $(BUILD)/fuzz

fuzz: $(FUZZ:%=$(CORPORA)/%)
fuzz fuzz-record: fuzz-programs

fuzz-programs:
	@$(FUZZ_MAKE) SAN=fuzzer,address,undefined BUILD=$(FUZZ_BUILD) CFLAGS='-O2 -g' \
	    $(addprefix $(FUZZ_BUILD)/tests/fuzz/,$(FUZZ))

fuzz: ## Test more: search for inputs that break a promise (clang; FUZZ_TIME=seconds, FUZZ=target)
	@tests/fuzz/fuzz $(FUZZ_BUILD) $(CORPORA) $(FUZZ_TIME) $(FUZZ)

fuzz-record: ## Maintain more: update the corpora with what make fuzz has found (clang)
	@tests/fuzz/corpus record $(FUZZ_BUILD) $(FUZZ)

fuzz-coverage: ## Measure: prove that the corpora arrive: 90 % of each file (clang)
	@$(FUZZ_MAKE) SAN= BUILD=$(FUZZ_BUILD)-coverage \
	    CFLAGS='-O1 -g -fprofile-instr-generate -fcoverage-mapping' \
	    $(addprefix $(FUZZ_BUILD)-coverage/tests/fuzz/,$(FUZZ))
	@tests/fuzz/corpus coverage $(FUZZ_BUILD)-coverage $(FUZZ)
