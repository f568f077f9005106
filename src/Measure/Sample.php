<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

use Generator;
use Lyo\Store\Item;
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
 * So many values of a source, each as likely as the others to be among them, whatever their number is. They are kept in a
 * temporary file: memory is that of one value and of the names.
 */
final class Sample
{
    /** Longer values are counted and left out: a decoded value takes ten times its bytes, and more. */
    public const LONGEST = 16 << 20;
    private const NAME = 120;

    /** Values that were met. */
    public int $met = 0;
    /** Bytes of those whose size was told, and how many they are. */
    private int $bytes = 0;
    private int $sized = 0;
    /** @var array<int, array{string, int, int}|null> name, place in the file, length; null for one that is too long */
    private array $kept = [];
    /** @var resource */
    private $file;

    /** @param positive-int $most */
    public function __construct(private readonly int $most, private readonly Randomizer $random)
    {
        $file = fopen('php://temp/maxmemory:1048576', 'w+b');
        $this->file = $file !== false ? $file : throw new RuntimeException('no temporary file can be made');
    }

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

    /** Bytes of all values that were met: as the source tells, or by those that were read. */
    public function bytes(): int
    {
        return $this->isExact() ? $this->bytes : (int) round($this->bytes / max($this->sized, 1) * $this->met);
    }

    /** The source told the size of each value. */
    public function isExact(): bool
    {
        return $this->sized === $this->met;
    }

    /** @return Generator<string, string> data by name; two may have one name */
    public function values(): Generator
    {
        foreach (array_filter($this->kept) as [$name, $at, $length]) {
            fseek($this->file, $at);
            yield $name => (string) stream_get_contents($this->file, $length);
        }
    }

    /** All values are part of it. */
    public function isWhole(): bool
    {
        return $this->met === count($this->kept);
    }

    /** Values of the sample that are longer than LONGEST. */
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
