<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Codec;

/** All values of an application, decoded and kept together, as a page keeps what it has read. */
final readonly class Held
{
    /**
     * @param list<Subject> $subjects
     * @param list<Codec> $codecs
     */
    public function __construct(private string $application, private array $subjects, private array $codecs) {}

    /** @return array<string, mixed> what a Measurement is made of: "memory" and "built memory" of the list of all values */
    public function result(): array
    {
        $every = array_filter($this->subjects, fn(Subject $subject): bool => count($subject->bytes) === count($this->codecs));
        $codecs = [];
        foreach ($this->codecs as $codec) {
            $codecs[$codec->name] = [
                'memory' => self::memory($codec, array_map(static fn(Subject $subject): string => $subject->bytes[$codec->name], $every)),
                'built memory' => self::memory($codec, array_map(static fn(Subject $subject): string => $subject->built($codec), $every)),
            ];
        }

        return ['name' => $this->application, 'census' => ['values' => count($every)], 'codecs' => $codecs];
    }

    /** @param array<string> $stored */
    private static function memory(Codec $codec, array $stored): int
    {
        $arguments = [$codec->decode, array_values($stored), ...array_map(static fn(mixed $argument): array => array_fill(0, count($stored), $argument), $codec->decodeArguments)];
        lyo_bench_memory('array_map', $arguments); // fills the caches
        $memory = lyo_bench_memory('array_map', $arguments)['result'];
        gc_collect_cycles();

        return $memory;
    }
}
