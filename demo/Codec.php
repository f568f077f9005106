<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Closure;

/** A way to turn a value into bytes and back. */
final readonly class Codec
{
    /**
     * @param Closure(mixed): (string|false|null) $encode
     * @param Closure(string): mixed $decode
     * @param bool $everything false: some values cannot be stored this way, which is no fault
     */
    private function __construct(
        public string $name,
        public Closure $encode,
        public Closure $decode,
        public bool $everything = true,
    ) {}

    /** @return array<string, self> those that this PHP has, serialize() first and Lyo last */
    public static function all(): array
    {
        $codecs = [new self('serialize', serialize(...), unserialize(...))];
        if (extension_loaded('igbinary')) {
            // where serialize() only warns, igbinary throws; the demo is not about this difference
            $codecs[] = new self('igbinary', igbinary_serialize(...), igbinary_unserialize(...), false);
        }
        $codecs[] = new self(
            'json',
            static fn(mixed $value): string => json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            static fn(string $bytes): mixed => json_decode($bytes, true, 512, JSON_THROW_ON_ERROR),
            false,
        );
        $codecs[] = new self('lyo', lyo_serialize(...), lyo_unserialize(...));

        return array_column($codecs, null, 'name');
    }
}
