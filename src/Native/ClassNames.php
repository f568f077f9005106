<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Stream\Sink;
use Lyo\Wire\Limit;

use function array_keys;
use function array_map;
use function strval;

/**
 * The classes that serialize() text names, in order of first appearance.
 *
 * @internal
 */
final class ClassNames implements Sink
{
    /** @var array<string, true> */
    private array $names = [];

    /**
     * @return list<string>
     *
     * @throws LyoException
     */
    public static function of(string $text): array
    {
        $names = new self();
        Reader::read($text, $names, Limit::DEPTH);
        return array_map(strval(...), array_keys($names->names));
    }

    public function null(): void {}

    public function bool(bool $value): void {}

    public function int(int $value): void {}

    public function float(float $value): void {}

    public function string(string $value): void {}

    public function beginArray(int $count): void {}

    public function beginObject(string $class, int $count): void
    {
        $this->names[$class] = true;
    }

    public function key(int|string $key): void {}

    public function end(int $count): void {}

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->names[$class] = true;
    }

    public function enumCase(string $class, string $case): void
    {
        $this->names[$class] = true;
    }

    public function sameObject(int $slot): void {}

    public function sameSlot(int $slot): void {}
}
