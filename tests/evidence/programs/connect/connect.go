// SPDX-License-Identifier: LGPL-2.1-or-later
package main

import (
	"log"
	"net"
	"os"
)

func main() {
	if _, err := net.Dial("tcp", os.Args[1]+":"+os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
