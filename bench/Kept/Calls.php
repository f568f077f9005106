<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Kept;

use Lyo\Bench\Source;
use RuntimeException;

/** Decodes of one application's values, counted by callgrind: with kept values what a hit takes and the reading that keeps, without them a decode and igbinary's. */
final readonly class Calls
{
    /** What a call of each kind is named in callgrind's dumps. */
    public const DECODE = 'decode';
    public const IGBINARY = 'igbinary';
    public const KEEP = 'keep';
    public const AGAIN = 'again';

    /** Readings of a payload until the next one may keep it. */
    private const READINGS = 3;

    /** Bytes of payloads that must be read for each byte that is kept. Half as much again, so that credit is never short. */
    private const PRICE = 36;

    public function __construct(private Source $source, private string $application, private string $filter) {}

    /** Prints a line of JSON for each value. Its counts are in callgrind's files. */
    public function run(bool $keeps): void
    {
        $fuel = lyo_serialize(array_map(static fn(int $i): string => "$i of the payload that earns credit", range(1, 2000)));
        for ($i = 0; $keeps && self::status()['entries'] === 0; $i++) {
            lyo_unserialize($fuel);
            $i < 1000 || throw new RuntimeException('nothing is kept');
        }
        foreach ($this->source->texts($this->application, fn(string $name): bool => preg_match("~$this->filter~", $name) === 1) as $name => $text) {
            $value = unserialize($text);
            $line = ['name' => $name, 'bytes' => strlen($bytes = lyo_serialize($value))];
            $line += $keeps ? $this->kept($name, $bytes, $fuel) : $this->decoded($name, $bytes, $value);
            if (serialize(lyo_unserialize($bytes)) !== serialize(unserialize($text))) {
                throw new RuntimeException("$name came back as another value");
            }
            echo json_encode($line, JSON_THROW_ON_ERROR), "\n";
            unset($value);
            gc_collect_cycles();
        }
    }

    /** @return array<string, int> */
    private function decoded(string $name, string $bytes, mixed $value): array
    {
        $igbinary = igbinary_serialize($value);
        self::count('lyo_unserialize', $bytes, $name, self::DECODE);
        self::count('igbinary_unserialize', $igbinary, $name, self::IGBINARY);
        return ['memory' => self::memory('lyo_unserialize', $bytes), 'memory of igbinary' => self::memory('igbinary_unserialize', (string) $igbinary)];
    }

    /** @return array<string, int> */
    private function kept(string $name, string $bytes, string $fuel): array
    {
        $before = self::status();
        for ($i = 0; $i < self::READINGS; $i++) {
            lyo_unserialize($bytes);
        }
        for ($earned = 0; $earned < self::PRICE * strlen($bytes); $earned += strlen($fuel)) {
            lyo_unserialize($fuel);
        }
        lyo_bench_count('lyo_unserialize', [$bytes], "$name|" . self::KEEP . '|') || throw new RuntimeException('nothing counts: lyo_bench.so must be built where valgrind\'s headers are');
        $status = self::status();
        self::count('lyo_unserialize', $bytes, $name, self::AGAIN);
        return ['kept' => self::status()['hits'] - $status['hits'], 'kept bytes' => $status['bytes'] - $before['bytes'], 'memory' => self::memory('lyo_unserialize', $bytes)];
    }

    private static function count(string $function, mixed $bytes, string $name, string $kind): void
    {
        lyo_bench_time($function, [$bytes], 3);
        gc_collect_cycles();
        lyo_bench_count($function, [$bytes], "$name|$kind|") || throw new RuntimeException('nothing counts: lyo_bench.so must be built where valgrind\'s headers are');
    }

    private static function memory(string $function, string $bytes): int
    {
        return lyo_bench_memory($function, [$bytes])['result'];
    }

    /** @return array{entries: int, bytes: int, hits: int} */
    private static function status(): array
    {
        $values = lyo_status()['process']['values'] ?? null;
        return is_array($values) && is_int($values['entries'] ?? null) && is_int($values['bytes'] ?? null) && is_int($values['hits'] ?? null)
            ? ['entries' => $values['entries'], 'bytes' => $values['bytes'], 'hits' => $values['hits']]
            : throw new RuntimeException('lyo_status() does not tell what is kept');
    }
}
