<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use LogicException;
use UnexpectedValueException;

/**
 * One entry of spec/vectors. What a kind does not have is empty: valid ones have php, diag and hex; readable ones php,
 * diag, hex and canonical; invalid ones hex, error, offset and perhaps options. Those of envelopes may have options, too.
 */
final class Vector
{
    public const FOLDER = __DIR__ . '/../../spec/vectors';

    /** Kinds of payloads alone, and of those in envelopes. */
    public const KINDS = ['valid' => 'envelope/valid', 'readable' => 'envelope/readable', 'invalid' => 'envelope/invalid'];

    /**
     * @param array<string, mixed> $options to read with
     * @param array<string, mixed> $write options to write with
     */
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
        /** Whether an appendix of the specification shows it. */
        public readonly bool $example,
        public readonly array $write,
        /** lyo-dump, which has neither keys nor compression, has a say. */
        public readonly bool $dumps,
        /** A compression without which it cannot be read. */
        public readonly string $needs,
    ) {}

    /** @return list<self> */
    public static function all(string $kind): array
    {
        $vectors = [];
        foreach (self::files($kind) as $file) {
            foreach (self::read($file) as $entry) {
                $vectors[] = self::fromEntry(str_contains($kind, '/') ? 'envelope' : basename($file, '.json'), $entry);
            }
        }
        return $vectors;
    }

    /** @return list<string> */
    public static function files(string $kind): array
    {
        if (is_file(self::FOLDER . "/$kind.json")) {
            return [self::FOLDER . "/$kind.json"];
        }
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
        $options = static function (string $key) use ($entry): array {
            $named = [];
            foreach (is_array($entry[$key] ?? null) ? $entry[$key] : [] as $option => $value) {
                $named[(string) $option] = $value;
            }
            return $named;
        };
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
            $options('options'),
            ($entry['example'] ?? false) === true,
            $options('write'),
            ($entry['dump'] ?? true) === true,
            $text('needs'),
        );
    }
}
