# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx: the NSS module, the idnx command, libidnx, and their tests.
#
#   make                          everything, under build/
#   make check                    every test (make help and help-all list the rest)
#   make SAN=address,undefined check
#   make CC=clang BUILD=build/clang check
#   make V=1                      show the commands
#
# CC, CFLAGS, CPPFLAGS and LDFLAGS belong to the user; what the code needs is in variables of
# its own.  Nothing is probed while this file is parsed.

IDNX_VERSION = 0.1.0
SYSCONFDIR   = /etc

SAN     =
BUILD   = build$(if $(SAN),/san-$(subst $(comma),-,$(SAN)))
CFLAGS  = -O3 -g
WERROR  =
OBJCOPY = objcopy
comma   = ,

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wvla \
           -Wundef -Wstrict-prototypes -Wmissing-prototypes $(WERROR)

# Flags for every object.  build/flags has -fstack-protector-strong and similar ones, as far
# as this compiler supports them for its processor.  On arm64, -mno-outline-atomics keeps a
# constructor of libgcc's out of the module.  Debug information names no directory: builds in
# two places are identical.
BASE     = -std=c11 -fPIC -fvisibility=hidden $(WARNINGS) -MMD -MP @$(BUILD)/flags \
           -ffile-prefix-map='$(CURDIR)'=. \
           $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer) \
           $(if $(findstring integer,$(SAN)),-fsanitize-ignorelist=$(WRAPS))
# Flags for every link.  With -flto, which compiles at link time, objects' flags are among them.
LINKED   = $(if $(findstring -flto,$(CFLAGS)),@$(BUILD)/flags) \
           $(if $(SAN),-fsanitize=$(SAN))
