<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Policy;

use function array_unique;
use function array_values;
use function implode;
use function in_array;
use function preg_split;
use function sort;
use function strtolower;

/** The expected result of a class policy for the four objects. */
final class Expected
{
    public const POLICIES = ['*', 'Harmless', '', 'Gadget', 'OLD', "state,\tOLD", 'Absent gadget', 'Gadget,State,Old,Absent'];

    /**
     * Classes that the objects have, and what has run: hooks, and autoloaders for the one that is declared nowhere. In igbinary's format the payload of a
     * Serializable class that is refused is refused with all around it.
     */
    public static function of(string $policy, bool $igbinary): string
    {
        $allowed = preg_split('/[, \t]+/', strtolower($policy), -1, PREG_SPLIT_NO_EMPTY);
        $made = $ran = [];
        foreach (['Gadget', 'State', 'Old', 'Absent'] as $class) {
            $may = $policy === '*' || in_array(strtolower($class), $allowed === false ? [] : $allowed, true);
            $made[] = $may && $class !== 'Absent' ? $class : '__PHP_Incomplete_Class';
            if ($may) {
                $ran[] = $class;
            }
        }
        return $igbinary && $made[2] !== 'Old' ? self::text([], []) : self::text($made, $ran);
    }

    /**
     * @param list<string> $made
     * @param list<string> $ran
     */
    public static function text(array $made, array $ran): string
    {
        sort($ran);
        return implode(' ', $made) . '; ran: ' . implode(' ', array_values(array_unique($ran)));
    }
}
