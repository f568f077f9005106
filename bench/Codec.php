<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use InvalidArgumentException;

/** A way to make bytes of a value and back: two functions, each called with the value or bytes and these arguments more. */
final readonly class Codec
{
    /** A codec under another name is measured once more: what it differs from itself is the spread of the run. */
    public const AGAIN = ' again';

    /** Other codecs than Lyo. */
    public const OTHERS = ['native', 'igbinary', 'msgpack', 'json'];

    /**
     * @param list<mixed> $encodeArguments
     * @param list<mixed> $decodeArguments
     */
    private function __construct(
        public string $name,
        public string $encode,
        public string $decode,
        public array $encodeArguments = [],
        public array $decodeArguments = [],
    ) {}

    public static function named(string $name): self
    {
        $plain = str_ends_with($name, self::AGAIN) ? substr($name, 0, -strlen(self::AGAIN)) : $name;

        return match ($plain) {
            'lyo' => new self($name, 'lyo_serialize', 'lyo_unserialize'),
            'native' => new self($name, 'serialize', 'unserialize'),
            'igbinary' => new self($name, 'igbinary_serialize', 'igbinary_unserialize'),
            'msgpack' => new self($name, 'msgpack_pack', 'msgpack_unpack'),
            'json' => new self($name, 'json_encode', 'json_decode', [JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES], [true]),
            default => throw new InvalidArgumentException('no codec is called ' . $name),
        };
    }

    public function exists(): bool
    {
        return function_exists($this->encode) && function_exists($this->decode);
    }

    public function encode(mixed $value): ?string
    {
        $bytes = is_callable($this->encode) ? ($this->encode)($value, ...$this->encodeArguments) : null;

        return is_string($bytes) ? $bytes : null;
    }

    public function decode(string $bytes): mixed
    {
        return is_callable($this->decode) ? ($this->decode)($bytes, ...$this->decodeArguments) : null;
    }
}
