<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Functions\Lyo;
use Lyo\Implementation;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The extension remembers what values were like before: whatever that is, the bytes are those of the library, which remembers nothing. */
final class RepeatedTest extends TestCase
{
    #[Test]
    public function the_part_before_a_large_body_may_be_longer_or_shorter_than_the_last_time(): void
    {
        $value = static function (int $shapes, bool $shared): array {
            $again = (object) ['a' => 1];
            $rest = array_map(static fn(int $i): array => [["a rather long name of a key $i" => $i, 'b' => 2], ["a rather long name of a key $i" => 3, 'b' => $i]], range(1, $shapes));

            return ['title' => 't', 'text' => str_repeat("text $shapes ", 3_000), 'rest' => $rest, 'again' => $shared ? [$again, $again] : [$again, 1], 'more' => str_repeat('x', $shapes * 90)];
        };
        $cases = 0;
        foreach ([1, 1, 1, 40, 40, 3, 600, 600, 600, 2, 40, 1, 600, 1] as $shapes) { // 600: more in front than is remembered
            foreach ([false, true, true, false] as $shared) {
                $data = Lyo::serialize($value($shapes, $shared));
                if (Implementation::current() === Implementation::Extension) {
                    self::assertSame(md5($data), md5(lyo_serialize($value($shapes, $shared))), "$shapes shapes");
                }
                self::assertEquals($value($shapes, $shared), Lyo::unserialize($data));
                $cases++;
            }
        }
        self::assertSame(56, $cases);
    }

    #[Test]
    public function a_large_body_may_be_longer_or_shorter_than_the_last_time(): void
    {
        $cases = 0;
        $sizes = [[200, 20_000], [200, 20_000], [200, 20_000], [20_000, 10], [20_000, 10], [150, 20_000], [2_500, 10], [2_501, 10], [2_499, 10], [200, 400_000], [90_000, 10], [2_500, 10], [200, 60_000], [10, 3_200], [10, 3_200], [30_000, 10]];
        foreach ($sizes as [$words, $end]) { // 7 bytes each: 16 kB are written elsewhere first
            $value = ['title' => 't', 'text' => array_map(static fn(int $i): string => sprintf('%06x', $i * 40_503 % 0xFFFFFF), range(1, $words)), 'end' => str_repeat('e', $end)];
            $data = Lyo::serialize($value);
            if (Implementation::current() === Implementation::Extension) {
                self::assertSame(md5($data), md5(lyo_serialize($value)), "$words words");
            }
            self::assertSame($value, Lyo::unserialize($data));
            $cases++;
        }
        self::assertSame(16, $cases);
    }

    #[Test]
    public function a_string_that_becomes_a_name_is_still_found_by_its_first_id(): void
    {
        $cases = 0;
        foreach (range(1, 60) as $seed) {
            $words = array_map(static fn(int $i): string => "w$seed." . $i * 7, range(1, 180));
            $names = array_map(static fn(int $i): string => "n$seed." . $i * 7, range(1, 20));
            $map = array_combine($words, range(1, 180));
            // a list that turns out not to be rows: its strings are forgotten, and the others may have other places then
            $nearly = [...array_fill(0, 400, ['x' => "gone $seed", 'y' => 1]), 'none'];
            $value = [array_combine($names, $names), $words, $map, $map, $nearly, $words, $names];
            $first = Lyo::serialize($value);
            for ($i = 0; $i < 3; $i++) {
                $data = Implementation::current() === Implementation::Extension ? lyo_serialize($value) : Lyo::serialize($value);
                self::assertSame(md5($first), md5($data), "seed $seed, time $i");
                $cases++;
            }
            self::assertSame($value, Lyo::unserialize($first));
        }
        self::assertSame(180, $cases);
    }

    #[Test]
    public function a_map_uses_the_shape_that_there_is_with_holes_too_and_if_it_begins_with_rows(): void
    {
        $plain = ['one' => 1, 'two' => 2, 'three' => 3];
        $holed = ['one' => 1, 'gone' => 0, 'two' => 2, 'three' => 3];
        unset($holed['gone']);
        $nearly = static fn(): array => array_combine(range('a', 'j'), [...array_fill(0, 9, ['x' => 1, 'y' => 2]), 'none']);
        $value = [$plain, $holed, $plain, $nearly(), $nearly(), array_combine(range('a', 'j'), range(1, 10)), $holed];
        $first = Lyo::serialize($value);
        self::assertSame(1, substr_count($first, 'three'));
        for ($i = 0; $i < 4; $i++) { // known definitions are found another way from the third time on
            $data = Implementation::current() === Implementation::Extension ? lyo_serialize($value) : Lyo::serialize($value);
            self::assertSame(bin2hex($first), bin2hex($data));
        }
        self::assertSame($value, Lyo::unserialize($first));
    }
}
