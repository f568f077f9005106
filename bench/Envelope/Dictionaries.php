<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Envelope;

use function array_merge;
use function array_values;
use function number_format;
use function sprintf;

/**
 * Dictionaries for small values. The values of each application go alternately into two halves, in the order of the manifest. A
 * dictionary is trained with each half and measured with the other half. A value that occurs twice is used once, so that no value is
 * measured with a dictionary that was trained with it.
 */
final class Dictionaries
{
    /** A value with this many bytes of serialize() text or more is not small. */
    private const SMALL = 2048;
    /** Fewest values of an application, two for each half. */
    private const LEAST = 4;
    private const ALL = 'below 2 kB';

    /** @var array<string, list<array{mixed, int}>> value, bytes of its serialize() text; by application */
    private array $values = [];
    /** @var array<string, Form> */
    private array $plain = [];

    public function __construct(Values $values, private readonly int $rounds)
    {
        foreach (Forms::all(0) as $form) {
            if ($form->compressor === 'none') {
                $this->plain[$form->codec] = $form;
            }
        }
        $met = [];
        foreach ($values->all() as [$value, $native, $application]) {
            $bytes = $this->plain['lyo']->encode($value);
            if ($native < self::SMALL && !isset($met[$bytes])) {
                $met[$bytes] = true;
                $this->values[$application][] = [$value, $native];
            }
        }
        $this->values = array_filter($this->values, static fn(array $all): bool => count($all) >= self::LEAST);
    }

    public function text(): string
    {
        $apart = new Sums([], $this->rounds);
        foreach ($this->values as $application => $all) {
            $this->measure($apart, $all, [self::ALL, $application]);
        }
        $mixed = new Sums([], 0);
        $everything = array_merge(...array_values($this->values));
        $this->measure($mixed, $everything, [self::ALL]);

        $rows = [];
        foreach ([...array_keys($this->values), self::ALL] as $class) {
            $rows[] = self::row($class === self::ALL ? 'all of them' : $class, $apart, $class, $this->seen($class === self::ALL ? $this->values : [$this->values[$class]]));
        }
        $rows[] = self::row('one dictionary', $mixed, self::ALL, $this->seen([$everything]));
        $head = ['values below 2 kB', 'number', 'igbinary', 'lyo', 'with a dictionary', 'times smaller than igbinary', 'seen'];
        $sum = $apart->sums[self::ALL];

        return Table::ofClass($apart, self::ALL) . "\n" . Table::markdown($head, $rows) . "\n" . wordwrap(sprintf(
            "With a dictionary for each application lyo is %.2f times smaller than plain igbinary, and %.2f times smaller than igbinary with zlib 1; with one for all of them %.2f times smaller than plain igbinary.",
            $sum['none']['igbinary'][0] / $sum[Forms::DICTIONARY]['lyo'][0],
            $sum['zlib 1']['igbinary'][0] / $sum[Forms::DICTIONARY]['lyo'][0],
            $mixed->sums[self::ALL]['none']['igbinary'][0] / $mixed->sums[self::ALL][Forms::DICTIONARY]['lyo'][0],
        ), 118) . "\n";
    }

    /** @return list<string> */
    private static function row(string $title, Sums $sums, string $class, int $seen): array
    {
        $sum = $sums->sums[$class];
        $igbinary = $sum['none']['igbinary'][0];
        $bytes = $sum[Forms::DICTIONARY]['lyo'][0];

        return [$title, (string) $sums->values[$class], number_format($igbinary), number_format($sum['none']['lyo'][0]), number_format($bytes), sprintf('%.2f', $igbinary / $bytes), sprintf('%.2f', $igbinary / $seen)];
    }

    /**
     * @param list<array{mixed, int}> $all
     * @param list<string> $classes
     */
    private function measure(Sums $sums, array $all, array $classes): void
    {
        $forms = array_values(array_filter(Forms::all(0), static fn(Form $form): bool => in_array($form->compressor, ['none', 'zlib 1', 'zstd 1'], true)));
        for ($half = 0; $half < 2; $half++) {
            $mine = static fn(int $i): bool => $i % 2 === $half;
            $dictionaries = $this->trained(array_filter($all, $mine, ARRAY_FILTER_USE_KEY));
            foreach ($all as $i => [$value, $native]) {
                if (!$mine($i)) {
                    $sums->add($value, $native, $classes, [...$forms, ...Forms::withDictionary($dictionaries, 0)]);
                }
            }
        }
    }

    /**
     * @param array<array{mixed, int}> $values
     *
     * @return array<string, string> by codec
     */
    private function trained(array $values): array
    {
        return array_map(static fn(Form $form): string => lyo_train_dictionary(array_map(static fn(array $value): string => $form->encode($value[0]), $values)), $this->plain);
    }

    /**
     * A bound for dictionaries: bytes of all values with a dictionary that was trained on all of them.
     *
     * @param array<list<array{mixed, int}>> $groups each with a dictionary of its own
     */
    private function seen(array $groups): int
    {
        $bytes = 0;
        foreach ($groups as $values) {
            $form = Forms::lyo('zstd', Forms::DICTIONARY_LEVEL, 0, $this->trained($values)['lyo']);
            foreach ($values as [$value]) {
                $bytes += strlen($form->encode($value));
            }
        }

        return $bytes;
    }
}
