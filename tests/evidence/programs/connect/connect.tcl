# SPDX-License-Identifier: LGPL-2.1-or-later
socket [lindex $argv 0] [lindex $argv 1]
