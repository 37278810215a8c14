#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Lookups without something that is nearly always there: descriptors, /proc, /etc, room for
# thread-local data; and lookups in a setuid program, whose environment somebody else controls.

load ../../common/world

ANSWER='xn--bcher-kva.both.example 2001:db8::3 192.0.2.3'

needs_no_sanitizer() {
    [ -z "$(sanitizers)" ] || skip "a sanitizer has needs of its own: $1"
}

fault() {
    inside "$BUILD/tests/common/fault" "$@"
}

# same WAY...: checks that a name and its ASCII form without idnx have the same fault.
same() {
    local front

    for front in u s c h; do
        hosts_line "$WITHOUT"
        fault "$@" "$front" xn--bcher-kva.both.example >"$BATS_TEST_TMPDIR/without"
        hosts_line "$RECOMMENDED"
        equal "$front:$(cat "$BATS_TEST_TMPDIR/without")" \
            "$front:$(fault "$@" "$front" bücher.both.example)"
    done
}

# nsswitch.conf cannot be read either.  So the codes are those of the line without brackets:
# EAI_AGAIN and EAI_NONAME instead of EAI_SYSTEM with EMFILE.
@test "without descriptors there is no answer, no query is sent, and an idnx.conf is not missing" {
    local front without='' with=''

    for front in u c h; do
        hosts_line "$WITHOUT"
        without+="$(fault full "$front" xn--bcher-kva.both.example);"
        hosts_line "$RECOMMENDED"
        with+="$(fault full "$front" bücher.both.example);"
    done
    equal ' e-11/24 ; e-11/24 ; h-1 ;' "$without"
    equal ' e-3/0 ; e-2/0 ; h-1 ;' "$with"
    idnx_conf 'CheckHyphens = true'
    equal ' e-3/0 ' "$(fault full u bücher.both.example)"
    equal '' "$(questions | grep -v warm)"
}

@test "without /proc there is the same answer" {
    needs_no_sanitizer /proc
    equal "unspec-canon name=$ANSWER" \
        "$(inside unshare -m sh -c \
            'mount -t tmpfs none /proc && [ ! -e /proc/self ] && exec "$@"' - \
            "$BUILD/tests/common/ask" unspec-canon bücher.both.example)"
}

# No nsswitch.conf says what ends the search, so RETURN does.
@test "in an empty directory, without /etc, the answer is the ASCII form's" {
    mkdir "$BATS_TEST_TMPDIR/empty"
    same chroot "$BATS_TEST_TMPDIR/empty"
    equal " $ANSWER " "$(fault chroot "$BATS_TEST_TMPDIR/empty" u bücher.both.example)"
    equal ' e-2/0 ' "$(fault chroot "$BATS_TEST_TMPDIR/empty" u bücher..both.example)"
}

@test "in a chroot the idnx.conf is the one that is there" {
    mkdir -p "$BATS_TEST_TMPDIR/root/etc"
    echo 'CheckHyphens = true' >"$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    chmod 644 "$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    hosts_line "$RECOMMENDED"
    equal ' e-2/0 ' "$(fault chroot "$BATS_TEST_TMPDIR/root" u ab--ü.policy.example)"
    echo 'no = configuration' >"$BATS_TEST_TMPDIR/root/etc/idnx.conf"
    # Without an nsswitch.conf there, the code is EAI_AGAIN, which the bare line keeps.
    equal ' e-3/0 ' "$(fault chroot "$BATS_TEST_TMPDIR/root" u bücher.both.example)"
    equal '' "$(questions | grep -v warm)"
}

