<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Generator;
use Lyo\Tools\Store\Item;
use Random\Randomizer;
use RuntimeException;

use function array_filter;
use function count;
use function fopen;
use function fseek;
use function ftell;
use function fwrite;
use function max;
use function round;
use function stream_get_contents;
use function strlen;
use function substr;

use const SEEK_END;

/**
 * A random sample of the values of a source. Each value has the same probability to be in the sample, and the number of values need not be known
 * (reservoir sampling). The data are in a temporary file, so only one value at a time and the names are in memory.
 */
final class Sample
{
    /** Size in bytes above which values are only counted: decoded, they take ten times as much memory or more. */
    public const LONGEST = 16 << 20;
    /** Longest name in bytes; longer ones are cut. */
    private const NAME = 120;

    /** Number of values that the source had. */
    public int $met = 0;
    /** Sum of the known sizes, and number of values whose size is known. */
    private int $bytes = 0;
    private int $sized = 0;
    /** @var array<int, array{string, int, int}|null> name, offset in the file, length; null for a value that is too long */
    private array $kept = [];
    /** @var resource */
    private $file;

    /** @param positive-int $most largest number of values in the sample */
    public function __construct(private readonly int $most, private readonly Randomizer $random)
    {
        $file = fopen('php://temp/maxmemory:1048576', 'w+b');
        $this->file = $file !== false ? $file : throw new RuntimeException('no temporary file can be made');
    }

    /** Takes the next value of the source. It is read only if it becomes part of the sample. */
    public function add(Item $item): void
    {
        $place = count($this->kept) < $this->most ? count($this->kept) : $this->random->getInt(0, $this->met);
        if ($place < $this->most) {
            $data = $item->read()?->data;
            if ($data === null) {
                return;
            }
            $this->count(strlen($data));
            $this->keep($place, $item->key, $data);
        } elseif ($item->bytes !== null) {
            $this->count($item->bytes);
        }
        $this->met++;
    }

    /** Returns the size of all values of the source in bytes. If it is not known for all of them, it is estimated from the others. */
    public function bytes(): int
    {
        return $this->isExact() ? $this->bytes : (int) round($this->bytes / max($this->sized, 1) * $this->met);
    }

    /** Tells whether the size of each value is known. */
    public function isExact(): bool
    {
        return $this->sized === $this->met;
    }

    /** @return Generator<string, string> data by name; several values can have the same name */
    public function values(): Generator
    {
        foreach (array_filter($this->kept) as [$name, $at, $length]) {
            fseek($this->file, $at);
            yield $name => (string) stream_get_contents($this->file, $length);
        }
    }

    /** Tells whether the sample contains all values of the source. */
    public function isWhole(): bool
    {
        return $this->met === count($this->kept);
    }

    /** Returns the number of values in the sample that are longer than LONGEST. */
    public function tooLong(): int
    {
        return count($this->kept) - count(array_filter($this->kept));
    }

    private function count(int $bytes): void
    {
        $this->sized++;
        $this->bytes += $bytes;
    }

    private function keep(int $place, string $name, string $data): void
    {
        if (strlen($data) > self::LONGEST) {
            $this->kept[$place] = null;
            return;
        }
        fseek($this->file, 0, SEEK_END);
        $at = ftell($this->file);
        if ($at === false || fwrite($this->file, $data) !== strlen($data)) {
            throw new RuntimeException('the temporary file cannot be written');
        }
        $this->kept[$place] = [strlen($name) > self::NAME ? substr($name, 0, self::NAME) . '…' : $name, $at, strlen($data)];
    }
}
