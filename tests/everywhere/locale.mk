# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Runs test programs again, in locales where I is not the capital of i.  make check runs
# those that read a configuration in each of them; check-locale runs all of engine, module
# and command.

.PHONY: check-locale

LOCALE_TESTS    = $(patsubst %,$(BUILD)/tests/module/%,hosts_action config entry hosts_plan \
    nsswitch outcome policy resolve) tests/command/compare.bats tests/command/resolve.bats
LOCALE_ALL      = $(call programs,$(TEST_ENGINE) $(TEST_MODULE)) \
    $(wildcard tests/command/*.bats)
LOCALE_ALL_TAPS = $(LOCALES:%=$(BUILD)/tests/everywhere/locale/%-all.tap)

check-locale: $(LOCALE_ALL_TAPS)
check-locale: ## Test more: run engine, module and command in three more locales
	@tests/summary $^

# Tests that start many programs.
$(LOCALE_TAPS): export TEST_TIME_LIMIT = 900
$(LOCALE_ALL_TAPS): export TEST_TIME_LIMIT = 3600

$(LOCALE_TAPS) $(LOCALE_ALL_TAPS): tests/everywhere/locale/check $(COMMAND) \
    $(COMMON_PROGRAMS) $(COMMON_PRELOAD) $(wildcard tests/*/*.bash)

$(LOCALE_TAPS): $(BUILD)/tests/everywhere/locale/%.tap: $(LOCALE_TESTS)
	@BUILD=$(BUILD) CC='$(CC)' tests/run $@ tests/everywhere/locale/check $* $(LOCALE_TESTS)

$(LOCALE_ALL_TAPS): $(BUILD)/tests/everywhere/locale/%-all.tap: $(LOCALE_ALL)
	@BUILD=$(BUILD) CC='$(CC)' tests/run $@ tests/everywhere/locale/check $* $(LOCALE_ALL)
