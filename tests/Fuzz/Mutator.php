<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fuzz;

use Lyo\Tests\Support\Rng;

/**
 * Inputs by number. An input depends only on the seeds, the seed number and its own number, so each input can be made again.
 *
 * Half of the numbers walk through the systematic mutations (each kind at each offset of each seed) with a stride that
 * reaches every one of them once before any comes again; the others write false lengths, splice seeds, and combine changes.
 */
final class Mutator
{
    /** Changes of one place: prefix, removal, doubling, swap with the next, 8 bit flips, 8 bytes that mean something. */
    private const KINDS = 20;

    private const BYTES = [0x00, 0x01, 0x10, 0x20, 0x7F, 0x80, 0xFE, 0xFF];

    private const NUMBERS = [0, 1, 0x7F, 0x80, 0xF7, 0xF8, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000, PHP_INT_MAX, PHP_INT_MIN, -1, -2];

    private const STRIDE = 1_000_003;

    private readonly int $places;

    /** @var list<int> the number of places before each seed */
    private array $starts = [];

    /** @param non-empty-list<string> $seeds */
    public function __construct(
        private readonly array $seeds,
        private readonly int $seed,
    ) {
        $places = 0;
        foreach ($seeds as $bytes) {
            $this->starts[] = $places;
            $places += strlen($bytes);
        }
        $this->places = $places;
    }

    /** How many systematic mutations there are. */
    public function systematic(): int
    {
        return $this->places * self::KINDS;
    }

    /** @return array{string, string} the stage, the input */
    public function input(int $number): array
    {
        if ($number % 2 === 0) {
            $index = (intdiv($number, 2) * self::STRIDE + $this->seed) % $this->systematic();

            return $this->place(intdiv($index, self::KINDS), $index % self::KINDS);
        }
        $rng = new Rng($this->seed, $number);

        return match ($rng->weighted(['lengths' => 35, 'splice' => 15, 'blocks' => 10, 'wrapped' => 3, 'havoc' => 37])) {
            'lengths' => ['lengths', $this->lieAboutLength($rng, $rng->pick($this->seeds))],
            'splice' => ['splice', $this->splice($rng, $rng->pick($this->seeds))],
            'blocks' => ['blocks', $this->block($rng, $rng->pick($this->seeds))],
            'wrapped' => ['wrapped', $this->wrap($rng, $rng->pick($this->seeds))],
            default => ['havoc', $this->havoc($rng, $rng->pick($this->seeds))],
        };
    }

    /** @return array{string, string} */
    private function place(int $place, int $kind): array
    {
        $low = 0;
        $high = count($this->starts) - 1;
        while ($low < $high) {
            $middle = intdiv($low + $high + 1, 2);
            if ($this->starts[$middle] <= $place) {
                $low = $middle;
            } else {
                $high = $middle - 1;
            }
        }
        $bytes = $this->seeds[$low];
        $at = $place - $this->starts[$low];

        return match (true) {
            $kind === 0 => ['truncation', substr($bytes, 0, $at)],
            $kind === 1 => ['removal', substr_replace($bytes, '', $at, 1)],
            $kind === 2 => ['doubling', substr_replace($bytes, $bytes[$at], $at, 0)],
            $kind === 3 => ['swap', $at + 1 < strlen($bytes) ? substr_replace($bytes, $bytes[$at + 1] . $bytes[$at], $at, 2) : $bytes . "\0"],
            $kind < 12 => ['bit flip', substr_replace($bytes, chr(ord($bytes[$at]) ^ (1 << ($kind - 4))), $at, 1)],
            default => ['byte', substr_replace($bytes, chr(self::BYTES[$kind - 12]), $at, 1)],
        };
    }

