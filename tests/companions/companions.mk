# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of companions: the library in libidn2's place as it is installed, next to the fake source
# and its open().
LIBIDN2_REAL = $(BUILD)/tests/companions/libidn2/real

$(filter-out $(LIBIDN2_REAL),$(LIBIDN2_PROGRAMS)): %: %.o $(POLICY) $(CORE_ALL) $(FAKE) \
    $(LIBIDN2)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) -Wl,--no-as-needed $(FAKE) \
	    $(LIBIDN2) $(LINKED) $(CFLAGS) $(LDFLAGS) -Wl,--disable-new-dtags \
	    -Wl,-rpath,'$$ORIGIN/../../common:$$ORIGIN/../../..' -lcmocka -ldl -pthread

$(LIBIDN2_REAL): %: %.o | $(LIBIDN2)
	$(call run,LINK) $(CC) -o $@ $^ $(LINKED) $(CFLAGS) $(LDFLAGS) -lcmocka -ldl
$(LIBIDN2_REAL).tap: $(LIBIDN2)

$(patsubst %,$(BUILD)/tests/companions/libidn2/%.tap,answers unicode): \
    $(wildcard tests/companions/libidn2/*.tsv) tests/common/names.tsv
$(BUILD)/tests/companions/libidn2/enable.tap: $(BUILD)/tests/common/meddle
$(BUILD)/tests/companions/run.tap: $(TRACED)
$(BUILD)/tests/companions/python/codec.tap: tests/companions/python/codec.py tests/common/names.tsv
$(patsubst %,$(BUILD)/tests/companions/python/%.tap,codec enable): \
    $(wildcard $(COMPANION)/python/* $(COMPANION)/python/*/*) | python

# What becomes of a name under a setting: the module, libidn2 and the codec decide the same.
$(BUILD)/tests/module/system/policy.tap: $(LIBIDN2) | python

# This fuzz target's libidn2 is idnx's, and its idnx.conf comes from the same fake.
$(BUILD)/tests/fuzz/in_place: LIBS = $(FAKE) -lunistring -ldl -pthread $(FUZZ_RPATH) \
    -Wl,--wrap=policy_to_ascii
$(BUILD)/tests/fuzz/in_place: $(LIBIDN2_OBJ) $(call objects,$(COMPANION)/trace/trace.c) $(FAKE)
