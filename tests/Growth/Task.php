<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use InvalidArgumentException;

/** A value in some sizes, and what is done with each. */
final readonly class Task
{
    /** The sizes of the whole series. */
    public const SERIES = [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000];

    /** Of the short form. */
    public const SHORT = [1000, 2000, 4000, 8000, 16_000];

    /** The sizes with which pairs are measured first. */
    public const FEW = [1000, 8000];

    /** The counted operations, in this order. The first encode starts with empty caches, the second one fills them, the third one uses them; so do decodes. */
    public const OPERATIONS = [
        'lyo_serialize' => ['encode', 'encode again', 'encode a third time'],
        'lyo_unserialize' => ['decode', 'decode again', 'decode a third time'],
        'igbinary_serialize' => ['igbinary encode'],
        'igbinary_unserialize' => ['igbinary decode'],
    ];

    /**
     * @param list<string> $names of constructs
     * @param bool $mixed  their parts take turns
     * @param list<int> $sizes
     */
    public function __construct(public array $names, public bool $mixed, public array $sizes) {}

    /**
     * @param list<int> $sizes
     * @return list<int> the last ones, and two more
     */
    public static function further(array $sizes): array
    {
        $last = $sizes[count($sizes) - 1] ?? 1000;

        return [...array_slice($sizes, -3), 2 * $last, 4 * $last];
    }

    public function name(): string
    {
        return implode($this->mixed ? ' in turns with ' : ', then ', $this->names);
    }

    /** @param list<int> $sizes */
    public function in(array $sizes): self
    {
        return new self($this->names, $this->mixed, $sizes);
    }

    /** How many counts it gives. */
    public function count(): int
    {
        return count($this->sizes) * count(array_merge(...array_values(self::OPERATIONS)));
    }

    public function json(): string
    {
        return json_encode(get_object_vars($this), JSON_THROW_ON_ERROR);
    }

    public static function of(string $json): self
    {
        $given = json_decode($json, true, 4, JSON_THROW_ON_ERROR);
        if (!is_array($given) || !is_array($given['names'] ?? null) || !is_array($given['sizes'] ?? null)) {
            throw new InvalidArgumentException('this is no task');
        }

        return new self(
            array_values(array_filter($given['names'], is_string(...))),
            ($given['mixed'] ?? null) === true,
            array_values(array_filter($given['sizes'], is_int(...))),
        );
    }
}
