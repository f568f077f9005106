<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use function array_keys;
use function array_map;
use function array_sum;
use function count;
use function hrtime;
use function min;
use function shuffle;

/** How long it takes to put values into a store and to get them, by the clock: encoding, the way, decoding. */
final class Uses
{
    /**
     * All forms take turns in each round, in another order each time. A time is that of the fastest
     * round, because whatever else this machine does can only make it longer.
     *
     * @param list<mixed> $values
     * @param array<string, list<Form>> $forms by name; a list has one form for all values, or two that they take in turn
     *
     * @return array<string, list<array{float, float}>> by name and value: microseconds to put and to get
     */
    public static function measure(Path $path, array $values, array $forms, int $rounds): array
    {
        $puts = $gets = [];
        $names = array_keys($forms);
        for ($round = 0; $round < $rounds; $round++) {
            shuffle($names);
            foreach ($names as $name) {
                foreach ($values as $number => $value) {
                    $form = $forms[$name][$number % count($forms[$name])];
                    [$put, $get] = self::once($path, $form, $value);
                    $puts[$name][$number] = min($put, $puts[$name][$number] ?? INF);
                    $gets[$name][$number] = min($get, $gets[$name][$number] ?? INF);
                }
            }
        }
        $all = [];
        foreach ($forms as $name => $_) {
            foreach (array_keys($values) as $number) {
                $all[$name][] = [$puts[$name][$number], $gets[$name][$number]];
            }
        }

        return $all;
    }

    /**
     * The mean time of an operation, as lyo advise means it.
     *
     * @param list<array{float, float}> $times
     */
    public static function mean(array $times, int $reads): float
    {
        return array_sum(array_map(static fn(array $one): float => ($one[0] + $reads * $one[1]) / ($reads + 1), $times)) / count($times);
    }

    /** @return array{float, float} */
    private static function once(Path $path, Form $form, mixed $value): array
    {
        $began = (int) hrtime(true);
        $path->put(($form->write)($value));
        $between = (int) hrtime(true);
        $back = ($form->read)($path->get());
        unset($back); // to free it is a part of the time
        $end = (int) hrtime(true);

        return [($between - $began) / 1e3, ($end - $between) / 1e3];
    }
}
