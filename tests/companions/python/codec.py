# SPDX-License-Identifier: LGPL-2.1-or-later
"""codec.py TEST: tests of the codec "idna" in the Python that runs this.  codec.bats says with
which idnx.conf, and which files of the codec."""

import codecs
import io
import os
import pickle
import re
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.append("tests/common")
from table import rows  # noqa: E402

STRASSE = b"xn--strae-oqa.example"


def rejected(name):
    """Returns the exception."""
    try:
        name.encode("idna")
    except (socket.gaierror, UnicodeError) as error:
        return error
    raise AssertionError(f"{name!r} is converted")


def package():
    """Imports a package idna that converts nothing itself."""
    with tempfile.TemporaryDirectory() as directory:
        os.mkdir(directory + "/idna")
        with open(directory + "/idna/__init__.py", "w") as file:
            file.write("from .core import IDNAError, encode\n")
        with open(directory + "/idna/core.py", "w") as file:
            file.write("class IDNAError(UnicodeError): pass\ndef encode(s, **_): return 'own'\n")
        first = os.environ["DIRECTORY"] + "/first"
        sys.path.insert(sys.path.index(first) + 1, directory)
        import idna.core
    return idna


class Together(unittest.TestCase):
    def test_0_other_attributes_do_not_load_the_standard_codec(self):
        from encodings import idna

        with self.assertRaises(AttributeError):
            idna.__path__
        self.assertIsNone(idna._idna)
        self.assertEqual(idna.nameprep("Straße"), "strasse")
        self.assertEqual(idna.dots.split("a。b"), ["a", "b"])
        self.assertEqual(idna.ToASCII("straße"), b"xn--strae-oqa")
        self.assertEqual(idna.ToASCII("a"), b"a")
        self.assertEqual(idna.ToUnicode(b"xn--strae-oqa"), "straße")
        self.assertEqual(idna.ToUnicode("Straße"), "straße")
        self.assertRaises(UnicodeError, idna.ToASCII, "a" * 64)

    def test_it_is_ours(self):
        import encodings.idna

        self.assertEqual(encodings.idna.__file__, os.environ["DIRECTORY"] + "/idna.py")
        self.assertEqual("straße.example".encode("idna"), STRASSE)

    def test_only_the_host_is_converted(self):
        for before, after in [
            ("", ":80"),
            ("user@", ""),
            ("user:secret@", ":"),
            ("*.", ""),
            ("a@b@*.", ":443"),
        ]:
            name = f"{before}straße.example{after}"
            self.assertEqual(name.encode("idna"), before.encode() + STRASSE + after.encode())
        for name in ["üser@example", "straße.example:８０", "[::1%ü]:80", "ü@straße.example"]:
            self.assertIn("only the host", str(rejected(name)))
        for name in ["*", "*.*.straße.example", "stra*ße.example", "ü："]:
            if not name.isascii():
                rejected(name)
        self.assertIn("空.example", rejected("x@１.2.3.空.example@空.example:ü").args[1])

    def test_the_exception_is_what_callers_of_getaddrinfo_catch(self):
        error = rejected("１２７.０.０.１")
        self.assertIsInstance(error, socket.gaierror)
        self.assertIsInstance(error, OSError)
        self.assertIsInstance(error, UnicodeError)
        self.assertEqual(error.errno, socket.EAI_NONAME)
        self.assertIn("idnx rejects '１２７.０.０.１': label 4", str(error))
        self.assertIn("(NUMBER)", str(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), again.args), (type(error), error.args))
        for ask in [
            lambda name: socket.getaddrinfo(name, 80),
            lambda name: socket.create_connection((name, 80)),
            socket.gethostbyname,
        ]:
            with self.assertRaises(socket.gaierror) as caught:
                ask("１２７.０.０.１")
            self.assertIn("label 4", str(caught.exception))

    def test_ascii_names_are_left_to_the_module(self):
        from encodings import idna

        for name in ["", "a", "www.example.", "xn--0.example", "A_b", "a" * 63, "[::1]:80", "a\0b"]:
            self.assertEqual(name.encode("idna"), name.encode())
        long = ".".join(["a" * 63] * 20)
        self.assertEqual(long.encode("idna"), long.encode())
        for name in [".", ".a", "a..b", "a" * 64, f"{long}..a", f"{'a' * 64}.b", f"b.{'a' * 64}"]:
            self.assertRaises(UnicodeError, idna._standard().Codec().encode, name)
            with self.assertRaises(socket.gaierror) as caught:
                socket.getaddrinfo(name, 80)
            self.assertIn("label empty or too long", str(caught.exception))

    def test_ascii_needs_neither_the_extension_nor_the_standard_codec(self):
        code = (
            "import sys; 'www.example'.encode('idna'); b'www'.decode('idna');"
            "print([m for m in sys.modules if '_idnx' in m or m in ('re', 'stringprep',"
            " 'unicodedata')], sys.modules['encodings.idna']._idna)"
        )
        said = subprocess.run(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, check=True
        ).stdout
        self.assertEqual(said, b"[] None\n")

    def test_without_any_file_ascii_names_get_what_they_got(self):
        code = (
            "import encodings.idna; encodings.__path__[:] = []; 'www.example'.encode('idna')\n"
            "try: 'a..b'.encode('idna')\n"
            "except UnicodeError: pass"
        )
        subprocess.run([sys.executable, "-c", code], check=True)

    def test_subinterpreters_have_it_too(self):
        """Since Python 3.12 each has a lock of its own, unless it is told to share one."""
        shared = {"config": "legacy"}
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
        elif sys.version_info >= (3, 9):
            import _xxsubinterpreters as interpreters

            shared = {"isolated": False}
        else:
            return
        for lock in [{}, {}, shared]:
            one = interpreters.create(**lock)
            failed = interpreters.run_string(one, f"assert 'straße.example'.encode('idna') == {STRASSE!r}")
            interpreters.destroy(one)
            self.assertIsNone(failed)

    def test_decoding(self):
        for octets, name in [
            (STRASSE, "straße.example"),
            (b"WWW.XN--Strae-OQA.Example.", "WWW.straße.Example."),
            (b"xn--53h", "☕"),
            (b"", ""),
            (b"a..b", "a..b"),
        ]:
            self.assertEqual(octets.decode("idna"), name)
        self.assertEqual(codecs.decode(memoryview(STRASSE), "idna"), "straße.example")
        for octets, label in [
            (b"www.xn--0.example", (4, 9)),
            (b"xn--", (0, 4)),
            (b"xn--\xff", (4, 5)),
            (b"a\xff", (1, 2)),
            (b"a.xn--a-ecp.b", (2, 11)),  # ends with a joiner
        ]:
            with self.assertRaises(UnicodeDecodeError) as caught:
                octets.decode("idna")
            self.assertEqual((caught.exception.start, caught.exception.end), label)

    def test_incremental_codecs_convert_at_the_end(self):
        encoder = codecs.getincrementalencoder("idna")()
        self.assertEqual([encoder.encode(c) for c in "straße.example"], [b""] * 14)
        self.assertEqual(encoder.encode("", True), STRASSE)
        decoder = codecs.getincrementaldecoder("idna")()
        self.assertEqual(decoder.decode(STRASSE[:9]), "")
        self.assertEqual(decoder.decode(STRASSE[9:], True), "straße.example")
        stream = io.BytesIO()
        codecs.getwriter("idna")(stream).write("straße.example")
        self.assertEqual(codecs.getreader("idna")(io.BytesIO(stream.getvalue())).read(), "straße.example")

    def test_bad_input(self):
        for name in ["a\ud800b.example", "ü\0.example", "\udcfc", "ü\0"]:
            self.assertIn("not allowed in host names", str(rejected(name)))
            str(rejected(name)).encode()  # can be written
        for name in ["ü" * 10_000_000, "ü" * 1024 + ".example", "ü." * 5_000_000, "@ü:" * 100_000]:
            self.assertLess(len(str(rejected(name))), 1000)
        with self.assertRaises(UnicodeError):
            ("a." * 500_000 + ".").encode("idna")
        for value in [b"a", None, 7]:
            self.assertRaises(TypeError, codecs.encode, value, "idna")
        for errors in ["ignore", "replace", "surrogateescape", "xmlcharrefreplace", "nonsense", ""]:
            for name in ["a", "straße.example", "a\ud800"]:
                self.assertRaises(UnicodeError, name.encode, "idna", errors)
            self.assertRaises(UnicodeError, STRASSE.decode, "idna", errors)

    def test_subclasses_of_str_are_what_their_characters_say(self):
        class Name(str):
            def isascii(self):
                return True

            def __contains__(self, other):
                return False

            def encode(self, *_):
                return b"www.other.example"

            def __str__(self):
                return "other"

        self.assertEqual(codecs.encode(Name("straße.example"), "idna"), STRASSE)

    def test_threads(self):
        wrong = []

        def ask():
            for _ in range(2000):
                if "straße.example".encode("idna") != STRASSE:
                    wrong.append(1)
                if "NUMBER" not in str(rejected("１２７.０.０.１")):
                    wrong.append(2)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class Alone(unittest.TestCase):
    """Each needs a process of its own."""

    def test_the_package_idna_has_the_verdict_too(self):
        idna = package()
        for name in ["straße.example", "bu\u0308cher.example", "müller。example", "☕.example"]:
            for options in [{}, {"uts46": True}, {"strict": True, "std3_rules": True}]:
                self.assertEqual(idna.encode(name, **options), name.encode("idna"))
        self.assertEqual(idna.encode("a.example"), "own")
        self.assertEqual(idna.encode(b"a.example"), "own")
        with self.assertRaises(idna.IDNAError) as caught:
            idna.encode("１２７.０.０.１")
        self.assertIn("(NUMBER)", str(caught.exception))

    def test_the_package_may_keep_its_own_rules(self):
        self.assertEqual(package().encode("straße.example"), "own")

    def test_excluded_names_are_converted(self):
        self.assertEqual("straße.example".encode("idna"), STRASSE)
        self.assertIn("(NUMBER)", str(rejected("1.straße.example.１")))

    def test_names_without_a_file(self):
        asked = 0
        for spelling, conf, status, ace, _ in rows("tests/common/names.tsv"):
            name = re.sub(r"\\u(....)", lambda code: chr(int(code[1], 16)), spelling)
            if conf != "-" or name.isascii() or "\\x" in name:
                continue
            asked += 1
            if status == "converted":
                self.assertEqual(name.encode("idna"), ace.encode())
            else:
                self.assertIn(f"({status})", str(rejected(name)))
        self.assertGreater(asked, 20)

    def test_fork(self):
        for _ in range(2):  # before the extension is loaded, and afterwards
            child = os.fork()
            if child == 0:
                os._exit("straße.example".encode("idna") != STRASSE)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            "straße.example".encode("idna")

    def test_nothing_leaks(self):
        import resource

        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        def ask(times):
            for _ in range(times):
                "straße.example".encode("idna")
                STRASSE.decode("idna")
                rejected("１２７.０.０.１")
                rejected("ü\0")

        ask(2000)
        before = peak()
        ask(20_000)
        self.assertLess(peak() - before, 1024)  # KiB

    def test_protection_sees_the_name(self):
        self.assertIn("(READS_AS_ASCII)", str(rejected("аррӏе.com")))
        self.assertEqual("аррӏе.com".isascii(), False)

    def test_a_faulty_idnx_conf_fails_for_now(self):
        error = rejected("straße.example")
        self.assertEqual(error.errno, socket.EAI_AGAIN)
        self.assertIn("/etc/idnx.conf has an error", str(error))
        self.assertEqual("www.example".encode("idna"), b"www.example")

    def test_without_the_extension(self):
        for _ in range(2):
            error = rejected("straße.example")
            self.assertEqual(type(error).__name__, "Rejected")
            self.assertEqual(error.errno, socket.EAI_AGAIN)
            self.assertIn("extension cannot be loaded", str(error))
        self.assertRaises(UnicodeError, STRASSE.decode, "idna")
        self.assertEqual("www.example".encode("idna"), b"www.example")
        self.assertEqual(b"www.example".decode("idna"), "www.example")
        self.assertRaises(UnicodeError, "a..b".encode, "idna")

    def test_without_the_codec(self):
        import encodings.idna

        self.assertFalse(encodings.idna.__file__.startswith(os.environ["DIRECTORY"]))
        self.assertEqual("bücher.example".encode("idna"), b"xn--bcher-kva.example")

    def test_a_hidden_sitecustomize_runs(self):
        import sitecustomize

        self.assertEqual(sitecustomize.hidden, os.environ["DIRECTORY"])
        self.assertNotIn(os.environ["DIRECTORY"] + "/run", sys.path)
        self.assertEqual("straße.example".encode("idna"), STRASSE)


if __name__ == "__main__":
    unittest.main()
