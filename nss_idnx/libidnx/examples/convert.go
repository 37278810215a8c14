// SPDX-License-Identifier: LGPL-2.1-or-later

// Prints the ASCII form of each name, or the code of the rule that it breaks.
package main

// #cgo pkg-config: libidnx
// #include <idnx.h>
// #include <stdlib.h>
import "C"

import (
	"errors"
	"fmt"
	"os"
	"unsafe"
)

// toASCII returns the ASCII form of a name, or an error that is the code of a rule.
func toASCII(name string) (string, error) {
	source := C.CString(name)
	defer C.free(unsafe.Pointer(source))

	var ace [C.IDNX_HOST_NAME_SIZE]C.char
	result := C.idnx_to_ascii(source, C.size_t(len(name)), &ace[0], C.size_t(len(ace)), C.IDNX_LOOKUP)
	if result.status != C.IDNX_OK {
		return "", errors.New(C.GoString(C.idnx_status_code(result.status)))
	}
	return C.GoString(&ace[0]), nil
}

func main() {
	for _, name := range os.Args[1:] {
		if ace, err := toASCII(name); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println(ace)
		}
	}
}
