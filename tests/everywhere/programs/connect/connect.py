# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import socket
import sys

# Python itself converts a str to ACE, by the rules of 2003.
socket.create_connection((os.fsencode(sys.argv[1]), int(sys.argv[2])))
