# SPDX-License-Identifier: LGPL-2.1-or-later
"""Python's codec "idna", by the rules of this machine's idnx.

Python converts a host name in a str by this codec before the C library sees it.  Its own codec
follows IDNA 2003, so that straße.example resolves to the host strasse.example.  This file is found
in place of encodings/idna.py, because its directory precedes that one in encodings.__path__.

    "user@straße.example:80"  -- host part -->  _idnx.c: policy, engine  -->  ASCII form, or Rejected
    "www.example"             -- unchanged -->  the NSS module

Nothing is loaded before it is needed: the extension for a name that is not ASCII, Python's own
codec for its nameprep.
"""

import codecs
from _socket import EAI_AGAIN, EAI_NONAME, gaierror

ace_prefix = b"xn--"
sace_prefix = "xn--"

# Of a rejected name, what is shown: a DNS name has at most 253 characters.
_SHOWN = 253


class Rejected(gaierror, UnicodeError):
    """A name that idnx rejects.  Those who catch socket.gaierror report a failed lookup; those who
    know the standard codec catch UnicodeError."""


def _reject(name, why, code=EAI_NONAME):
    shown = name if len(name) <= _SHOWN else name[:_SHOWN] + "..."
    raise Rejected(code, f"idnx rejects {shown!r}: {why}")


# --- What is loaded late -------------------------------------------------------------------


_idnx = None  # the extension
_idna = None  # the standard codec


def _extension(name):
    """Returns the extension.  Without it no name may pass that it would reject."""
    global _idnx
    if _idnx is None:
        try:
            import encodings._idnx as _idnx
        except Exception as error:
            _reject(name, f"its extension cannot be loaded: {error}", EAI_AGAIN)
    return _idnx


def _standard():
    """Returns Python's own codec, the next one on the path."""
    global _idna
    if _idna is None:
        import encodings
        from importlib.machinery import PathFinder
        from importlib.util import module_from_spec

        here = __file__.rpartition("/")[0]
        path = [directory for directory in encodings.__path__ if directory != here]
        found = PathFinder.find_spec("encodings.idna", path)
        if found is None:  # chroot()
            raise UnicodeError("Python's own codec idna is not in this root")
        module = module_from_spec(found)
        found.loader.exec_module(module)
        _idna = module
    return _idna


def __getattr__(name):
    """Finds what a few programs take from the standard codec: IDNA 2003's own rules."""
    if name in ("nameprep", "dots"):
        return getattr(_standard(), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# --- To ASCII ------------------------------------------------------------------------------


def _split(name):
    """Returns what is before the host in "user@host:port" or "*.host", the host, and the rest."""
    before, at, host = name.rpartition("@")
    host, colon, port = host.partition(":")
    before += at
    if host.startswith("*."):
        before, host = before + "*.", host[2:]
    if not (before + port).isascii():
        _reject(name, "only the host may have characters that are not ASCII")
    return before, host, colon + port


def _convert(name):
    """Returns the ASCII form of a name that is not ASCII."""
    before, host, after = "", name, ""
    if "@" in name or ":" in name or name.startswith("*."):
        before, host, after = _split(name)
    extension = _extension(name)
    try:
        answer = extension.to_ascii(host)
    except ValueError:
        _reject(name, "a NUL or a surrogate is not allowed in host names")
    if answer.__class__ is not bytes:
        _reject(name, answer[1], answer[0])
    return before.encode() + answer + after.encode() if before or after else answer


def _has_lengths(name):
    """Returns whether each label has 1 to 63 characters; the last one may be empty."""
    if len(name) < 64:
        return ".." not in name and name[:1] != "."
    *labels, last = name.split(".")
    return len(last) < 64 and all(0 < len(label) < 64 for label in labels)


def _check_errors(errors):
    if errors != "strict":
        raise UnicodeError(f"idna knows no errors={errors!r}, only 'strict'")


def ToASCII(label):
    if label.isascii():
        return _standard().ToASCII(label)
    return _convert(str.__str__(label))


# --- To Unicode ----------------------------------------------------------------------------


def _decode_label(octets, start, label):
    if label[:4].lower() != ace_prefix:
        return label.decode("ascii")
    answer = _extension(label.decode("ascii")).to_unicode(label)
    if answer.__class__ is not str:
        raise UnicodeDecodeError("idna", octets, start, start + len(label), answer[0])
    return answer


def _decode(octets):
    octets.decode("ascii")
    labels, start = [], 0
    for label in octets.split(b"."):
        labels.append(_decode_label(octets, start, label))
        start += len(label) + 1
    return ".".join(labels)


def ToUnicode(label):
    octets = label if isinstance(label, bytes) else ToASCII(label)
    return _decode_label(octets, 0, octets)


# --- What the registry of codecs asks for --------------------------------------------------


class Codec(codecs.Codec):
    def encode(self, input, errors="strict"):
        _check_errors(errors)
        name = str.__str__(input)  # of a subclass, the characters
        if not name.isascii():
            return _convert(name), len(name)
        if not _has_lengths(name):  # the standard codec's UnicodeError ends daemons
            _reject(name, "label empty or too long")
        return name.encode(), len(name)

    def decode(self, input, errors="strict"):
        _check_errors(errors)
        octets = bytes(input)
        if ace_prefix not in octets.lower():
            return octets.decode("ascii"), len(octets)
        return _decode(octets), len(octets)


class IncrementalEncoder(codecs.BufferedIncrementalEncoder):
    """Converts at the end: a rule may concern all labels, such as that of the last one."""

    def _buffer_encode(self, input, errors, final):
        _check_errors(errors)
        return Codec().encode(input) if final else (b"", 0)


class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
    def _buffer_decode(self, input, errors, final):
        _check_errors(errors)
        return Codec().decode(input) if final else ("", 0)


class StreamWriter(Codec, codecs.StreamWriter):
    pass


class StreamReader(Codec, codecs.StreamReader):
    pass


def getregentry():
    return codecs.CodecInfo(
        name="idna",
        encode=Codec().encode,
        decode=Codec().decode,
        incrementalencoder=IncrementalEncoder,
        incrementaldecoder=IncrementalDecoder,
        streamwriter=StreamWriter,
        streamreader=StreamReader,
    )
