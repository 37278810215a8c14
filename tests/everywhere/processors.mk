# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Other processors: cross builds are part of make check where their compilers are installed.
# A sanitizer's build has none: its libraries are for this processor only.

CROSS      = arm64 armhf ppc64el riscv64 s390x
PROCESSOR  = tests/everywhere/processors
CROSS_TAPS = $(if $(SAN),,$(CROSS:%=$(BUILD)/$(PROCESSOR)/%.tap))

TAPS += $(CROSS_TAPS)

.PHONY: cross-objects

check: $(CROSS_TAPS)

# What a compiler for another processor can compile, but not link.
CROSS_OBJECTS = $(COMMAND_OBJ) $(call objects,$(TEST_ENGINE) $(TEST_LIBRARY) \
    $(TEST_CONFORMANCE) $(TEST_MODULE) $(TEST_LIBIDN2) $(TEST_COMMON) $(TEST_PRELOAD) \
    $(TEST_FAULTS))

cross-objects: $(CROSS_OBJECTS)

# Up to date if nothing that is compiled or examined has changed.
$(CROSS_TAPS): $(BUILD)/$(PROCESSOR)/%.tap: $(MODULE) $(LIBIDN2) $(LIBRARY) \
    $(CROSS_OBJECTS) \
    $(PROCESSOR)/cross $(PROCESSOR)/triplet tests/module/exports.bats
	@BUILD=$(BUILD) tests/run $@ $(PROCESSOR)/cross $*

$(BUILD)/tests/everywhere/known.tap: $(PROCESSOR)/known $(PROCESSOR)/skips.tsv

# --- Other processors, under qemu ----------------------------------------------

# As root, with qemu-user-static and debootstrap; in folders of $(BUILD)/everywhere.
PROCESSORS = arm64 s390x i386

.PHONY: check-processors foreign-programs $(PROCESSORS:%=check-processor-%)

check-processors: $(PROCESSORS:%=check-processor-%)
check-processors: ## Test more: test on arm64, s390x (both by qemu) and i386
	@awk '{ passed += $$1; failed += $$3; skipped += $$5 } END { \
	    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; \
	    exit failed > 0 || passed + skipped == 0 }' $(PROCESSORS:%=$(BUILD)/processors/%.sums)

$(PROCESSORS:%=check-processor-%): check-processor-%: $(COMMAND) $(BUILD)/$(PROCESSOR)/names
	@BUILD=$(BUILD) $(PROCESSOR)/check $*

# The compiled programs that they run, except the command's tests.
foreign-programs: all $(call programs,$(TEST_ENGINE) $(TEST_LIBRARY) $(TEST_CONFORMANCE)) \
    $(MODULE_PROGRAMS) $(COMMON_PROGRAMS) $(COMMON_PRELOAD) \
    $(call programs,$(addprefix tests/module/faults/,buffers.c known_bugs.c threads.c))

$(BUILD)/$(PROCESSOR)/names: %: %.o $(REFERENCE) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $(filter %.o %.a,$^) $(LINKED) $(CFLAGS) $(LDFLAGS) -licuuc
