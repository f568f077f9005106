<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use function bin2hex;
use function function_exists;
use function hash;
use function phpversion;
use function substr;
use function version_compare;
use function zstd_compress;
use function zstd_compress_dict;
use function zstd_uncompress;
use function zstd_uncompress_dict;

/**
 * A dictionary of zstd, by the extension zstd.
 *
 * @internal
 */
final class Dictionary
{
    /** Smallest size of a dictionary, in bytes: libzstd ignores shorter ones when it compresses. */
    public const LEAST = 8;
    /** The default level with one. */
    public const LEVEL = 5;
    /** Bytes of a name. */
    public const NAME = 4;
    /** What is missing where there are no dictionaries. */
    public const NEEDS = 'zstd_compress_dict() of the extension zstd';

    private ?string $name = null;

    public function __construct(public readonly string $bytes) {}

    /** As envelopes name it: the first bytes of the SHA-256. */
    public function name(): string
    {
        return $this->name ??= substr(hash('sha256', $this->bytes, true), 0, self::NAME);
    }

    /** For messages. */
    public static function describe(string $name): string
    {
        return 'the dictionary ' . bin2hex($name);
    }

    public static function available(): bool
    {
        return function_exists('zstd_compress_dict') && function_exists('zstd_uncompress_dict') || self::asArgument();
    }

    /** Null if the bytes are no dictionary that libzstd can use. */
    public function compress(string $data, int $level): ?string
    {
        // @phpstan-ignore arguments.count (that of version 0.15)
        $packed = self::asArgument() ? @zstd_compress($data, $level, $this->bytes) : @zstd_compress_dict($data, $this->bytes, $level);
        return $packed === false ? null : $packed;
    }

    public function unpack(string $frame): ?string
    {
        // @phpstan-ignore arguments.count
        $data = self::asArgument() ? @zstd_uncompress($frame, $this->bytes) : @zstd_uncompress_dict($frame, $this->bytes);
        return $data === false ? null : $data;
    }

    /** Version 0.15 of the extension takes it as an argument, and calls the older functions deprecated. */
    private static function asArgument(): bool
    {
        return version_compare((string) phpversion('zstd'), '0.15.0', '>=');
    }
}
