#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Serves a directory by HTTP on the loopback address, and fails in chosen ways.

    server.py DIRECTORY LOG [CERTIFICATE]

Prints its port.  The first part of a path chooses the way to fail.  LOG gets a line for each
request: the path and the requested range.  CERTIFICATE, a file with a certificate and its
key, makes it an HTTPS server.  It stops after ten minutes.
"""

import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DATE = "Tue, 01 Sep 2026 00:00:00 GMT"
LATER = "Wed, 02 Sep 2026 00:00:00 GMT"

directory, log = Path(sys.argv[1]), Path(sys.argv[2])


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        way, _, where = self.path.lstrip("/").partition("/")
        wanted = self.headers.get("Range", "")
        with open(log, "a", encoding="utf-8") as file:
            print(where, wanted, file=file)
        path = directory / where
        if not path.exists():
            self.send_error(404)
            return
        self.answer(way, path.read_bytes(), wanted)

    def answer(self, way, body, wanted):
        date = LATER if way == "changed" else DATE
        if way == "wrong":
            body = body.swapcase()
        begin = 0
        # RFC 9110 section 13.1.5
        if wanted and way != "no-ranges" and self.headers.get("If-Range", date) == date:
            begin = int(wanted[len("bytes="):-1])
        if begin and begin >= len(body):
            self.send_error(416)
            return
        self.send_response(206 if begin else 200)
        self.send_header("Content-Length", str(len(body) - begin))
        self.send_header("Last-Modified", date)
        self.end_headers()
        self.send(way, body[begin:])

    def send(self, way, body):
        if way == "cut":
            self.wfile.write(body[:len(body) // 2])
        elif way == "stalling":
            self.wfile.write(body[:len(body) // 2])
            self.wfile.flush()
            time.sleep(20)
        elif way == "slow":
            for octet in body[:200]:
                self.wfile.write(bytes([octet]))
                self.wfile.flush()
                time.sleep(0.1)
        else:
            self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignores clients that have gone, which are part of the tests."""


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
end = threading.Timer(600, server.shutdown)
end.daemon = True
end.start()
print(server.server_address[1], flush=True)
server.serve_forever()
