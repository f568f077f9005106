<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use LogicException;
use Lyo\Tools\Measure\Codec;

/** A way to store a value: a codec, and perhaps a compressor behind it. */
final readonly class Way
{
    /**
     * @param string $name as tables show it
     * @param int|null $level of zlib; null: the bytes are stored as they are
     * @param bool $loose igbinary looks for no equal strings
     */
    public function __construct(public string $name, private Codec $codec, private ?int $level = null, public bool $loose = false) {}

    /** @return list<self> codecs whose modules are there: `serialize()`, igbinary, Lyo and those named */
    public static function codecs(string ...$others): array
    {
        $ways = [];
        foreach (['native', 'igbinary', ...$others, 'lyo'] as $name) {
            $codec = Codec::named($name);
            if ($codec->exists()) {
                $ways[] = new self(self::title($name), $codec);
            }
        }

        return $ways;
    }

    private static function title(string $codec): string
    {
        return ['native' => 'serialize()', 'lyo' => 'Lyo', 'json' => 'JSON'][$codec] ?? $codec;
    }

    public function compressed(int $level): self
    {
        return new self("$this->name, zlib $level", $this->codec, $level, $this->loose);
    }

    public function withoutCompactStrings(): self
    {
        return new self("$this->name, compact_strings off", $this->codec, $this->level, true);
    }

    public function isIgbinary(): bool
    {
        return $this->codec->name === 'igbinary';
    }

    public function encode(mixed $value): string
    {
        if ($this->loose) {
            ini_set('igbinary.compact_strings', '0');
        }
        [$function, $arguments] = $this->encoding($value);
        $bytes = is_callable($function) ? $function(...$arguments) : null;
        if ($this->loose) {
            ini_set('igbinary.compact_strings', '1');
        }

        return is_string($bytes) ? $bytes : throw new LogicException("$this->name makes no bytes");
    }

    /** The bytes of a value, after a look that they give the same. */
    public function proven(mixed $value): string
    {
        $bytes = $this->encode($value);

        return serialize($this->decode($bytes)) === serialize($value) ? $bytes : throw new LogicException("$this->name gives another value");
    }

    public function decode(string $bytes): mixed
    {
        [$function, $arguments] = $this->decoding($bytes);

        return is_callable($function) ? $function(...$arguments) : throw new LogicException("$this->name cannot be read");
    }

    /** @return array{string, list<mixed>} a call for a Race */
    public function encoding(mixed $value): array
    {
        $arguments = [$value, ...$this->codec->encodeArguments];

        return $this->level === null ? [$this->codec->encode, $arguments] : [self::class . '::pack', [$this->level, $this->codec->encode, $arguments]];
    }

    /** @return array{string, list<mixed>} */
    public function decoding(string $bytes): array
    {
        return $this->level === null ? [$this->codec->decode, [$bytes, ...$this->codec->decodeArguments]] : [self::class . '::unpack', [$bytes, $this->codec->decode, $this->codec->decodeArguments]];
    }

    /**
     * @param callable-string $encode
     * @param list<mixed> $arguments
     */
    public static function pack(int $level, string $encode, array $arguments): string
    {
        $bytes = $encode(...$arguments);

        return is_string($bytes) ? (string) gzcompress($bytes, $level) : '';
    }

    /**
     * @param callable-string $decode
     * @param list<mixed> $arguments
     */
    public static function unpack(string $packed, string $decode, array $arguments): mixed
    {
        return $decode((string) gzuncompress($packed), ...$arguments);
    }
}
