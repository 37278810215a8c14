# SPDX-License-Identifier: LGPL-2.1-or-later
#
# How C is set: .clang-format, for what tests/project/format does not leave to the hand.

.PHONY: format check-format

format: ## Maintain: set the C files by .clang-format (clang-format 14)
	@tests/project/format write

check-format: ## Test: tell which C files make format would change
	@tests/run $(BUILD)/tests/project/formatted.tap tests/project/format check
	@tests/summary --can-skip $(BUILD)/tests/project/formatted.tap
