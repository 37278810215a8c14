# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Other processors: cross builds, a part of make check where their compilers are.  A
# sanitizer's build has none: its libraries are those of this processor.

CROSS      = arm64 armhf ppc64el riscv64 s390x
CROSS_TAPS = $(if $(SAN),,$(CROSS:%=$(BUILD)/tests/processors/%.tap))

TAPS += $(CROSS_TAPS)

.PHONY: cross-objects

check: $(CROSS_TAPS)

# What of this make a compiler for another processor can compile, but not link.
CROSS_OBJECTS = $(CLI_OBJ) $(call objects,$(TEST_UNIT) $(TEST_LIBRARY) $(TEST_CONFORMANCE) \
    $(TEST_NSS) $(TEST_SYSTEM) $(TEST_FAULTS))

cross-objects: $(CROSS_OBJECTS)

# Up to date if nothing that is compiled or looked at has changed.
$(CROSS_TAPS): $(BUILD)/tests/processors/%.tap: $(MODULE) $(LIBRARY) $(CROSS_OBJECTS) \
    $(wildcard tests/processors/*) tests/nss/exports.bats
	@mkdir -p $(@D)
	@BUILD=$(BUILD) tests/run $@ tests/processors/cross $*
