# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Test programs once more, in locales where I is not the capital of i.  make check has, in
# each of them, those that read a configuration; check-locale has all of unit, nss and cli.

.PHONY: check-locale

LOCALE_PRELOAD  = $(BUILD)/tests/locale/locale.so
LOCALE_TESTS    = $(patsubst %,$(BUILD)/tests/nss/%,hosts_action config entry hosts_edit nsswitch \
    outcome policy resolve) tests/cli/compare.bats tests/cli/resolve.bats
LOCALE_ALL      = $(call programs,$(TEST_UNIT) $(TEST_NSS)) $(wildcard tests/cli/*.bats)
LOCALE_ALL_TAPS = $(LOCALES:%=$(BUILD)/tests/locale/%-all.tap)

check-locale: $(LOCALE_ALL_TAPS)
check-locale: ## Test more: run the tests of unit, nss and cli in three more locales
	@tests/summary $^

$(LOCALE_PRELOAD): %.so: %.o
	$(call run,LINK) $(CC) -shared -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS)

# Of many programs.
$(LOCALE_TAPS): export TEST_TIME_LIMIT = 900
$(LOCALE_ALL_TAPS): export TEST_TIME_LIMIT = 3600

$(LOCALE_TAPS) $(LOCALE_ALL_TAPS): tests/locale/check $(LOCALE_PRELOAD) $(COMMAND) \
    $(SYSTEM_PROGRAMS) $(SYSTEM_PRELOAD) $(wildcard tests/*/*.bash)

$(LOCALE_TAPS): $(BUILD)/tests/locale/%.tap: $(LOCALE_TESTS)
	@BUILD=$(BUILD) CC='$(CC)' tests/run $@ tests/locale/check $* $(LOCALE_TESTS)

$(LOCALE_ALL_TAPS): $(BUILD)/tests/locale/%-all.tap: $(LOCALE_ALL) $(MEDDLE)
	@BUILD=$(BUILD) CC='$(CC)' tests/run $@ tests/locale/check $* $(LOCALE_ALL)
