<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Closure;
use InvalidArgumentException;
use LogicException;

use function function_exists;
use function is_callable;
use function is_string;
use function preg_match;
use function str_ends_with;
use function strlen;
use function substr;

/** A codec to be measured: a function that encodes, a function that decodes, and further arguments for each. */
final readonly class Codec
{
    /** Suffix for the name of a codec that is measured a second time. The difference between the two results shows the spread of the run. */
    public const AGAIN = ' again';

    /** All codecs but Lyo. */
    public const OTHERS = ['native', 'igbinary', 'msgpack', 'json'];

    /** All codecs, in the order in which they are shown. */
    public const ALL = [...self::OTHERS, 'lyo'];

    /** Codecs that are measured only if they are asked for: versions of msgpack crash on values that serialize() can hold. */
    public const OPTIONAL = ['msgpack'];

    /** Classes that are always instantiated: they need no file and have no code. */
    public const PLAIN = ['stdClass'];

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

    /**
     * Returns the same codec, but with a decoder that makes a __PHP_Incomplete_Class of every object that is no stdClass. Returns null if its function
     * has no option for that.
     */
    public function withoutClasses(): ?self
    {
        return match ($this->decode) {
            'lyo_unserialize', 'unserialize' => new self($this->name, $this->encode, $this->decode, $this->encodeArguments, [['allowed_classes' => self::PLAIN]]),
            'json_decode' => $this,
            default => null,
        };
    }

    public function exists(): bool
    {
        return function_exists($this->encode) && function_exists($this->decode);
    }

    /** Whether the codec can be given this value without a risk for the process. msgpack 2.2.0RC2 uses freed memory where a value refers to a part of itself. */
    public function isSafeWith(string $text): bool
    {
        return $this->encode !== 'msgpack_pack' || preg_match('/[;{][rR]:\d+;/', $text) !== 1;
    }

    /** Returns the bytes of a value, or null if the codec is not available or cannot encode the value. */
    public function encode(mixed $value): ?string
    {
        $bytes = is_callable($this->encode) ? ($this->encode)($value, ...$this->encodeArguments) : null;

        return is_string($bytes) ? $bytes : null;
    }

    public function decode(string $bytes): mixed
    {
        return is_callable($this->decode) ? ($this->decode)($bytes, ...$this->decodeArguments) : null;
    }

    /** @return array{Closure, list<mixed>} function and arguments, as a task for Rounds */
    public function encoding(mixed $value): array
    {
        return [$this->closure($this->encode), [$value, ...$this->encodeArguments]];
    }

    /** @return array{Closure, list<mixed>} function and arguments, as a task for Rounds */
    public function decoding(string $bytes): array
    {
        return [$this->closure($this->decode), [$bytes, ...$this->decodeArguments]];
    }

    private function closure(string $function): Closure
    {
        return is_callable($function) ? Closure::fromCallable($function) : throw new LogicException("$function() does not exist");
    }
}
