<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Stands in for ext-zstd, which Debian 12 has no package of: two of its functions, by FFI from libzstd itself. Like the
// extension, zstd_uncompress() takes as much memory as the frame says.

if (!function_exists('zstd_compress') && extension_loaded('ffi')) {
    function lyo_tests_zstd(): FFI
    {
        static $library = null;
        return $library ??= FFI::cdef(
            'size_t ZSTD_compress(void *to, size_t room, const char *from, size_t size, int level);
            size_t ZSTD_decompress(void *to, size_t room, const char *from, size_t size);
            size_t ZSTD_compressBound(size_t size);
            unsigned long long ZSTD_getFrameContentSize(const char *from, size_t size);
            unsigned ZSTD_isError(size_t code);',
            'libzstd.so.1',
        );
    }

    function zstd_compress(string $data, int $level = 3): string|false
    {
        $library = lyo_tests_zstd();
        $room = $library->ZSTD_compressBound(strlen($data));
        $to = FFI::new("char[$room]");
        $size = $library->ZSTD_compress($to, $room, $data, strlen($data), $level);
        return $library->ZSTD_isError($size) !== 0 ? false : FFI::string($to, $size);
    }

    function zstd_uncompress(string $data): string|false
    {
        $library = lyo_tests_zstd();
        $room = $library->ZSTD_getFrameContentSize($data, strlen($data));
        if ($room < 0 || $room > 1 << 30) {
            return false;
        }
        $to = FFI::new('char[' . max(1, $room) . ']');
        $size = $library->ZSTD_decompress($to, $room, $data, strlen($data));
        return $library->ZSTD_isError($size) !== 0 ? false : FFI::string($to, $size);
    }
}
