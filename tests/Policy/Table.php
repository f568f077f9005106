<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Policy;

use Closure;
use Ran;
use Throwable;

use function array_keys;
use function array_map;
use function implode;
use function in_array;
use function is_array;
use function print_r;
use function rtrim;
use function sprintf;
use function str_contains;

/** What comes of each kind of value by each way in. Prints one row for each way. */
final class Table
{
    public int $tried = 0;
    public int $failed = 0;

    /** @var array<string, true> packages that this PHP lacks */
    public array $missing = [];

    public static function head(): void
    {
        self::line('class policy: way in', array_keys(Kinds::EXPECTED));
    }

    /**
     * @param 'lyo'|'igbinary'|'native' $format
     * @param Closure(string, string): mixed $read gets bytes and the kind; gives ['k' => the value], or nothing that has a 'k' where it was refused
     * @param array<string, string> $other what comes of a kind by this way, if it is not what Kinds::EXPECTED has
     */
    public function row(string $way, string $format, Closure $read, array $other = []): void
    {
        $cells = [];
        foreach (Kinds::all() as $kind => $bytes) {
            $package = Kinds::missing($kind);
            if ($package !== null) {
                $this->missing[$package] = true;
                $cells[] = "no $package";
                continue;
            }
            $outcome = self::outcome(static fn(): mixed => $read($bytes[$format], $kind));
            $this->tried++;
            if ($outcome !== ($other[$kind] ?? Kinds::EXPECTED[$kind])) {
                $this->failed++;
                $outcome = "WRONG: $outcome";
            }
            $cells[] = $outcome;
        }
        self::line($way, $cells);
    }

    /** @param Closure(): mixed $read */
    private static function outcome(Closure $read): string
    {
        Ran::forget();
        try {
            $value = $read();
        } catch (Throwable) {
            $value = null;
        }
        if (in_array('Gadget', Ran::$names, true)) {
            return 'its hook ran';
        }
        if (in_array('Absent', Ran::$names, true)) {
            return 'loaded';
        }
        if ($value === 'not written') {
            return $value;
        }
        $text = print_r($value, true);

        return match (true) {
            !is_array($value) || !isset($value['k']) => 'refused',
            str_contains($text, 'Gadget Object') => 'made',
            str_contains($text, '__PHP_Incomplete_Class Object') => 'incomplete',
            default => 'something else',
        };
    }

    /** @param list<string> $cells */
    private static function line(string $way, array $cells): void
    {
        echo rtrim(sprintf('%-44s', $way) . implode('', array_map(static fn(string $cell): string => sprintf('%-13s', $cell), $cells))), "\n";
    }
}
