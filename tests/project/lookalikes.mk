# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Counts how many look-alikes and honest names the settings against look-alikes reject.

.PHONY: check-lookalikes

LOOKALIKES_DIR = tests/project/lookalikes
LOOKALIKES_OUT = $(BUILD)/$(LOOKALIKES_DIR)

# A file of names that others have judged, as report.py reads it; empty: SKIP.
LOOKALIKES ?= $(wildcard ../shared/cases/lookalikes.tsv)

# A folder of registered names, as real_names.py reads it; empty: SKIP.
REAL_NAMES ?= $(wildcard ../shared/cases/real-names)

# The program of judge.c from an earlier build, to compare with; empty: none.
EARLIER_JUDGE ?=

check-lookalikes: $(LOOKALIKES_OUT)/report.tap
check-lookalikes: ## Measure: count look-alikes and honest names refused (LOOKALIKES=cases, REAL_NAMES=folder)
	@cat $(<D)/report.txt
	@tests/summary --can-skip $<

$(LOOKALIKES_OUT)/report.tap: $(LOOKALIKES_OUT)/judge FORCE
	@tests/run $@ python3 -B $(LOOKALIKES_DIR)/report.py $< $(@D) \
	    $(LOOKALIKES:%=--cases=%) $(REAL_NAMES:%=--real-names=%) \
	    $(EARLIER_JUDGE:%=--earlier=%)

$(LOOKALIKES_OUT)/judge: %: %.o $(CONFIG_STATUS) $(POLICY) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LINKED) $(CFLAGS) $(LDFLAGS) \
	    -licuuc -licui18n
