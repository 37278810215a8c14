# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What programs get that never call the module.  Nothing else depends on any of it.

COMPANION   = nss_idnx/companions
LIBIDN2_OBJ = $(call objects,$(wildcard $(COMPANION)/libidn2/*.c))
PYTHON_OBJ  = $(call objects,$(wildcard $(COMPANION)/python/*.c))
TRACE_OBJ   = $(call objects,$(wildcard $(COMPANION)/trace/*.c))

LIBIDN2   = $(BUILD)/libidn2.so.0
TRACE     = $(BUILD)/trace
TRACED    = $(addprefix $(TRACE)/,$(notdir $(MODULE) $(LIBIDN2)))
PYTHON    = $(BUILD)/python
PYTHON_H  = $(BUILD)/python_h
EXTENSION = $(PYTHON)/_idnx.abi3.so

.PHONY: companions python

companions: $(LIBIDN2) $(TRACED) python ## Build: build what nothing else needs: libidn2, trace, python

$(LIBIDN2): $(LIBIDN2_OBJ) $(POLICY) $(CORE_ALL) $(COMPANION)/libidn2/libidn2.map
$(LIBIDN2) $(TRACED): $(BUILD)/layout
	@mkdir -p $(@D)
	$(call run,LINK) $(SHARED)

# What "idnx run --trace" loads: the same objects, except that trace/ stands between them and is
# called for some functions.
ENTRIES   = $(patsubst %,gethostby%_r,name name2 name3 name4 addr addr2)
RENAMES   = -Dpolicy_to_ascii=trace_policy_to_ascii -Dconvert_name=trace_convert_name \
            $(foreach entry,$(ENTRIES),-D_nss_idnx_$(entry)=plain_$(entry))
RENAMED   = $(addprefix $(TRACE)/,module/nss_idnx.o $(addprefix companions/libidn2/, \
            convert.o to_ascii.o))

$(TRACE)/libnss_idnx.so.2: $(filter-out %/nss_idnx.o,$(MODULE_OBJ)) $(TRACE)/module/nss_idnx.o \
    $(filter %/trace.o %/module.o,$(TRACE_OBJ)) $(POLICY) $(CORE_ALL) nss_idnx/module/nss_idnx.map
$(TRACE)/libidn2.so.0: $(filter-out %/convert.o %/to_ascii.o,$(LIBIDN2_OBJ)) \
    $(filter %/convert.o %/to_ascii.o,$(RENAMED)) $(filter %/trace.o %/conversion.o,$(TRACE_OBJ)) \
    $(POLICY) $(CORE_ALL) $(COMPANION)/libidn2/libidn2.map
$(TRACE)/libnss_idnx.so.2: $(BUILD)/alone
$(TRACE)/libnss_idnx.so.2: private SHARED += @$(BUILD)/alone -Wl,-z,undefs
$(TRACE)/companions/libidn2/convert.o: RENAMES = -Dpolicy_to_ascii=trace_policy_to_ascii
$(RENAMED): $(TRACE)/%.o: nss_idnx/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call run,CC) $(CC) $(BASE) $(FLAGS) $(RENAMES) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# The codec of Python programs.  Its extension needs Python.h, of any Python from 3.7 on, which
# python3 tells where to find (PYTHON_INCLUDE=directory overrides).
# PYTHON_H then says where.  make runs a line that has $(MAKE) even if it is only to print commands.
python: $(POLICY) $(CORE_ALL) $(BUILD)/layout
python: ## Build: build the codec of Python programs, if Python.h is there (PYTHON_INCLUDE)
	@include='$(PYTHON_INCLUDE)'; [ -n "$$include" ] || include=$$(python3 -c \
	    'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null); \
	if echo '#include <Python.h>' | $(CC) $(CPPFLAGS) $(CFLAGS) -isystem "$$include" \
	    -fsyntax-only -x c - 2>/dev/null; then \
	    [ "$$(cat $(PYTHON_H) 2>&1)" = "$$include" ] || echo "$$include" >$(PYTHON_H); \
	else \
	    rm -f $(PYTHON_H); \
	    echo '  SKIP   $(EXTENSION): no Python.h for $(CC) (python3-dev, python3-devel)'; \
	fi
	@[ ! -e $(PYTHON_H) ] || $(MAKE) $(if $(V),--no-print-directory,-s) $(EXTENSION) \
	    PYTHON_INCLUDE="$$(cat $(PYTHON_H))"

$(EXTENSION): $(PYTHON_OBJ) $(POLICY) $(CORE_ALL) $(COMPANION)/python/python.map $(BUILD)/layout \
        $(wildcard $(COMPANION)/python/*.py $(COMPANION)/python/*/* $(COMPANION)/python/first/*/*)
	@mkdir -p $(PYTHON)/run $(PYTHON)/site $(PYTHON)/first/idna
	@cp $(COMPANION)/python/idna.py $(PYTHON)
	@cp $(COMPANION)/python/first/idna/__init__.py $(PYTHON)/first/idna
	@cp $(COMPANION)/python/run/sitecustomize.py $(PYTHON)/run
	$(call run,LINK) $(SHARED)

$(LIBIDN2_OBJ) $(RENAMED): FLAGS = $(OTHERS)
$(TRACE_OBJ): FLAGS = $(OTHERS) -Inss_idnx/module -I$(COMPANION)/libidn2
$(PYTHON_OBJ): FLAGS = $(OTHERS) -isystem $(PYTHON_INCLUDE)
$(LIBIDN2_OBJ) $(RENAMED) $(TRACE_OBJ) $(PYTHON_OBJ): $(BUILD)/sysconfdir
