// SPDX-License-Identifier: LGPL-2.1-or-later
//
// client NAME: looks a name up with Go's own resolver, and prints what client.c prints.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"
)

func main() {
	addresses, err := net.LookupHost(os.Args[1])
	var failure *net.DNSError
	if errors.As(err, &failure) && failure.IsNotFound {
		fmt.Println("none")
		os.Exit(1)
	} else if err != nil {
		fmt.Println("fails")
		os.Exit(1)
	}
	for _, address := range addresses {
		fmt.Println(address)
	}
}
