<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Generator;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Item;
use Lyo\Tools\Store\Text;
use Random\Randomizer;
use RuntimeException;

use function array_filter;
use function array_sum;
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
    /** @var array<int, array{string, int, int, Algorithm|null, Text}|null> name, offset in the file, length, compression of the client, what its place can hold; null for a value that is too long */
    private array $kept = [];
    /** @var list<int> class of sizes of each value, if they were chosen by size */
    private array $classes = [];
    /** @var array<int, int> number of values of the source in each class of sizes; empty if all have the same chance */
    public array $population = [];
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
            $entry = $item->read();
            if ($entry === null) {
                return;
            }
            $this->count(strlen($entry->data));
            $this->keep($place, $entry);
        } elseif ($item->bytes !== null) {
            $this->count($item->bytes);
        }
        $this->met++;
    }

    /**
     * Takes the values of a source that were chosen by their size.
     *
     * @param array<int, int> $population number of values in each class of sizes
     * @param array<int, list<Item>> $chosen the values of each class that are in the sample
     */
    public function addClasses(array $population, array $chosen, int $bytes): void
    {
        $this->population = $population;
        foreach ($chosen as $class => $items) {
            foreach ($items as $item) {
                $entry = $item->read();
                if ($entry !== null) {
                    $this->classes[] = $class;
                    $this->keep(count($this->kept), $entry);
                }
            }
        }
        $this->met = $this->sized = (int) array_sum($population);
        $this->bytes = $bytes;
    }

    /** Returns the class of sizes of each value that entries() returns. */
    public function classOf(int $index): int
    {
        return $this->classes[$index] ?? 0;
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

    /** @return Generator<int, Entry> with their name as their key; the index is the argument for classOf() */
    public function entries(): Generator
    {
        foreach (array_filter($this->kept) as $index => [$name, $at, $length, $packed, $text]) {
            fseek($this->file, $at);
            yield $index => new Entry($name, (string) stream_get_contents($this->file, $length), text: $text, packed: $packed);
        }
    }

    /** Tells whether the sample contains all values of the source. */
    public function isWhole(): bool
    {
        return $this->met === count($this->kept);
    }

    /** Returns the number of values in the sample that can be measured. */
    public function size(): int
    {
        return count(array_filter($this->kept));
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

    private function keep(int $place, Entry $entry): void
    {
        [$name, $data] = [$entry->key, $entry->data];
        if (strlen($data) > self::LONGEST) {
            $this->kept[$place] = null;
            return;
        }
        fseek($this->file, 0, SEEK_END);
        $at = ftell($this->file);
        if ($at === false || fwrite($this->file, $data) !== strlen($data)) {
            throw new RuntimeException('the temporary file cannot be written');
        }
        $this->kept[$place] = [strlen($name) > self::NAME ? substr($name, 0, self::NAME) . '…' : $name, $at, strlen($data), $entry->packed, $entry->text];
    }
}
