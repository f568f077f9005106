<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Stat;

use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Native\Reader;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Envelope;
use Lyo\Tools\Store\Item;
use Lyo\Wire\Limit;

use function array_fill_keys;
use function array_keys;
use function array_slice;
use function count;
use function preg_match;
use function rawurldecode;
use function strlen;
use function usort;

/** Finds out what fills a store. It reads one item after the other, and keeps only sums and the heaviest entries in memory. */
final class Survey
{
    /** Upper limits of the classes of sizes, in bytes. */
    public const SIZES = [64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20];
    /** Upper limits of the classes of times to live, in seconds. */
    public const LIVES = ['a minute' => 60, 'an hour' => 3600, 'a day' => 86400, 'a week' => 604800, '30 days' => 2592000];

    public int $values = 0;
    public int $bytes = 0;
    /** @var array<string, array{int, int}> number of values and bytes, by format with its layers */
    public array $formats = [];
    /** @var array<int, array{int, int}> number of values and bytes, by index in SIZES; count(SIZES) is for larger values */
    public array $sizes = [];
    /** @var array<string, int> number of values by time to live, in the order of time */
    public array $lives;
    /** @var list<array{string, int}> keys and sizes of the largest values, the largest first */
    public array $largest = [];
    public readonly Frequent $patterns;
    public readonly Contents $contents;

    /** @param positive-int $most number of the largest values to keep */
    public function __construct(private readonly int $most = 10)
    {
        $this->lives = array_fill_keys([...array_keys(self::LIVES), 'longer', 'for ever'], 0);
        $this->patterns = new Frequent(2000);
        $this->contents = new Contents();
    }

    public function add(Item $item): void
    {
        $entry = $item->read();
        if ($entry === null) {
            return; // deleted since it was listed
        }
        $bytes = strlen($entry->data);
        $key = self::key($entry);
        $this->values++;
        $this->bytes += $bytes;
        $this->patterns->add(Pattern::of($key), $bytes);
        self::count($this->formats, $this->read($entry), $bytes);
        $size = 0;
        while ($size < count(self::SIZES) && $bytes > self::SIZES[$size]) {
            $size++;
        }
        self::count($this->sizes, $size, $bytes);
        $this->lives[self::life($entry->milliseconds)]++;
        $this->keepLargest($key, $bytes);
    }

    /** Returns the key of an entry. Files of Symfony's cache have it in their head. */
    private static function key(Entry $entry): string
    {
        return preg_match('/\A\d{1,20}\n([^\n]{1,4000})\n/', $entry->data, $match) === 1 ? rawurldecode($match[1]) : $entry->key;
    }

    /** Counts the contents of a value, and returns its format. */
    private function read(Entry $entry): string
    {
        try {
            $envelope = Envelope::of($entry);
            Reader::read($envelope->native(), $this->contents, Limit::DEPTH);

            return $envelope->path();
        } catch (UnavailableException $e) {
            return $e->getMessage();
        } catch (UnknownFormatException) {
            return 'unknown';
        } catch (LyoException) {
            return isset($envelope) ? "{$envelope->path()}, damaged" : 'damaged';
        }
    }

    private static function life(?int $milliseconds): string
    {
        if ($milliseconds === null) {
            return 'for ever';
        }
        foreach (self::LIVES as $name => $seconds) {
            if ($milliseconds <= 1000 * $seconds) {
                return $name;
            }
        }

        return 'longer';
    }

    private function keepLargest(string $key, int $bytes): void
    {
        if (count($this->largest) < $this->most || $bytes > $this->largest[$this->most - 1][1]) {
            $this->largest[] = [$key, $bytes];
            usort($this->largest, static fn(array $a, array $b): int => $b[1] <=> $a[1]);
            $this->largest = array_slice($this->largest, 0, $this->most);
        }
    }

    /**
     * Adds a value of $bytes bytes to $counts[$of].
     *
     * @template K of array-key
     *
     * @param array<K, array{int, int}> $counts
     * @param K $of
     */
    private static function count(array &$counts, int|string $of, int $bytes): void
    {
        [$values, $sum] = $counts[$of] ?? [0, 0];
        $counts[$of] = [$values + 1, $sum + $bytes];
    }
}
