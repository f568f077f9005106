<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Packed;

use Redis;
use RedisException;

use function constant;
use function defined;
use function fclose;
use function is_string;
use function str_starts_with;
use function stream_socket_get_name;
use function stream_socket_server;
use function strrchr;
use function substr;

/** The compressions of the extension redis, as far as it was built with them. */
final class ByRedis
{
    /** @var array<string, string> */
    private const CONSTANTS = ['zstd' => 'Redis::COMPRESSION_ZSTD', 'lz4' => 'Redis::COMPRESSION_LZ4', 'lzf' => 'Redis::COMPRESSION_LZF'];

    private static ?Redis $client = null;

    /** Tells whether the extension is loaded and has the compression. */
    public static function knows(Algorithm $algorithm): bool
    {
        return isset(self::CONSTANTS[$algorithm->value]) && defined(self::CONSTANTS[$algorithm->value]) && self::client() !== null;
    }

    /** Returns null if the data cannot be packed. */
    public static function pack(Algorithm $algorithm, string $data): ?string
    {
        $packed = self::with($algorithm)?->_compress($data);

        return is_string($packed) && $packed !== $data ? $packed : null;
    }

    /** Returns null if the data are damaged. */
    public static function unpack(Algorithm $algorithm, string $data): ?string
    {
        try {
            $unpacked = self::with($algorithm)?->_uncompress($data);
        } catch (RedisException) {
            return null;
        }

        return is_string($unpacked) && $unpacked !== $data ? $unpacked : null; // the extension returns what it cannot unpack
    }

    private static function with(Algorithm $algorithm): ?Redis
    {
        $client = self::client();
        $client?->setOption(Redis::OPT_COMPRESSION, constant(self::CONSTANTS[$algorithm->value] ?? ''));

        return $client;
    }

    /** The extension has options only for a client with a connection. This one is to a socket of this process, and nothing is sent. */
    private static function client(): ?Redis
    {
        if (self::$client !== null) {
            return self::$client;
        }
        $server = @stream_socket_server('tcp://127.0.0.1:0');
        $name = $server === false ? false : stream_socket_get_name($server, false);
        if ($server === false || $name === false || !str_starts_with($name, '127.0.0.1:')) {
            return null;
        }
        try {
            $client = new Redis();
            $client->connect('127.0.0.1', (int) substr((string) strrchr($name, ':'), 1), 1.0);
            self::$client = $client;
        } catch (RedisException) {
        }
        fclose($server);

        return self::$client;
    }
}
