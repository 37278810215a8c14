# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests in Debian systems of their own under $(BUILD)/everywhere (see tests/everywhere/system).
# They are never up to date, since releases change.  Without root or debootstrap they are
# skipped with a message.

EVERYWHERE = $(BUILD)/everywhere
GLIBC      = bullseye bookworm trixie sid bookworm-i386
GLIBC_TAPS = $(GLIBC:%=$(EVERYWHERE)/glibc-%.tap)

# From the oldest release to the newest.
COMPILERS  = bookworm trixie sid
COMPILER_TAPS = $(COMPILERS:%=$(EVERYWHERE)/compilers-%.tap)

RESOLVERS = bookworm trixie sid
RESOLVER_TAPS = $(RESOLVERS:%=$(EVERYWHERE)/resolvers-%.tap)

.PHONY: check-glibc check-programs check-converters check-python check-sources check-everywhere \
        check-fresh check-compilers check-resolvers

# Each first creates its system, from the network, and has many tests.
$(GLIBC_TAPS) $(COMPILER_TAPS) $(RESOLVER_TAPS) $(EVERYWHERE)/programs.tap \
$(EVERYWHERE)/libidn2.tap \
$(EVERYWHERE)/sources.tap: export TEST_TIME_LIMIT = 7200

check-glibc: $(GLIBC_TAPS) ## Test more: test on each glibc from 2.31 on, in debootstrap folders
	@tests/summary --can-skip $^

$(GLIBC_TAPS): $(EVERYWHERE)/glibc-%.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/glibc/check $*

check-compilers: $(COMPILER_TAPS)
check-compilers: ## Test more: compile with each gcc and clang of three releases
	@tests/summary --can-skip $^

$(COMPILER_TAPS): $(EVERYWHERE)/compilers-%.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/compilers/check $* \
	    $(if $(filter $*,$(firstword $(COMPILERS))),oldest) \
	    $(if $(filter $*,$(lastword $(COMPILERS))),newest)

check-resolvers: $(RESOLVER_TAPS) ## Test more: dnsdist and PowerDNS Recursor of three releases with idnx
	@tests/summary --can-skip $^

$(RESOLVER_TAPS): $(EVERYWHERE)/resolvers-%.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/resolvers/check $*

check-programs: $(EVERYWHERE)/programs.tap
check-programs: ## Test more: look names up with real programs, in a debootstrap folder
	@tests/summary --can-skip $<

$(EVERYWHERE)/programs.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/programs/check

check-converters: $(EVERYWHERE)/libidn2.tap
check-converters: ## Test more: run programs that convert names themselves with idnx's libidn2
	@tests/summary --can-skip $<

$(EVERYWHERE)/libidn2.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/libidn2/check

# Debian 12, 13 and sid have Python 3.11, 3.13 and 3.14.
PYTHON_TAPS = $(patsubst %,$(EVERYWHERE)/python-%.tap,bookworm trixie sid)

check-python: $(PYTHON_TAPS) ## Test more: run Python programs with idnx's codec, in debootstrap folders
	@tests/summary --can-skip $^

$(PYTHON_TAPS): export TEST_TIME_LIMIT = 7200
$(PYTHON_TAPS): $(EVERYWHERE)/python-%.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/python/check $*

check-sources: $(EVERYWHERE)/sources.tap ## Test more: test with every source of names, as root
	@tests/summary --can-skip $<

$(EVERYWHERE)/sources.tap: FORCE
	@BUILD=$(BUILD) tests/run $@ tests/everywhere/sources/check

$(BUILD)/tests/everywhere/sources/witness: %: %.o
	$(call run,LINK) $(CC) -o $@ $< $(LINKED) $(CFLAGS) $(LDFLAGS)

check-everywhere: $(GLIBC_TAPS) $(EVERYWHERE)/programs.tap $(EVERYWHERE)/libidn2.tap
check-everywhere: $(EVERYWHERE)/sources.tap $(PYTHON_TAPS)
check-everywhere: ## Test more: everything that needs debootstrap, and a report
	@tests/everywhere/report $(EVERYWHERE)/report.txt $^

check-fresh: ## Test more: run README's commands on empty systems (RELEASES="bookworm trixie sid")
	@BUILD=$(BUILD) tests/everywhere/fresh/check