    /** Writes a number where one may be: as a single byte, a varlen (also over-long), or a plain integer of 2, 4 or 8 bytes. */
    private function lieAboutLength(Rng $rng, string $bytes): string
    {
        $at = $rng->int(0, max(0, strlen($bytes) - 1));
        $claimed = ord($bytes[$at] ?? "\0");
        $number = $rng->pick([...self::NUMBERS, $claimed - 1, $claimed + 1, strlen($bytes) - $at, strlen($bytes) - $at - 1, strlen($bytes)]);
        $width = $rng->int(1, 8);
        $packed = match ($rng->int(0, 4)) {
            0 => chr($number & 0xFF),
            1 => chr(247 + $width) . substr(pack('P', $number), 0, $width),
            2 => pack('v', $number & 0xFFFF),
            3 => pack('V', $number & 0xFFFFFFFF),
            default => pack('P', $number),
        };

        return substr_replace($bytes, $packed, $at, $rng->chance(50) ? strlen($packed) : 1);
    }

    private function splice(Rng $rng, string $bytes): string
    {
        $other = $rng->pick($this->seeds);
        $from = $rng->int(0, strlen($other));
        $part = substr($other, $from, $rng->int(0, strlen($other) - $from));

        return match ($rng->int(0, 2)) {
            0 => substr($bytes, 0, $rng->int(0, strlen($bytes))) . substr($other, $from),
            1 => substr_replace($bytes, $part, $rng->int(0, strlen($bytes)), 0),
            default => substr_replace($bytes, $part, $rng->int(0, strlen($bytes)), strlen($part)),
        };
    }

    private function block(Rng $rng, string $bytes): string
    {
        $at = $rng->int(0, strlen($bytes));
        $length = $rng->int(1, 16);

        return match ($rng->int(0, 3)) {
            0 => substr_replace($bytes, '', $at, $length),
            1 => substr_replace($bytes, str_repeat(substr($bytes, $at, $length), $rng->int(1, 40)), $at, $length),
            2 => substr_replace($bytes, $rng->bytes($length), $at, 0),
            default => substr_replace($bytes, str_repeat($rng->bytes(1), $rng->int(1, 300)), $at, 0),
        };
    }

    /** Damage that happens in transport: trailing bytes, a byte order mark, line ends, base64, another serializer. */
    private function wrap(Rng $rng, string $bytes): string
    {
        return match ($rng->int(0, 7)) {
            0 => $bytes . $rng->bytes($rng->pick([1, 4, 4096])),
            1 => "\xEF\xBB\xBF" . $bytes,
            2 => str_replace("\n", "\r\n", $bytes),
            3 => base64_encode($bytes),
            4 => \function_exists('gzdeflate') ? (string) gzdeflate($bytes) : strrev($bytes),
            5 => serialize($bytes),
            6 => (string) substr_replace($bytes, chr($rng->int(0, 255)), $rng->int(0, 1), 1),
            default => $bytes . $bytes,
        };
    }

    private function havoc(Rng $rng, string $bytes): string
    {
        for ($i = $rng->pick([2, 3, 4, 8, 16]); $i > 0; $i--) {
            $at = $rng->int(0, max(0, strlen($bytes) - 1));
            $bytes = match ($rng->int(0, 9)) {
                0, 1 => substr_replace($bytes, chr($rng->int(0, 255)), $at, 1),
                2 => substr_replace($bytes, chr(ord($bytes[$at] ?? "\0") ^ (1 << $rng->int(0, 7))), $at, 1),
                3 => substr_replace($bytes, chr(ord($bytes[$at] ?? "\0") + $rng->int(-3, 3) & 0xFF), $at, 1),
                4 => substr_replace($bytes, chr(self::BYTES[$rng->int(0, 7)]), $at, 1),
                5 => $this->lieAboutLength($rng, $bytes),
                6 => $this->splice($rng, $bytes),
                7, 8 => $this->block($rng, $bytes),
                default => substr_replace($bytes, $rng->bytes($rng->int(1, 8)), $at, $rng->int(0, 8)),
            };
            if (strlen($bytes) > 20_000) {
                $bytes = substr($bytes, 0, 20_000);
            }
        }

        return $bytes;
    }
}
