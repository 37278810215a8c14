; SPDX-License-Identifier: LGPL-2.1-or-later
(require :asdf)
(asdf:load-system :usocket)
(usocket:socket-connect (second sb-ext:*posix-argv*)
                        (parse-integer (third sb-ext:*posix-argv*)))
