# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Measurements: ratios within one run, or counted instructions.  No test depends on times.

.PHONY: bench check-speed speed-record bench-lookup bench-cold bench-bulk

BENCHES = tests/project/bench
BENCH   = $(BUILD)/$(BENCHES)
ROUNDS  = 41
ENGINES =

# The first engine is compared with the others; the answers of the second are the reference.
BENCH_ENGINES = engine_idnx engine_icu engine_libidn2

# Prints its figures; draws the chart if gnuplot is installed.
bench: $(BENCH)/bench ## Measure: measure against ICU and libidn2
	$< $(ROUNDS) $(BENCH)/chart.tsv
	@if command -v gnuplot >/dev/null; then \
	    gnuplot -e 'figures = "$(BENCH)/chart.tsv"' $(BENCHES)/chart.gp >$(BENCH)/chart.svg && \
	    cp $(BENCH)/chart.svg $(BENCHES)/chart.svg; \
	else \
	    echo 'make bench: gnuplot is missing: $(BENCHES)/chart.svg stays as it was' >&2; \
	fi

$(BENCH)/bench: $(addsuffix .o,$(addprefix $(BENCH)/,bench agreement allocations measure clock \
    report $(BENCH_ENGINES))) $(REFERENCE) $(LIBRARY) $(filter %.o %.a,$(ENGINES))
	$(call run,LINK) $(CC) -o $@ $(filter-out $(ENGINES),$^) $(ENGINES) $(CFLAGS) $(LDFLAGS) \
	    -licuuc -lidn2 -lm

check-speed: $(BENCH)/speed.tap $(BENCH)/speed-arm64.tap $(BENCH)/judging.tap
check-speed: ## Measure: count instructions, and compare them with records and limits
	@tests/summary $^

speed-record: $(BENCH)/speed ## Maintain: update the records of check-speed
	CFLAGS='$(CFLAGS)' $(BENCHES)/check-speed $< >$(BENCH)/speed.tsv
	BUILD=$(BUILD) CFLAGS='$(CFLAGS)' $(BENCHES)/check-speed-arm64 >$(BENCH)/speed-arm64.tsv
	cp $(BENCH)/speed.tsv $(BENCH)/speed-arm64.tsv $(BENCHES)

$(BENCH)/speed.tap: TEST_TIME_FACTOR := $(call factor,20)
$(BENCH)/speed.tap: $(BENCH)/speed $(BENCHES)/check-speed $(BENCHES)/speed.tsv
	@CFLAGS='$(CFLAGS)' tests/run $@ $(BENCHES)/check-speed $< $(BENCHES)/speed.tsv

$(BENCH)/speed-arm64.tap: $(BENCH)/speed $(BENCHES)/check-speed $(BENCHES)/check-speed-arm64 \
    $(BENCHES)/speed-arm64.tsv
	@BUILD=$(BUILD) CFLAGS='$(CFLAGS)' \
	    tests/run $@ $(BENCHES)/check-speed-arm64 $(BENCHES)/speed-arm64.tsv

$(BENCH)/speed: $(addprefix $(BENCH)/,speed.o engine_idnx.o) $(REFERENCE) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS)

$(BENCH)/judging.tap: TEST_TIME_FACTOR := $(call factor,20)
$(BENCH)/judging.tap: $(BENCH)/judging $(BENCHES)/check-judging
	@tests/run $@ $(BENCHES)/check-judging $<

$(BENCH)/judging: $(addprefix $(BENCH)/,judging.o clock.o) $(REFERENCE) $(POLICY) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS)

INSTANT = $(BUILD)/tests/common/libnss_instant.so.2

bench-lookup: all $(COMMON_PROGRAMS) $(BENCH)/lookup $(INSTANT) \
    $(BUILD)/tests/common/libnss_again.so.2
bench-lookup: ## Measure: measure lookups through the module
	@BUILD=$(BUILD) $(BENCHES)/bench-lookup 2000

$(BENCH)/lookup: $(addprefix $(BENCH)/,lookup.o ask.o worker.o loading.o clock.o) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS) -ldl

BULK = $(addprefix $(BENCH)/bulk_,idnx icu libidn2)

# idn2 ends at the first name that it refuses: first a million names that all engines accept.
bench-bulk: $(COMMAND) $(BULK)
bench-bulk: ## Measure: measure idnx with a million names, beside ICU and libidn2
	@command -v idn2 >/dev/null || { echo 'make bench-bulk: idn2 is missing: install it' >&2; \
	    exit 1; }
	@$(BENCH)/bulk_icu names 1000000 >$(BENCH)/mixed
	@$(BENCH)/bulk_icu names 1500000 $(patsubst %,| % accepted,$(BULK)) | \
	    head -n 1000000 >$(BENCH)/accepted
	@sort -u $(BENCH)/mixed >$(BENCH)/distinct
	@[ "$$(wc -l <$(BENCH)/accepted)" -eq 1000000 ] || \
	    { echo 'make bench-bulk: too few names are accepted' >&2; exit 1; }
	@$(BENCH)/bulk_icu measure 5 $(BENCH)/accepted '$(COMMAND) to-ascii' '$(BENCH)/bulk_icu convert' \
	    'env LC_ALL=C.UTF-8 idn2'
	@$(BENCH)/bulk_icu measure 5 $(BENCH)/mixed '$(COMMAND) to-ascii' '$(BENCH)/bulk_icu convert' \
	    '$(BENCH)/bulk_libidn2 convert'
	@$(BENCH)/bulk_icu measure 5 $(BENCH)/mixed '$(COMMAND) to-ascii' '$(COMMAND) check' \
	    '$(COMMAND) check --json'
	@$(BENCH)/bulk_icu measure 5 $(BENCH)/distinct '$(COMMAND) to-ascii' '$(COMMAND) check' \
	    '$(COMMAND) check --json'

$(BENCH)/bulk_%: $(BENCH)/bulk.o $(BENCH)/clock.o $(BENCH)/engine_%.o $(REFERENCE) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS) -licuuc -lidn2

# The copies are in the page cache, like installed files.  sync writes them back, so that they do
# not count as dirty memory of the processes that map them.
bench-cold: $(BENCH)/cold $(MODULE) $(INSTANT)
bench-cold: ## Measure: measure the first conversion of a process, beside libidn2 and ICU
	@cp $(MODULE) $(INSTANT) $(BENCH)/
	@sync $(addprefix $(BENCH)/,$(notdir $(MODULE) $(INSTANT)))
	@$< $(addprefix $(abspath $(BENCH))/,$(notdir $(MODULE))) \
	    "$$(nm $(MODULE) | sed -n 's/ t idnx_to_ascii$$//p')" \
	    $(addprefix $(abspath $(BENCH))/,$(notdir $(INSTANT)))

$(BENCH)/cold: $(addprefix $(BENCH)/,cold.o clock.o)
	$(call run,LINK) $(CC) -o $@ $^ $(CFLAGS) $(LDFLAGS) -ldl

# Linked like the module, except for the layout of its segments.
$(INSTANT): $(BUILD)/tests/common/sources/instant.o
	$(call run,LINK) $(CC) -shared -nostartfiles -o $@ $< $(CFLAGS) $(LDFLAGS) \
	    -Wl,-z,now -Wl,-z,relro