# If a thread has no memory for thread-local data, the loader ends the process.
@test "the module has no thread-local data, and serves where there is room for none" {
    local size

    [ -z "$(readelf -lW "$BUILD/libnss_idnx.so.2" | grep -w TLS)" ]
    cat >"$BATS_TEST_TMPDIR/tls.c" <<'END'
__attribute__((tls_model("initial-exec"))) __thread char data[SIZE];
char *use(void) { return data; }
END
    cat >"$BATS_TEST_TMPDIR/exhaust.c" <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
/* Loads libraries until there is no room for their data, and then asks. */
__attribute__((constructor)) static void exhaust(void)
{
	char path[4096];
	for (int i = 0; i < 64; i++) {
		snprintf(path, sizeof path, DIRECTORY "/tls%d.so", i);
		if (!dlopen(path, RTLD_NOW))
			return;
	}
	_exit(42);
}
END
    for size in {0..63}; do
        [ "$size" -gt 0 ] || ${CC:-cc} -shared -fPIC -DSIZE=64 -o "$BATS_TEST_TMPDIR/tls0.so" \
            "$BATS_TEST_TMPDIR/tls.c"
        cp -n "$BATS_TEST_TMPDIR/tls0.so" "$BATS_TEST_TMPDIR/tls$size.so"
    done
    ${CC:-cc} -shared -fPIC -DDIRECTORY="\"$BATS_TEST_TMPDIR\"" \
        -o "$BATS_TEST_TMPDIR/exhaust.so" "$BATS_TEST_TMPDIR/exhaust.c" -ldl
    hosts_line "$RECOMMENDED"
    equal "unspec-canon name=$ANSWER" \
        "$(inside env LD_PRELOAD="$WORLD_PRELOAD $BATS_TEST_TMPDIR/exhaust.so" \
            "$BUILD/tests/common/ask" unspec-canon bücher.both.example)"
}

# evil COMMAND...: runs it as a plain user in a malicious environment.  The directory has a gconv
# module, a locale, a libc and an NSS module, each of which would leave a trace.
evil() {
    inside setpriv --reuid=65534 --regid=65534 --clear-groups env \
        LD_LIBRARY_PATH="$EVIL" LD_PRELOAD="$EVIL/trace.so" LD_AUDIT="$EVIL/trace.so" \
        GCONV_PATH="$EVIL" LOCPATH="$EVIL" NLSPATH="$EVIL/%N" \
        GETCONF_DIR="$EVIL" HOSTALIASES="$EVIL/aliases" RESOLV_HOST_CONF="$EVIL/aliases" \
        LOCALDOMAIN=evil.example RES_OPTIONS='ndots:15 debug' \
        IDNX_CONF="$EVIL/idnx.conf" MALLOC_TRACE="$EVIL/traced" TMPDIR="$EVIL" \
        "$@"
}

@test "a setuid program believes nothing of its environment" {
    [ "$(id -u)" -eq 0 ] || skip 'only root can make a setuid program for others'
    needs_no_sanitizer LD_PRELOAD
    EVIL=$BATS_TEST_TMPDIR/evil
    mkdir "$EVIL"
    cat >"$EVIL/trace.c" <<'END'
#include <stdio.h>
__attribute__((constructor)) static void trace(void)
{
	FILE *file = fopen(DIRECTORY "/traced", "w");
	if (file)
		fclose(file);
}
int gconv_init(void *step) { (void)step; return 0; }
int gconv(void) { return 0; }
END
    ${CC:-cc} -shared -fPIC -DDIRECTORY="\"$EVIL\"" -o "$EVIL/trace.so" "$EVIL/trace.c"
    cp "$EVIL/trace.so" "$EVIL/libnss_idnx.so.2"
    cp "$EVIL/trace.so" "$EVIL/EVIL.so"
    echo 'module EVIL// INTERNAL EVIL 1' >"$EVIL/gconv-modules"
    echo 'module INTERNAL EVIL// EVIL 1' >>"$EVIL/gconv-modules"
    echo 'bücher evil.example' >"$EVIL/aliases"
    # The loader trusts the directory that is written in the program itself.
    ${CC:-cc} ${LDFLAGS-} -o "$BATS_TEST_TMPDIR/ask" "$BUILD/tests/common/ask.o" -ldl \
        -Wl,--disable-new-dtags -Wl,-rpath,"$BUILD"
    chmod -R go+rwX "$BATS_TEST_TMPDIR" "$EVIL"
    chmod go+x "${BATS_TEST_TMPDIR%/*}" "${BATS_TEST_TMPDIR%/*/*}" "${BATS_TEST_TMPDIR%/*/*/*}"
    hosts_line "$RECOMMENDED"

    # The negative control: a program that is not setuid obeys the environment.
    evil "$BATS_TEST_TMPDIR/ask" unspec bücher.both.example || true
    [ -e "$EVIL/traced" ]
    rm "$EVIL/traced"

    chmod 4755 "$BATS_TEST_TMPDIR/ask"
    idnx_conf 'charset = EVIL'
    equal 'unspec 2001:db8::3 192.0.2.3' \
        "$(evil "$BATS_TEST_TMPDIR/ask" unspec bücher.both.example)"
    equal 'unspec EAI_AGAIN errno=11' \
        "$(evil "$BATS_TEST_TMPDIR/ask" unspec $'b\xfccher.both.example')"
    [ ! -e "$EVIL/traced" ]
}
