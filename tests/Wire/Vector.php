<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use LogicException;
use UnexpectedValueException;

/**
 * One entry of spec/vectors. What a kind does not have is empty: valid ones have php, diag and hex; readable ones php,
 * diag, hex and canonical; invalid ones hex, error, offset and perhaps options.
 */
final class Vector
{
    public const FOLDER = __DIR__ . '/../../spec/vectors';

    /** @param array<string, int> $options */
    private function __construct(
        public readonly string $file,
        public readonly string $name,
        public readonly string $section,
        public readonly string $php,
        public readonly string $diag,
        public readonly string $hex,
        public readonly string $canonical,
        public readonly string $error,
        public readonly int $offset,
        public readonly array $options,
        /** It stands in an appendix of the specification. */
        public readonly bool $example,
    ) {}

    /** @return list<self> */
    public static function all(string $kind): array
    {
        $vectors = [];
        foreach (self::files($kind) as $file) {
            foreach (self::read($file) as $entry) {
                $vectors[] = self::fromEntry(basename($file, '.json'), $entry);
            }
        }
        return $vectors;
    }

    /** @return list<string> */
    public static function files(string $kind): array
    {
        $files = glob(self::FOLDER . "/$kind/*.json");
        if ($files === false || $files === []) {
            throw new LogicException("no vectors in spec/vectors/$kind");
        }
        return $files;
    }

    /** @return list<array<string, mixed>> */
    public static function read(string $file): array
    {
        $entries = json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
        if (!is_array($entries) || !array_is_list($entries)) {
            throw new UnexpectedValueException("$file is no list");
        }
        $list = [];
        foreach ($entries as $entry) {
            if (!is_array($entry)) {
                throw new UnexpectedValueException("$file holds something else than vectors");
            }
            $named = [];
            foreach ($entry as $key => $value) {
                $named[(string) $key] = $value;
            }
            $list[] = $named;
        }
        return $list;
    }

    public function bytes(): string
    {
        return self::fromHex($this->hex);
    }

    public function canonicalBytes(): string
    {
        return self::fromHex($this->canonical);
    }

    /** A new value of the expression. */
    public function value(): mixed
    {
        self::loadClasses();
        return eval("return {$this->php};");
    }

    public static function loadClasses(): void
    {
        // Serializable alone is deprecated when such a class is compiled
        $level = error_reporting(error_reporting() & ~E_DEPRECATED);
        require_once self::FOLDER . '/classes.php';
        error_reporting($level);
    }

    public static function fromHex(string $hex): string
    {
        $bytes = hex2bin(str_replace(' ', '', $hex));
        if ($bytes === false) {
            throw new UnexpectedValueException("no hex: $hex");
        }
        return $bytes;
    }

    /** @param array<string, mixed> $entry */
    private static function fromEntry(string $file, array $entry): self
    {
        $text = static fn(string $key): string => is_string($entry[$key] ?? '') ? (string) ($entry[$key] ?? '') : '';
        $options = [];
        foreach (is_array($entry['options'] ?? null) ? $entry['options'] : [] as $option => $limit) {
            $options[(string) $option] = is_int($limit) ? $limit : 0;
        }
        return new self(
            $file,
            $text('name'),
            $text('section'),
            $text('php'),
            $text('diag'),
            $text('hex'),
            $text('canonical'),
            $text('error'),
            is_int($entry['offset'] ?? null) ? $entry['offset'] : -1,
            $options,
            ($entry['example'] ?? false) === true,
        );
    }
}
