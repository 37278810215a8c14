<?php
// SPDX-License-Identifier: LGPL-2.1-or-later

// Prints the ASCII form of each name, or the code of the rule that it breaks.

const IDNX_LOOKUP = 0x786;

$idnx = FFI::cdef('
    struct idnx_result { int status; unsigned label; size_t length; };
    struct idnx_result idnx_to_ascii(const char *src, size_t src_len, char *dst, size_t dst_size,
                                     unsigned flags);
    const char *idnx_status_code(int status);
', 'libidnx.so.0');

// Throws the code of the rule.
function to_ascii(FFI $idnx, string $name): string
{
    $ace = $idnx->new('char[255]'); // IDNX_HOST_NAME_SIZE
    $result = $idnx->idnx_to_ascii($name, strlen($name), $ace, FFI::sizeof($ace), IDNX_LOOKUP);
    if ($result->status !== 0) {
        throw new DomainException($idnx->idnx_status_code($result->status));
    }
    return FFI::string($ace, $result->length);
}

foreach (array_slice($argv, 1) as $name) {
    try {
        echo to_ascii($idnx, $name), "\n";
    } catch (DomainException $error) {
        echo $error->getMessage(), "\n";
    }
}
