/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * _exit() for the programs compiled for gcov (ld --wrap=_exit): it writes the counters
 * first, as exit() does.  Otherwise what a child of fork(2) does would count as never run.
 */
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
void __gcov_dump(void);

_Noreturn void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}
