# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The whole of what make check has a part of.

.PHONY: check-trust soak

# So many lookups: minutes, on two cores.
SOAK = 10000000

# In a namespace, where the files are its own; a plain user is root in there.
soak: $(BUILD)/tests/module/faults/soak/soak
soak: ## Test more: ask ten million times, while the files change (SOAK=times)
	@. tests/progress.sh; \
	soak() { \
	    unshare -m$$([ "$$(id -u)" -eq 0 ] || echo r) \
	        sh -c 'mount -t tmpfs none /etc && exec "$$@"' - $< $(SOAK) >$<.log 2>&1; \
	}; \
	how_far() { cat $<.log; }; \
	show_progress 'soak, $(SOAK) lookups' how_far soak; status=$$?; \
	cat $<.log; exit $$status

$(BUILD)/tests/module/faults/soak/soak: %: %.o $(FAKE) $(MODULE)
	$(call run,LINK) $(CC) -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS) \
	    -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/../../../common:$$ORIGIN/../../../..' \
	    -ldl -pthread

# With an argument they take longer, and leave nothing out.
TRUST = $(patsubst %,$(BUILD)/tests/module/faults/%-all.tap,buffers threads crowd)

$(TRUST): export TEST_TIME_LIMIT = 1800

check-trust: $(TRUST) ## Test more: what takes longer than make check: 512 x 10,000 lookups, ...
	@tests/summary $^

$(filter-out %/crowd-all.tap,$(TRUST)): %-all.tap: %
	@tests/run $@ $< all

$(filter %/crowd-all.tap,$(TRUST)): all $(COMMON_PROGRAMS) tests/module/faults/crowd.bats
	@BUILD=$(BUILD) FORKS=1000 tests/run $@ bats --tap tests/module/faults/crowd.bats
