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

# What "idnx run --trace" loads: the same objects, with trace/ between them.
$(TRACE)/libnss_idnx.so.2: $(MODULE_OBJ) $(TRACE_OBJ) $(POLICY) $(CORE_ALL) \
    nss_idnx/module/nss_idnx.map $(BUILD)/alone
$(TRACE)/libidn2.so.0: $(LIBIDN2_OBJ) $(TRACE_OBJ) $(POLICY) $(CORE_ALL) \
    $(COMPANION)/libidn2/libidn2.map
$(TRACED): private SHARED += -Wl,--wrap=policy_to_ascii
$(TRACE)/libnss_idnx.so.2: private SHARED += @$(BUILD)/alone -Wl,-z,undefs

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

$(LIBIDN2_OBJ) $(TRACE_OBJ): FLAGS = $(OTHERS)
$(PYTHON_OBJ): FLAGS = $(OTHERS) -isystem $(PYTHON_INCLUDE)
$(LIBIDN2_OBJ) $(TRACE_OBJ) $(PYTHON_OBJ): $(BUILD)/sysconfdir