WRAPS    = tests/evidence/analysis/wraps.ignorelist
# Not set where a sanitizer has its own checks; in libcore, which calls nothing that fortified
# headers could check; without optimization, where glibc warns that it has no effect; and where
# the user sets a level.
OPTIMIZED = $(filter-out -O0,$(lastword $(filter -O%,$(CPPFLAGS) $(CFLAGS))))
FORTIFY  = $(if $(SAN)$(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),, \
           $(if $(OPTIMIZED),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
# Large files and times: on 32 bits, stat() also fails at an inode number beyond 2^32, and at a time
# after 2038.
HOSTED   = -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 $(FORTIFY)

# no: without nss_idnx/companions.
COMPANIONS = $(if $(wildcard nss_idnx/companions),yes,no)

# The components of the core: libcore and common use none of the others, policy uses both; the
# module, libidnx and the command use these three, and none of them uses another.  The order of
# libcore's objects in libraries puts together what one name needs: the first lookup of a process
# meets two page faults fewer.
CORE        = $(wildcard libcore/*.c libcore/confusable/*.c)
objects     = $(patsubst %.c,$(BUILD)/%.o,$(1))
CORE_OBJ    = $(call objects,libcore/uts46.c $(filter-out %uts46.c %tables.c,$(CORE)) \
              libcore/tables.c $(filter-out %/tables.c,$(filter %tables.c,$(CORE))))
POLICY_OBJ  = $(call objects,$(wildcard nss_idnx/common/*.c nss_idnx/policy/*.c))
MODULE_OBJ  = $(call objects,$(wildcard nss_idnx/module/*.c))
LIBIDNX_OBJ = $(call objects,$(wildcard nss_idnx/libidnx/*.c))
COMMAND_OBJ = $(call objects,$(wildcard nss_idnx/command/*.c nss_idnx/command/*/*.c))

# $(call run,WORD) before a command prints WORD and the target instead of the command.
run      = $(if $(V),,@printf '  %-6s %s\n' $(1) $@;)

MODULE   = $(BUILD)/libnss_idnx.so.2
NEEDING  = $(BUILD)/needing/libnss_idnx.so.2
LIBIDNX  = $(BUILD)/libidnx.so.0
LIBRARY  = $(BUILD)/libidnx.a
CORE_ALL = $(BUILD)/libcore.a
POLICY   = $(BUILD)/libpolicy.a
COMMAND  = $(BUILD)/idnx

.PHONY: all core unicode tables check-tables install uninstall origin abi options dist deb check-deb check-packages demo html \
        deps test-deps clean help help-all FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: core $(if $(filter yes,$(COMPANIONS)),companions) ## Build: build everything
core: $(MODULE) $(LIBIDNX) $(LIBRARY) $(COMMAND) ## Build: build the module, the command and libidnx alone

# --- Products -----------------------------------------------------------------

# -nostartfiles: the compiler's start files bring a constructor and a destructor, which do
# nothing in C.  On Debian 12 they lack the mark for control-flow protection, which would
# disable it in the whole library.  libdl is part of libc.so.6 since glibc 2.34.  The link
# takes only the needed objects of the archives; the map hides their symbols.  Functions that
# call an exported one get this library's, whatever the program has under that name.
SHARED = $(CC) -shared -nostartfiles -o $@ $(filter %.o %.a,$^) \
    $(LINKED) $(CFLAGS) $(LDFLAGS) @$(BUILD)/layout -Wl,-soname,$(@F) \
    -Wl,--version-script=$(filter %.map,$^) -Wl,--exclude-libs,ALL -Wl,-Bsymbolic-functions \
    -Wl,-z,now -Wl,-z,relro -Wl,-z,$(if $(SAN)$(filter $(EXTENSION),$@),un)defs -Wl,-z,nodelete -Wl,-z,noexecstack \
    -Wl,--as-needed -ldl

# For a static program glibc would load the libc that a module needs, and if that is of another
# release, the program crashes before a function of the module runs.  So the module needs no
# library: in any other program its functions are those of the libc that is there, and a static
# one goes on without idnx.  An ordinary link shows that all of them exist, and names the version
# of libc for packages.
$(MODULE) $(NEEDING): $(MODULE_OBJ) $(POLICY) $(CORE_ALL) nss_idnx/module/nss_idnx.map
$(MODULE): $(NEEDING) $(BUILD)/alone
$(MODULE): private SHARED += @$(BUILD)/alone -Wl,-z,undefs
$(LIBIDNX): $(LIBIDNX_OBJ) $(CORE_OBJ) $(POLICY) nss_idnx/libidnx/libidnx.map
$(MODULE) $(NEEDING) $(LIBIDNX): $(BUILD)/layout
$(MODULE) $(NEEDING) $(LIBIDNX):
	@mkdir -p $(@D)
	$(call run,LINK) $(SHARED)

# Hidden visibility ends at the border of a program, not of an archive: sort_keys() could be a
# function of the program with that name.  So each symbol that is not of a public header gets a
# prefix.  One object for each file: a program that only encodes Punycode gets no table.
NM = $(patsubst %objcopy,%nm,$(firstword $(OBJCOPY)))
LIBRARY_OBJ = $(CORE_OBJ) $(LIBIDNX_OBJ) $(filter-out %/nsswitch.o %/log.o,$(POLICY_OBJ))

$(LIBRARY): $(LIBRARY_OBJ)
	@rm -rf $@ $(@:.a=) && mkdir -p $(@:.a=)
	@$(NM) -g --defined-only $^ | awk 'NF == 3 && $$3 !~ /^(idnx_|__)/ \
	    { print $$3, "idnx__" $$3 }' | sort -u >$(@:.a=)/symbols
	@for object in $^; do \
	    $(OBJCOPY) --redefine-syms=$(@:.a=)/symbols $$object $(@:.a=)/$${object##*/} || exit; \
	done
	$(call run,AR) $(AR) rcsD $@ $(addprefix $(@:.a=)/,$(notdir $^))

# The same library with hidden symbols, for the module and for tests.
$(CORE_ALL): $(CORE_OBJ)
$(POLICY): $(POLICY_OBJ)
$(CORE_ALL) $(POLICY):
	@rm -f $@
	$(call run,AR) $(AR) rcsD $@ $^

$(COMMAND): $(COMMAND_OBJ) $(POLICY) $(LIBRARY)
	$(call run,LINK) $(CC) -o $@ $^ $(LINKED) $(CFLAGS) $(LDFLAGS) \
	    -Wl,-z,now -Wl,-z,relro -Wl,--as-needed -lunistring -ldl

# Each component finds the headers of those it uses; libcore's is idnx.h.  Tests find all.
# Objects that are compiled only when the program is linked have no symbols to hide, and
# need the compiler's own ar for an archive.
OTHERS = -Ilibcore -Inss_idnx/common -Inss_idnx/policy $(HOSTED) -DIDNX_CONF='"$(SYSCONFDIR)/idnx.conf"'

$(CORE_OBJ): FLAGS = -Ilibcore -DIDNX_VERSION='"$(IDNX_VERSION)"'
$(CORE_OBJ) $(POLICY_OBJ) $(LIBIDNX_OBJ): override CFLAGS += -fno-lto
$(POLICY_OBJ) $(MODULE_OBJ) $(LIBIDNX_OBJ): FLAGS = $(OTHERS)
$(COMMAND_OBJ): FLAGS = $(OTHERS) -Inss_idnx/command -Inss_idnx/command/show \
    -DIDNX_LIBIDN2='"$(RUN_DIRECTORY)"' -DIDNX_PYTHON='"$(CODEC_DIRECTORY)"'
$(BUILD)/tests/%.o: FLAGS = $(OTHERS) -Inss_idnx/module -Inss_idnx/libidnx -Inss_idnx/command \
    -Inss_idnx/command/show
# Tests compile in half the time, except those that compute for seconds or are measured.
$(BUILD)/tests/%.o: LESS = $(if $(filter -O3,$(CFLAGS)),-O1)
$(addprefix $(BUILD)/tests/,engine/conformance/%.o common/reference/%.o evidence/%.o): LESS =

$(POLICY_OBJ) $(MODULE_OBJ) $(LIBIDNX_OBJ) $(COMMAND_OBJ): $(BUILD)/sysconfdir

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call run,CC) $(CC) $(BASE) $(FLAGS) $(CPPFLAGS) $(CFLAGS) $(LESS) -c -o $@ $<

# gcc 11 takes the argument before a sized array for that array if the function returns a
# struct in memory; without the warning, it compiles this, too.
SIZED = struct s { long l[9]; }; struct s f(const char *, char[static 9]); \
    struct s g(char *c); struct s g(char *c) { return f("", c); }

$(BUILD)/flags: Makefile
	@mkdir -p $(@D)
	@for flag in -fstack-protector-strong -fstack-clash-protection -fcf-protection \
	        -mbranch-protection=standard -mno-outline-atomics; do \
	    [ -n "$$(echo 'int x;' | $(CC) $$flag -x c -c -o /dev/null - 2>&1)" ] || echo $$flag; \
	done >$@
	@echo '$(SIZED)' | $(CC) -Werror -x c -c -o /dev/null - 2>/dev/null || \
	    echo -Wno-stringop-overflow >>$@

# The layout of a library, as far as this linker supports it: constants.ld needs binutils' or
# lld,
# variables.ld binutils'.  Code has a mapping of its own: constants are not executable, whatever
# the linker does by default.  i386 and arm name the section before the constants .rel.plt.
# binutils 2.35 would keep constants with pointers writable: .data.rel.ro has to remain.
LAYOUT  = -z,separate-code -Tnss_idnx/common/constants.ld -T$(BUILD)/constants-rel.ld \
    -Tnss_idnx/common/variables.ld
POINTER = int x; int *const pointer = &x; int f(void); int g(void) { return f(); }

$(BUILD)/layout: $(wildcard nss_idnx/common/*.ld) Makefile
	@mkdir -p $(@D)
	@sed 's/\.rela\.plt/.rel.plt/' nss_idnx/common/constants.ld >$(BUILD)/constants-rel.ld
	@constants=; for option in $(LAYOUT); do \
	    case $$option:$$constants in */constants*.ld:-T*) continue ;; esac; \
	    ! echo '$(POINTER)' | $(CC) -shared -nostdlib -fPIC $(LDFLAGS) -Wl,$$option -x c \
	        -o $@.so - 2>/dev/null || ! grep -q '\.data\.rel\.ro' $@.so || { \
	        echo "-Wl,$$option"; \
	        case $$option in */constants*.ld) constants=$$option ;; esac; }; \
	done >$@
	@rm -f $@.so

