// SPDX-License-Identifier: LGPL-2.1-or-later

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;

/** Prints the ASCII form of each name, or the code of the rule that it breaks. Java 22, 64-bit. */
class Convert {
    static final int IDNX_HOST_NAME_SIZE = 255;
    static final int IDNX_LOOKUP = 0x786;

    /** struct idnx_result: status, label, length */
    static final MemoryLayout RESULT = MemoryLayout.structLayout(JAVA_INT, JAVA_INT, JAVA_LONG);
    static final SymbolLookup IDNX = SymbolLookup.libraryLookup("libidnx.so.0", Arena.global());
    static final MethodHandle TO_ASCII = function("idnx_to_ascii",
            FunctionDescriptor.of(RESULT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT));
    static final MethodHandle STATUS_CODE = function("idnx_status_code",
            FunctionDescriptor.of(ADDRESS, JAVA_INT));

    static MethodHandle function(String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(IDNX.find(name).orElseThrow(), type);
    }

    static String toAscii(String name) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocateFrom(name);
            MemorySegment ace = arena.allocate(IDNX_HOST_NAME_SIZE);
            MemorySegment result = (MemorySegment) TO_ASCII.invokeExact((SegmentAllocator) arena,
                    source, source.byteSize() - 1, ace, ace.byteSize(), IDNX_LOOKUP);
            int status = result.get(JAVA_INT, 0);

            if (status != 0) {
                MemorySegment code = (MemorySegment) STATUS_CODE.invokeExact(status);
                throw new IllegalArgumentException(code.reinterpret(32).getString(0));
            }
            return ace.getString(0);
        }
    }

    public static void main(String[] names) throws Throwable {
        for (String name : names) {
            try {
                System.out.println(toAscii(name));
            } catch (IllegalArgumentException rule) {
                System.out.println(rule.getMessage());
            }
        }
    }
}
