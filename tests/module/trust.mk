# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The full tests of which make check runs a part.

.PHONY: check-trust soak

# The number of lookups: minutes, on two cores.
SOAK = 10000000

# In a namespace with files of its own, in which a plain user is root.
soak: $(BUILD)/tests/module/faults/soak/soak
soak: ## Test more: look names up ten million times while the files change (SOAK=times)
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

# With an argument they take longer and omit nothing.
TRUST = $(patsubst %,$(BUILD)/tests/module/faults/%-all.tap,buffers threads crowd)

$(TRUST): export TEST_TIME_LIMIT = 1800

check-trust: $(TRUST) ## Test more: run the long tests of the module: 512 x 10,000 lookups, ...
	@tests/summary $^

$(filter-out %/crowd-all.tap,$(TRUST)): %-all.tap: %
	@tests/run $@ $< all

$(filter %/crowd-all.tap,$(TRUST)): all $(COMMON_PROGRAMS) tests/module/faults/crowd.bats
	@BUILD=$(BUILD) FORKS=1000 tests/run $@ bats --tap tests/module/faults/crowd.bats
