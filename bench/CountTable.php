<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use RuntimeException;

/** Instructions of each value and operation, with what they depend on: a file of tab-separated lines. */
final readonly class CountTable
{
    /** Columns, as a Measurement names them. */
    public const FIGURES = ['ir encode', 'ir built', 'ir decode', 'ir free', 'cold ir decode', 'cold ir free'];

    /**
     * @param array<string, string> $environment
     * @param array<string, array{hash: string, counts: array<string, int>}> $values by name
     */
    public function __construct(public array $environment, public array $values) {}

    public static function read(string $file): self
    {
        $environment = $values = $columns = [];
        foreach (file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) ?: throw new RuntimeException('cannot read ' . $file) as $number => $line) {
            if (str_starts_with($line, '# ')) {
                [$what, $is] = explode(': ', substr($line, 2), 2) + ['', ''];
                $environment[$what] = $is;
                continue;
            }
            $cells = explode("\t", $line);
            if ($columns === []) {
                $columns = array_slice($cells, 2);
            } elseif (count($cells) === count($columns) + 2) {
                $values[$cells[0]] = ['hash' => $cells[1], 'counts' => array_map(intval(...), array_combine($columns, array_slice($cells, 2)))];
            } else {
                throw new RuntimeException($file . ', line ' . ($number + 1) . ': ' . (count($columns) + 2) . ' cells are expected');
            }
        }

        return new self($environment, $values);
    }

    public function write(string $file): void
    {
        $lines = [];
        foreach ($this->environment as $what => $is) {
            $lines[] = "# $what: $is";
        }
        $lines[] = implode("\t", ['value', 'hash', ...self::FIGURES]);
        foreach ($this->values as $name => $value) {
            $lines[] = implode("\t", [$name, $value['hash'], ...array_map(static fn(string $figure): string => (string) ($value['counts'][$figure] ?? 0), self::FIGURES)]);
        }
        if (file_put_contents($file, implode("\n", $lines) . "\n") === false) {
            throw new RuntimeException('cannot write ' . $file);
        }
    }

    /**
     * Returns true if another patch release of PHP is all that differs: counts of 8.2.32 were 0.998 of those of 8.2.36, none
     * more than 1.5 % dearer.
     *
     * @param array<string, string> $environment
     */
    public function isComparable(array $environment): bool
    {
        $withoutPatch = static function (array $environment): array {
            $php = $environment['php'] ?? '';

            return array_replace($environment, ['php' => is_string($php) ? preg_replace('/^(\d+\.\d+)\.\d+/', '$1', $php) : '']);
        };

        return $withoutPatch($this->environment) === $withoutPatch($environment);
    }
}
