<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Support;

use InvalidArgumentException;

/** "--name=value" and "--name" of a command line; a name that nobody knows is an error. */
final readonly class Arguments
{
    /** @param array<string, string> $values */
    private function __construct(private array $values) {}

    /**
     * @param list<string> $arguments
     * @param list<string> $known
     */
    public static function parse(array $arguments, array $known): self
    {
        $values = [];
        foreach ($arguments as $argument) {
            if (preg_match('/^--([a-z-]+)(?:=(.*))?$/s', $argument, $match) !== 1 || !in_array($match[1], $known, true)) {
                throw new InvalidArgumentException('unknown argument ' . $argument . '; known: --' . implode(', --', $known));
            }
            $values[$match[1]] = $match[2] ?? '';
        }

        return new self($values);
    }

    public function has(string $name): bool
    {
        return isset($this->values[$name]);
    }

    public function string(string $name, string $default): string
    {
        return $this->values[$name] ?? $default;
    }

    public function int(string $name, int $default): int
    {
        $value = $this->values[$name] ?? (string) $default;
        if (preg_match('/^-?\d+$/', $value) !== 1) {
            throw new InvalidArgumentException('--' . $name . ' takes a number');
        }

        return (int) $value;
    }
}
