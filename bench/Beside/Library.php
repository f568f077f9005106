<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Beside;

use FFI;
use RuntimeException;

use function is_int;
use function strlen;

/**
 * Compression by libzstd and liblz4 of this machine, as clients of caches use it. Memory is kept from call to call, which no client does
 * better; the way through FFI takes about a microsecond.
 */
final class Library
{
    private const DECLARATIONS = [
        'libzstd.so.1' => 'size_t ZSTD_compressBound(size_t size); unsigned ZSTD_isError(size_t code); void *ZSTD_createCCtx(void); void *ZSTD_createDCtx(void);
            size_t ZSTD_compressCCtx(void *context, void *to, size_t room, const char *from, size_t size, int level);
            size_t ZSTD_decompressDCtx(void *context, void *to, size_t room, const char *from, size_t size);',
        'liblz4.so.1' => 'int LZ4_compressBound(int size); int LZ4_compress_default(const char *from, char *to, int size, int room);
            int LZ4_decompress_safe(const char *from, char *to, int size, int room);',
    ];

    private const ROOM = 16 << 20;

    private FFI $library;
    private FFI\CData $room;
    private mixed $packer = null;
    private mixed $unpacker = null;

    /** @param int|null $level of zstd; null: lz4 */
    public function __construct(private readonly ?int $level)
    {
        $name = $level === null ? 'liblz4.so.1' : 'libzstd.so.1';
        $this->library = FFI::cdef(self::DECLARATIONS[$name], $name);
        $this->room = $this->library->new('char[' . self::ROOM . ']') ?? throw new RuntimeException('no memory');
        if ($level !== null) {
            $this->packer = $this->call('ZSTD_createCCtx');
            $this->unpacker = $this->call('ZSTD_createDCtx');
        }
    }

    public static function exists(): bool
    {
        try {
            return extension_loaded('ffi') && (new self(null))->unpack((new self(null))->pack('lz4')) === 'lz4' && (new self(1))->unpack((new self(1))->pack('zstd')) === 'zstd';
        } catch (FFI\Exception) {
            return false;
        }
    }

    public function pack(string $data): string
    {
        return $this->taken($this->level === null
            ? $this->call('LZ4_compress_default', $data, $this->room, strlen($data), self::ROOM)
            : $this->call('ZSTD_compressCCtx', $this->packer, $this->room, self::ROOM, $data, strlen($data), $this->level));
    }

    public function unpack(string $packed): string
    {
        return $this->taken($this->level === null
            ? $this->call('LZ4_decompress_safe', $packed, $this->room, strlen($packed), self::ROOM)
            : $this->call('ZSTD_decompressDCtx', $this->unpacker, $this->room, self::ROOM, $packed, strlen($packed)));
    }

    private function call(string $function, mixed ...$arguments): mixed
    {
        return $this->library->$function(...$arguments);
    }

    private function taken(mixed $size): string
    {
        // an error of zstd is a number near 2^64, which is negative here
        return is_int($size) && $size > 0 && $size <= self::ROOM ? FFI::string($this->room, $size) : throw new RuntimeException('the compression has failed');
    }
}
