# SPDX-License-Identifier: LGPL-2.1-or-later
#
# How C is set: .clang-format, for what tests/project/format does not leave to the hand.

.PHONY: format check-format

format: ## Maintain: set the C files by .clang-format (clang-format 14)
	@tests/project/format write

check-format: $(BUILD)/tests/project/formatted.tap ## Test more: tell which C files make format would change
	@tests/summary --can-skip $<

$(BUILD)/tests/project/formatted.tap: FORCE
	@tests/run $@ tests/project/format check
