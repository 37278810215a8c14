# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import socket
import sys

# Octets, since Python converts a str to ACE itself, by IDNA2003.
socket.create_connection((os.fsencode(sys.argv[1]), int(sys.argv[2])))
