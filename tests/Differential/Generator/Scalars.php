<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Lyo\Tests\Support\Rng;

/** Integers, floats, strings and keys, with a liking for edges. */
final class Scalars
{
    private const FLOATS = [
        0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, 0.1, 0.2, 0.30000000000000004, 1.5, M_PI, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23, 1e100, -1e-7,
        PHP_FLOAT_MAX, PHP_FLOAT_MIN, PHP_FLOAT_EPSILON, 4.9406564584124654e-324, 2.2250738585072011e-308, 9007199254740991.0,
        9007199254740992.0, 9007199254740994.0, 9223372036854775807.0, 9223372036854774784.0, -9223372036854775808.0, 16777216.0,
        16777217.0, 3.4028234663852886e38, 1.17549435e-38, 0.5, 0.25, 1 / 3, 123456789012345678.0, 99999999999999990.0, 0.000001, 1.0e-10,
    ];

    private const STRINGS = [
        '', '0', '1', '-1', '00', '05', '-0', '1.5', '1e3', ' 1', '1 ', '+1', '0x1A', 'true', 'null', 'NAN', '9223372036854775807',
        '9223372036854775808', '-9223372036854775808', '-9223372036854775809', 'N;', 'b:1;', 'a:1:{i:0;i:1;}', 'O:8:"stdClass":0:{}', "\0",
        "\0*\0a", "\0Foo\0bar", "\xC1\x10", "\xFF\xFE", "\u{FEFF}bom", 'ä', '日本語', "\r\n", '";}', 'id', 'name', 'title', 'type', 'value',
        'created', 'und', 'en', 'a', 'A', 'Lyo\Tests\Fixtures\PublicBag', 'stdClass', '2024-01-31 12:00:00', 'https://example.org/?q=1&r=2',
    ];

    private const KEYS = ['', '05', '-0', '1.5', '1e3', ' 1', '+1', '9223372036854775808', '-9223372036854775809', '-', '--1', '0x1', "\0", "\0*\0a", "k\0k", "\xC1", '00', 'é'];

    private const WORDS = ['id', 'name', 'title', 'body', 'status', 'created', 'changed', 'uid', 'type', 'langcode', 'weight', 'parent', 'options', 'data', 'label', 'url', 'path', 'size', 'hash', 'tags'];

    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
    ) {}

    public function any(): null|bool|int|float|string
    {
        return match ($this->rng->int(0, 9)) {
            0 => null,
            1 => $this->rng->chance(50),
            2, 3, 4 => $this->integer(),
            5, 6 => $this->float(),
            default => $this->string(),
        };
    }

    public function integer(): int
    {
        switch ($this->rng->int(0, 7)) {
            case 0:
            case 1:
                return $this->rng->int(-3, 70);
            case 2:
                return $this->rng->int(-1000, 1000);
            case 3:
                $power = 1 << $this->rng->int(0, 62);
                $near = $power + $this->rng->int(-1, 1);

                return $this->rng->chance(50) ? $near : -$near;
            case 4:
                return $this->rng->pick([PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MAX - 1, PHP_INT_MIN + 1, 0, -1]);
            case 5:
                return $this->rng->int(1_500_000_000, 1_800_000_000);
            case 6:
                return $this->rng->int(PHP_INT_MIN, PHP_INT_MAX);
            default:
                return $this->rng->int(-(1 << $this->rng->int(0, 40)), 1 << $this->rng->int(0, 40));
        }
    }

    public function float(): float
    {
        return match ($this->rng->int(0, 5)) {
            0 => $this->rng->pick(self::FLOATS),
            1 => $this->decimal(),
            2 => round($this->rng->int(-1_000_000_000, 1_000_000_000) / 10 ** $this->rng->int(1, 9), $this->rng->int(0, 9)),
            3 => (float) $this->integer(),
            4 => $this->fromBits($this->rng->bytes(8)),
            default => $this->rng->int(-99999, 99999) * 10.0 ** $this->rng->int(-25, 25),
        };
    }

    /** Prices, percentages, coordinates. */
    public function decimal(): float
    {
        return round($this->rng->int(-20000, 1_000_000) / 100, $this->rng->int(0, 2));
    }

    private function fromBits(string $bits): float
    {
        $unpacked = unpack('Ex', $bits);

        return is_array($unpacked) && is_float($unpacked['x']) ? $unpacked['x'] : 0.0;
    }

    public function string(): string
    {
        if ($this->pool->strings !== [] && $this->rng->chance(40)) {
            return $this->rng->pick($this->pool->strings);
        }
        $string = match ($this->rng->int(0, 9)) {
            0 => '',
            1 => chr($this->rng->int(0, 255)),
            2, 3 => $this->rng->pick(self::STRINGS),
            4 => (string) $this->integer(),
            5 => $this->rng->bytes($this->rng->int(0, 70)),
            6 => $this->text($this->rng->int(2, 40)),
            7 => $this->likeTheLast($this->text($this->rng->pick([31, 32, 33, 34, 63, 64, 65, 127, 128, 129, 254, 255, 256, 257]))),
            8 => $this->rng->chance(3) ? str_repeat($this->text(16), $this->rng->pick([15, 64, 256, 257, 1024, 4097])) : $this->word(),
            default => $this->word() . $this->rng->int(0, 99),
        };
        if (strlen($string) < 600) {
            $this->pool->strings[] = $string;
        }

        return $string;
    }

    /** As long, but it begins as the last new one: up to 20 bytes. */
    private function likeTheLast(string $string): string
    {
        $last = substr(array_slice($this->pool->strings, -1)[0] ?? '', 0, 20);

        return $last . substr($string, strlen($last));
    }

    public function word(): string
    {
        return $this->rng->pick(self::WORDS);
    }

    /** @return int|string as PHP keeps it: "7" is 7 */
    public function key(): int|string
    {
        return match ($this->rng->int(0, 6)) {
            0 => $this->rng->int(-3, 20),
            1 => $this->integer(),
            2 => $this->rng->pick(self::KEYS),
            3 => $this->string(),
            default => $this->word() . ($this->rng->chance(30) ? $this->rng->int(0, 20) : ''),
        };
    }

    private function text(int $length): string
    {
        $text = '';
        while (strlen($text) < $length) {
            $text .= $this->word() . ' ';
        }

        return substr($text, 0, $length);
    }
}
