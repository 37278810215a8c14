# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Counts how many look-alikes and honest names the settings against look-alikes reject.

.PHONY: check-lookalikes

LOOKALIKES_DIR = tests/project/lookalikes
LOOKALIKES_OUT = $(BUILD)/$(LOOKALIKES_DIR)

# A file of names that others have judged, as report.py reads it; empty: SKIP.
LOOKALIKES ?= $(wildcard ../shared/cases/lookalikes.tsv)

check-lookalikes: $(LOOKALIKES_OUT)/report.tap
check-lookalikes: ## Measure: count look-alikes and honest words refused (LOOKALIKES=cases)
	@cat $(<D)/report.txt
	@tests/summary --can-skip $<

$(LOOKALIKES_OUT)/report.tap: $(LOOKALIKES_OUT)/judge FORCE
	@tests/run $@ python3 -B $(LOOKALIKES_DIR)/report.py $< $(@D) $(LOOKALIKES)

$(LOOKALIKES_OUT)/judge: %: %.o $(POLICY) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LINKED) $(CFLAGS) $(LDFLAGS) \
	    -licuuc -licui18n
