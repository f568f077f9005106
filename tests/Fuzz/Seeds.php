<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fuzz;

use Lyo\Tests\Differential\Generator\Families;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Throwable;

/** What is mutated: payloads of generated values of every family, those that log their hooks and destructors among them, and the vectors of the specification. */
final class Seeds
{
    private const PER_FAMILY = 25;

    private const LARGEST = 600;

    private const FAMILIES = ['array', 'rows', 'object', 'state', 'sleep', 'legacy', 'references', 'internal', 'mischief', 'changing', 'incomplete', 'hostile', 'swapped', 'strings', 'nested'];

    /** @return list<string> distinct payloads, always the same ones */
    public static function all(): array
    {
        $seeds = [];
        foreach (array_intersect(array_keys(Families::weights()), self::FAMILIES) as $family) {
            $maker = new TrialMaker(11, 25, $family);
            for ($i = $taken = 0; $taken < self::PER_FAMILY && $i < 20 * self::PER_FAMILY; $i++) {
                try {
                    $bytes = lyo_serialize($maker->make($i, 'N0000000')->value);
                } catch (Throwable) {
                    continue; // some values refuse, some hooks throw
                }
                if (strlen($bytes) <= self::LARGEST && !isset($seeds[$bytes])) {
                    $seeds[$bytes] = true;
                    $taken++;
                }
            }
        }
        foreach (self::vectors() as $bytes) {
            $seeds[$bytes] = true;
        }

        return array_map(strval(...), array_keys($seeds));
    }

    /** @return list<string> */
    private static function vectors(): array
    {
        $payloads = [];
        foreach (glob(dirname(__DIR__, 2) . '/spec/vectors/*/*.json') ?: [] as $file) {
            $vectors = (array) json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
            array_walk_recursive($vectors, static function (mixed $value, int|string $key) use (&$payloads): void {
                $hex = $key === 'hex' && is_string($value) ? (string) preg_replace('/;[^\n]*|\s+/', '', $value) : '';
                $bytes = preg_match('/^(?:[0-9a-f]{2}){1,600}$/i', $hex) === 1 ? hex2bin($hex) : false;
                if ($bytes !== false) {
                    $payloads[] = $bytes;
                }
            });
        }

        return $payloads;
    }
}