# How the module is linked without libc: with the compiler's own functions and with those of libc
# that are no part of libc.so.6.  Before glibc 2.34 dlopen() is in a library of its own, which not
# every program has: there, and for sanitizers, the module needs libraries as others do.
ALONE = -nolibc -l:libc_nonshared.a
DLOPEN = \#include <dlfcn.h>\nvoid *f(void) { return dlopen("", RTLD_NOW); }

$(BUILD)/alone: Makefile
	@mkdir -p $(@D)
	@printf '$(DLOPEN)\n' | $(CC) -shared -fPIC $(CFLAGS) $(LDFLAGS) -Wl,-z,defs -x c -o $@.so - \
	    2>/dev/null && echo '$(if $(SAN),,$(ALONE))' >$@ || : >$@
	@rm -f $@.so

# Compiles again what was compiled for another SYSCONFDIR.
$(BUILD)/sysconfdir: $(if $(filter-out $(SYSCONFDIR),$(file <$(BUILD)/sysconfdir)),FORCE)
	@mkdir -p $(@D)
	@echo '$(SYSCONFDIR)' >$@

# --- Companions, tests --------------------------------------------------------

include $(if $(filter yes,$(COMPANIONS)),nss_idnx/companions/companions.mk)

# First the files that others need; a source package has none of them.
include $(wildcard tests/check.mk) $(filter-out $(if $(filter no,$(COMPANIONS)),tests/companions/%), \
    $(wildcard tests/*/*.mk))

# --- Tables -------------------------------------------------------------------

# Any server with this layout will do.
UNICODE_URL = https://www.unicode.org/Public

# VERSION is used only from the command line: in the environment it may mean anything.
unicode: ## Test: fetch Unicode's files for tests and tables (VERSION=17.0.0, UNICODE_URL=...)
	@python3 libcore/gen/fetch.py '$(UNICODE_URL)' build/unicode \
	    $(if $(filter command,$(origin VERSION)),'$(VERSION)',$$(libcore/gen/unicode_version))

tables: ## Maintain: regenerate the tables of libcore from UNICODE_DIR
	@test -n "$$UNICODE_DIR" || { echo 'usage: make tables UNICODE_DIR=...' >&2; exit 2; }
	@mkdir -p $(BUILD)
	python3 -B libcore/gen/tables.py "$$UNICODE_DIR" >$(BUILD)/tables.c
	python3 -B libcore/gen/look_alike_tables.py "$$UNICODE_DIR" >$(BUILD)/look_alike_tables.c
	mv $(BUILD)/tables.c libcore
	mv $(BUILD)/look_alike_tables.c libcore/confusable

check-tables: $(BUILD)/tests/engine/tables.tap ## Maintain more: regenerate the tables and compare
	@tests/summary $<

$(BUILD)/tests/engine/tables.tap: $(wildcard libcore/gen/* libcore/*.[ch] libcore/confusable/*.[ch])
$(BUILD)/tests/engine/fetch.tap: Makefile $(wildcard libcore/gen/*)

# --- Installation -------------------------------------------------------------

# Not /usr/local: programs confined by AppArmor may load no module from there, and glibc finds
# one only through ldconfig's cache, which does not cover it on every system.
PREFIX     = /usr
MANDIR     = $(PREFIX)/share/man
ZSHDIR     = $(PREFIX)/share/zsh/site-functions
DOCDIR     = $(PREFIX)/share/doc/libnss-idnx

# Empty: $(PREFIX) and the C library's own directory, as conf/install finds it.
LIBDIR     =

# Where "idnx run" finds its libidn2.  The dynamic linker expands $LIB to the C library's directory
# below / and /usr, for each processor its own.
RUN_DIRECTORY = $(or $(LIBDIR),$(PREFIX)/$$LIB)/idnx

# Where Python programs find idnx's codec, whatever their version is.
CODEC_DIRECTORY = $(PREFIX)/lib/idnx/python

# Like SYSCONFDIR: a change recompiles.
DIRECTORIES = $(RUN_DIRECTORY) $(CODEC_DIRECTORY)

$(patsubst %,$(BUILD)/nss_idnx/command/%.o,cmd_run machine/pythons enable/python_links \
    doctor/converters): $(BUILD)/run_directory
$(BUILD)/run_directory: $(if $(filter-out $(DIRECTORIES),$(file <$(BUILD)/run_directory)),FORCE)
	@mkdir -p $(@D)
	@echo '$(DIRECTORIES)' >$@

# Install AppArmor's rule for idnx.conf: yes, no, or auto, if there is an /etc/apparmor.d.
APPARMOR   = auto

html: ## Build: make all pages for a browser, in build/html (with mandoc and lowdown)
	@conf/html/html '$(BUILD)/html'
	@echo '  $(BUILD)/html/index.html'

install: all ## Install: install (PREFIX, LIBDIR, SYSCONFDIR, MANDIR, DOCDIR, ZSHDIR, APPARMOR, COMPANIONS, DESTDIR)
uninstall: ## Install: remove what make install has installed
install uninstall:
	@BUILD='$(BUILD)' VERSION='$(IDNX_VERSION)' CC='$(CC) $(CFLAGS)' DESTDIR='$(DESTDIR)' \
	    PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' SYSCONFDIR='$(SYSCONFDIR)' \
	    MANDIR='$(MANDIR)' DOCDIR='$(DOCDIR)' ZSHDIR='$(ZSHDIR)' APPARMOR='$(APPARMOR)' \
	    COMPANIONS='$(COMPANIONS)' conf/install $@

# --- Packages -----------------------------------------------------------------

origin: ## Maintain: write conf/origin and the version into packages, pages and SECURITY.md
	@conf/put-origin '$(IDNX_VERSION)'

# Types that no public header has are left out.
abi: $(LIBIDNX) ## Maintain more: record the ABI of libidnx.so.0, on x86-64 (with abidw of libabigail)
	@mkdir -p $(BUILD)/headers && cp libcore/idnx.h nss_idnx/libidnx/idnx_policy.h $(BUILD)/headers
	abidw --headers-dir $(BUILD)/headers --drop-private-types --drop-undefined-syms \
	    --no-show-locs --no-corpus-path --no-comp-dir-path --no-parameter-names \
	    --no-elf-needed $< | sed '1a <!-- SPDX-License-''Identifier: LGPL-2.1-or-later -->' \
	    >$(BUILD)/libidnx.abi
	mv $(BUILD)/libidnx.abi nss_idnx/libidnx

options: $(COMMAND) ## Maintain: write the section OPTIONS of idnx(1), as --help has them
	@conf/put-options $(COMMAND) nss_idnx/command/idnx.1

dist: ## Maintain: pack the source archive, from which packages are made, and its SBOM (ORIGIN=example)
	@ORIGIN='$(ORIGIN)' conf/dist '$(IDNX_VERSION)' '$(DIST).tar.gz'
	@conf/sbom '$(DIST).tar.gz' >'$(DIST).spdx.json'
	@echo '  $(DIST).spdx.json'

DIST = $(BUILD)/idnx-$(IDNX_VERSION)

# Built from that archive.  The package's make inherits nothing: it has its own flags and directories.
DEB = $(BUILD)/deb/idnx-$(IDNX_VERSION)

deb: ## Install: build Debian packages (with debhelper)
	@{ command -v dh && command -v dpkg-buildpackage; } >/dev/null || { echo 'First run as root: apt-get install -y' \
	    'build-essential debhelper libunistring-dev libpython3-dev lowdown mandoc python3' >&2; exit 1; }
	rm -rf $(BUILD)/deb
	@ORIGIN=example conf/dist '$(IDNX_VERSION)' '$(DEB).tar.gz'
	tar -xzf $(DEB).tar.gz -C $(BUILD)/deb
	mv $(DEB).tar.gz $(BUILD)/deb/idnx_$(IDNX_VERSION).orig.tar.gz
	cp -r conf/debian $(DEB)/debian
	cd $(DEB) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u DESTDIR -u BUILD \
	    dpkg-buildpackage --unsigned-source --unsigned-changes --build=binary
	@echo 'Now run as root: apt-get install ./$(BUILD)/deb/libnss-idnx_*.deb ./$(BUILD)/deb/idnx_*.deb'

check-deb: ## Test more: build, check, install and remove Debian packages in a debootstrap directory
	@TEST_TIME_LIMIT=3600 tests/run $(BUILD)/tests/project/deb.tap tests/evidence/packages/debian
	@tests/summary --can-skip $(BUILD)/tests/project/deb.tap

check-packages: ## Test more: build, check, install and remove RPM and pacman packages
	@TEST_TIME_LIMIT=3600 tests/run $(BUILD)/tests/project/packages.tap \
	    tests/evidence/packages/others
	@tests/summary --can-skip $(BUILD)/tests/project/packages.tap

# --- Demonstration, what is needed --------------------------------------------

demo: ## Build: show programs resolving names, in a namespace of their own
	@echo 'Building ...'
	@$(MAKE) -s run= all $(COMMON_PROGRAMS) $(COMMON_PRELOAD)
	@BUILD=$(BUILD) tests/project/demo/demo

deps: ## Build: install what building and make demo need (Debian, Ubuntu)
	@tests/deps demo

test-deps: ## Test: install what make check also needs (Debian, Ubuntu)
	@tests/deps tests

# --- Everything else ----------------------------------------------------------

clean: ## Build: remove what make has built: build/, and BUILD if it is elsewhere
	rm -rf build $(BUILD)

# After "##" come a target's group and its description.
help: GROUPS = Build Test Install Maintain
help-all: GROUPS = Build Test 'Test more' Measure Install Maintain 'Maintain more'
help: ## Build: list the usual targets
help-all: ## Build: list all targets
help help-all:
	@for group in $(GROUPS); do \
	    sed -n "s/^\([a-z-]*\):.*## $$group: /  \1\t/p" $(MAKEFILE_LIST) | \
	        expand -t 20 | sed "1i $$group:"; \
	done

# Excludes names ending in .d in the systems of tests/evidence.
-include $(wildcard $(addprefix $(BUILD)/,libcore/*.d libcore/*/*.d nss_idnx/*/*.d \
    nss_idnx/*/*/*.d tests/*/*.d tests/*/*/*.d tests/*/*/*/*.d))
