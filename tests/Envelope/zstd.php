<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// A stand-in for ext-zstd, because Debian 12 has no package of it: four of its functions, which call libzstd by FFI. Like the
// extension, zstd_uncompress() allocates as much memory as the frame says.

if (!function_exists('zstd_compress') && extension_loaded('ffi')) {
    function lyo_tests_zstd(): FFI
    {
        static $library = null;
        return $library ??= FFI::cdef(
            'size_t ZSTD_compress(void *to, size_t room, const char *from, size_t size, int level);
            size_t ZSTD_decompress(void *to, size_t room, const char *from, size_t size);
            size_t ZSTD_compressBound(size_t size);
            unsigned long long ZSTD_getFrameContentSize(const char *from, size_t size);
            unsigned ZSTD_isError(size_t code);
            void *ZSTD_createCCtx(void);
            size_t ZSTD_freeCCtx(void *context);
            size_t ZSTD_CCtx_setParameter(void *context, int parameter, int value);
            size_t ZSTD_CCtx_loadDictionary(void *context, const char *dictionary, size_t size);
            size_t ZSTD_compress2(void *context, void *to, size_t room, const char *from, size_t size);
            void *ZSTD_createDCtx(void);
            size_t ZSTD_freeDCtx(void *context);
            size_t ZSTD_decompress_usingDict(void *context, void *to, size_t room, const char *from, size_t size, const char *dictionary, size_t dictionary_size);',
            'libzstd.so.1',
        );
    }

    function zstd_compress(string $data, int $level = 3): string|false
    {
        if ($level === 0) {
            return $data; // as the extension does
        }
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

    function zstd_compress_dict(string $data, string $dict, int $level = 3): string|false
    {
        $library = lyo_tests_zstd();
        $room = $library->ZSTD_compressBound(strlen($data));
        $to = FFI::new("char[$room]");
        $context = $library->ZSTD_createCCtx();
        $library->ZSTD_CCtx_setParameter($context, 100, $level); // ZSTD_c_compressionLevel
        $library->ZSTD_CCtx_loadDictionary($context, $dict, strlen($dict));
        $size = $library->ZSTD_compress2($context, $to, $room, $data, strlen($data));
        $library->ZSTD_freeCCtx($context);
        return $library->ZSTD_isError($size) !== 0 ? false : FFI::string($to, $size);
    }

    function zstd_uncompress_dict(string $data, string $dict): string|false
    {
        $library = lyo_tests_zstd();
        $room = $library->ZSTD_getFrameContentSize($data, strlen($data));
        if ($room < 0 || $room > 1 << 30) {
            return false;
        }
        $to = FFI::new('char[' . max(1, $room) . ']');
        $context = $library->ZSTD_createDCtx();
        $size = $library->ZSTD_decompress_usingDict($context, $to, $room, $data, strlen($data), $dict, strlen($dict));
        $library->ZSTD_freeDCtx($context);
        return $library->ZSTD_isError($size) !== 0 ? false : FFI::string($to, $size);
    }
}
