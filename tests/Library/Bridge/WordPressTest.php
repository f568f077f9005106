<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use ArrayObject;
use Lyo\Bridge\Packer;
use Lyo\Bridge\WordPress\MaybeSerializer;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Format;
use Lyo\Tests\Bridge\WordPress\Original;
use Lyo\Tests\Bridge\WordPress\Plain;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** Web heads with the include and without share a store: what one has written, each reads. */
final class WordPressTest extends TestCase
{
    private const WRITERS = ['native', 'igbinary', 'lyo', 'lyo+zlib'];
    /** Strings that are written down, nine of them with zlib, and random ones. */
    private const STRINGS = 87;
    private const RANDOM = 3_000;

    /** @return array<string, MaybeSerializer|Plain> */
    private static function heads(Plain $plain, bool $igbinary = false): array
    {
        $heads = ['plain' => $plain];
        foreach (self::WRITERS as $writer) {
            $heads[$writer] = new MaybeSerializer(new Packer(explode('+', $writer)[0], envelope: str_ends_with($writer, '+zlib') ? ['compress' => 'zlib', 'min_size' => 10] : null), $igbinary);
        }
        return $heads;
    }

    /** Redis and its like keep bytes: the string is what they give back. */
    private static function stored(MaybeSerializer|Plain $writer, mixed $value): string
    {
        $stored = $writer->maybeSerialize($value);
        self::assertIsString($stored);
        return $stored;
    }

    /** @return array<string, string> */
    private static function strings(): array
    {
        $strings = Planted::strings();
        self::assertCount(self::STRINGS - (function_exists('gzcompress') ? 0 : 9), $strings);
        $random = Planted::random(self::RANDOM);
        self::assertCount(self::RANDOM, $random);
        return $strings + $random;
    }

    /**
     * @param array<string, MaybeSerializer|Plain> $writers
     * @param array<string, MaybeSerializer|Plain> $readers
     *
     * @return array{int, int, int, int, list<string>} strings read, those that are the same, misses, objects, what is wrong
     */
    private static function table(array $writers, array $readers): array
    {
        $read = $same = $misses = 0;
        $made = Gadget::$made;
        $wrong = [];
        foreach (self::strings() as $name => $string) {
            foreach ($writers as $writer => $store) {
                $stored = self::stored($store, $string);
                foreach ($readers as $reader => $fetch) {
                    $read++;
                    $found = true;
                    $value = $fetch instanceof Plain ? $fetch->maybeUnserialize($stored) : $fetch->maybeUnserialize($stored, $found);
                    if ($value === $string && $found) {
                        $same++;
                    } elseif ($value === false && !$found) {
                        $misses++;
                    } else {
                        $wrong[] = "$name, written by $writer, read by $reader: " . get_debug_type($value) . ' ' . bin2hex(substr($string, 0, 60));
                    }
                }
            }
        }
        return [$read, $same, $misses, Gadget::$made - $made, $wrong];
    }

    /** Number of strings that plain servers store unchanged, although servers with the include read them as truncated data. */
    private static function likeDamaged(Plain $plain): int
    {
        $raw = array_filter(self::strings(), static fn(string $string): bool => $plain->maybeSerialize($string) === $string);
        $known = preg_grep('/\A(?:[\s\0]*[aOCEsS]:\+?\d+:|\0\0\0[\1-\4]|\xC1)/', $raw) ?: [];
        $damaged = preg_grep('/\AE:\d+:.*[;}]\z|lyo;\z/s', $raw) ?: [];
        return count($damaged + (preg_grep('/\A[^{]{0,300}(\{[is]:-?\d+[:;].*|:\d+:\{)\}\z/s', array_diff_key($raw, $known)) ?: []));
    }

    /** @param list<string> $wrong */
    private static function assertNothingWrong(array $wrong, int $objects, string $line): void
    {
        echo $line, "\n";
        self::assertSame([], array_slice($wrong, 0, 20), count($wrong) . " wrong, $line");
        self::assertSame(0, $objects, $line);
    }

    #[Test]
    public function a_string_that_wordpress_takes_for_serialized_comes_back_from_every_head_and_what_looks_like_damaged_data_can_be_a_miss(): void
    {
        $heads = self::heads(new Plain());
        [$read, $same, $misses, $objects, $wrong] = self::table($heads, $heads);
        $line = sprintf('WordPress: %d strings, %d writers, %d readers: %d read, %d the same, %d misses, %d other values, %d objects', count(self::strings()), count($heads), count($heads), $read, $same, $misses, count($wrong), $objects);
        self::assertNothingWrong($wrong, $objects, $line);
        self::assertSame(4 * self::likeDamaged(new Plain()), $misses, 'stored by plain heads, read by the others');
        self::assertSame(25 * count(self::strings()) - $misses, $same);
    }

    #[Test]
    public function with_redis_object_cache_the_same_but_for_enum_cases_which_it_stores_as_they_are(): void
    {
        $heads = self::heads(new Plain(dropIn: true));
        [$read, $same, $misses, $objects, $wrong] = self::table($heads, $heads);
        $line = sprintf('Redis Object Cache: %d strings, %d writers, %d readers: %d read, %d the same, %d misses, %d other values, %d objects', count(self::strings()), count($heads), count($heads), $read, $same, $misses, count($wrong), $objects);
        self::assertNothingWrong($wrong, $objects, $line);
        self::assertSame(4 * self::likeDamaged(new Plain(dropIn: true)), $misses, 'stored by the drop-in, read by the others');
        self::assertSame(25 * count(self::strings()) - $misses, $same);
    }

    #[Test]
    public function heads_that_read_igbinary_without_a_mark_read_it_and_no_string_that_another_head_with_the_include_has_stored(): void
    {
        $readers = self::heads(new Plain(), igbinary: true);
        $writers = $readers + array_combine(array_map(static fn(string $name): string => "$name, as usual", array_keys($readers)), self::heads(new Plain()));
        unset($writers['plain'], $writers['plain, as usual'], $readers['plain']);
        [$read, $same, $misses, $objects, $wrong] = self::table($writers, $readers);
        self::assertNothingWrong($wrong, $objects, sprintf('Heads that read igbinary without a mark: %d strings, %d writers, %d readers: %d read, %d the same, %d misses, %d other values, %d objects', count(self::strings()), count($writers), count($readers), $read, $same, $misses, count($wrong), $objects));
        self::assertSame(32 * count(self::strings()), $same);

        $rows = ['id' => 5, 'object' => new ArrayObject([1]), 'text' => str_repeat('text ', 20)];
        foreach ([$rows, 'a string', 'O:8:"stdClass":0:{}', 5, true] as $value) {
            $stored = (new Packer(new IgbinaryCodec()))->pack($value);
            foreach ($readers as $reader) {
                self::assertEquals($value, $reader->maybeUnserialize($stored, $found));
                self::assertTrue($found);
            }
            self::assertSame($stored, self::heads(new Plain())['lyo']->maybeUnserialize($stored), 'not by default');
        }
        self::assertFalse($readers['native']->maybeUnserialize("\0\0\0\2\x17", $found));
        self::assertFalse($found);
    }

    #[Test]
    public function arrays_and_objects_are_read_by_every_head_with_the_include_and_elsewhere_they_are_a_miss_or_the_value(): void
    {
        $values = [
            'empty' => [], 'list' => range(1, 20), 'map' => ['id' => 5, 'text' => str_repeat('text ', 40)], 'object' => new ArrayObject([1]), 'nested' => [[new ArrayObject()], "\0\0\0\2"],
            'enum' => Format::Lyo, 'enums' => [Format::Lyo, Format::Zlib], 'ends so' => ['x' => ';'], 'Serializable' => @unserialize('C:' . strlen(Old::class) . ':"' . Old::class . '":2:{ab}'),
        ];
        $exact = ['plain' => 0, 'include' => 0];
        $misses = 0;
        foreach ([new Plain(), new Plain(dropIn: true)] as $plain) {
            $heads = self::heads($plain);
            foreach ($values as $name => $value) {
                foreach (self::WRITERS as $writer) {
                    $stored = self::stored($heads[$writer], $value);
                    foreach ($heads as $reader => $head) {
                        $read = $head->maybeUnserialize($stored);
                        if ($head instanceof Plain && $read === false) {
                            $misses++;
                            self::assertTrue($writer !== 'native' || in_array($name, ['enum', 'Serializable'], true), "$name by $writer");
                        } else {
                            self::assertEquals($value, $read, "$name by $writer, read by $reader");
                            $exact[$head instanceof Plain ? 'plain' : 'include']++;
                        }
                    }
                }
                if (!in_array($name, ['enum', 'Serializable'], true)) {
                    $stored = self::stored($plain, $value);
                    self::assertSame($stored, $heads['native']->maybeSerialize($value), $name);
                    foreach (self::WRITERS as $reader) {
                        self::assertEquals($value, $heads[$reader]->maybeUnserialize($stored));
                    }
                }
            }
        }
        self::assertSame(['plain' => 14, 'include' => 2 * 9 * 16], $exact);
        self::assertSame(2 * 9 * 4 - 14, $misses);
        printf("WordPress: %d values, %d writers: %d exact for heads with the include, %d exact and %d misses for plain heads\n", count($values), 4, $exact['include'], $exact['plain'], $misses);
    }

    #[Test]
    public function a_class_that_is_missing_makes_a_miss(): void
    {
        $checked = 0;
        $value = ['object' => unserialize('O:13:"ClassThatLeft":1:{s:1:"a";i:1;}'), 'text' => str_repeat('text ', 10)];
        foreach (self::heads(new Plain()) as $name => $head) {
            $stored = self::stored($head, $value);
            foreach (self::heads(new Plain()) as $reader) {
                if ($reader instanceof MaybeSerializer) {
                    self::assertFalse($reader->maybeUnserialize($stored, $found), $name);
                    self::assertFalse($found, $name);
                    self::assertSame('', ini_get('unserialize_callback_func'));
                    $checked++;
                }
            }
        }
        self::assertSame(20, $checked);
    }

    #[Test]
    public function damaged_data_are_not_found(): void
    {
        $value = ['a;b;c' => ';', 'list' => [1.5, ';;', new ArrayObject([1, 2])], 'text' => str_repeat('}', 30)];
        $checked = 0;
        foreach (['igbinary', 'lyo', 'lyo+zlib'] as $writer) {
            $head = self::heads(new Plain())[$writer];
            self::assertInstanceOf(MaybeSerializer::class, $head);
            $stored = self::stored($head, $value);
            $damaged = ['XXXX' . substr($stored, 4), substr($stored, 10), substr($stored, 0, -4) . 'XXXX', "$stored;"];
            for ($i = 0; $i < strlen($stored); $i++) {
                $damaged[] = substr_replace($stored, chr(ord($stored[$i]) ^ (1 << $i % 8)), $i, 1);
            }
            foreach ($damaged as $data) {
                self::assertFalse($head->maybeUnserialize($data, $found), "$writer: " . bin2hex($data));
                self::assertFalse($found);
                $checked++;
            }
        }
        // serialize() text has no sum: what is damaged at an end is seen.
        $native = new MaybeSerializer();
        foreach ([$value, new ArrayObject([5]), [[]], range(1, 50)] as $value) {
            $stored = self::stored($native, $value);
            foreach (['X' . substr($stored, 1), 'XX' . substr($stored, 2), "\0" . substr($stored, 1), 'X' . $stored, substr($stored, 0, -1) . 'X'] as $data) {
                self::assertFalse($native->maybeUnserialize($data, $found), $data);
                self::assertFalse($found);
                $checked++;
            }
        }
        self::assertGreaterThan(350, $checked);
        echo "WordPress: $checked damaged items, no value\n";
    }

    #[Test]
    public function data_that_are_cut_are_not_found(): void
    {
        $cuts = 0;
        foreach (['igbinary', 'lyo', 'lyo+zlib'] as $writer) {
            $head = self::heads(new Plain())[$writer];
            self::assertInstanceOf(MaybeSerializer::class, $head);
            $stored = self::stored($head, ['a;b;c' => ';', 'list' => [1.5, ';;', new ArrayObject()], 'text' => str_repeat(';', 30)]);
            for ($size = strlen('a:0:lyo;'); $size < strlen($stored); $size++) {
                self::assertFalse($head->maybeUnserialize(substr($stored, 0, $size), $found), "$writer, $size bytes");
                self::assertFalse($found);
                $cuts++;
            }
        }
        self::assertGreaterThan(150, $cuts);
        echo "WordPress: $cuts cut items, no value\n";
    }

    #[Test]
    public function the_rules_of_plain_heads_are_those_of_wordpress_itself(): void
    {
        $archives = Original::archives();
        if ($archives === []) {
            self::markTestSkipped('The rules of plain heads are not compared: ../shared/apps/ has no archive of WordPress (LYO_APPS names another folder)');
        }
        $compared = 0;
        foreach ($archives as $name => $original) {
            $plain = new Plain(dropIn: $original->dropIn);
            foreach (self::strings() as $string) {
                foreach ([true, false] as $strict) {
                    self::assertSame($original->isSerialized($string, $strict), $plain->isSerialized($string, $strict), "$name: " . bin2hex($string));
                }
                self::assertSame($original->maybeSerialize($string), $plain->maybeSerialize($string), "$name: " . bin2hex($string));
                self::assertEquals($original->maybeUnserialize($string), $plain->maybeUnserialize($string), "$name: " . bin2hex($string));
                $compared++;
            }
            foreach (self::heads($plain) as $head) {
                foreach ([[1, 'x' => new ArrayObject()], ...array_values(self::strings())] as $value) {
                    // data of servers with the include, read by WordPress itself
                    $read = $original->maybeUnserialize(self::stored($head, $value));
                    if (is_string($value)) {
                        self::assertSame($value, $read);
                    } elseif ($read !== false) {
                        self::assertEquals($value, $read);
                    }
                    $compared++;
                }
            }
        }
        self::assertSame(count($archives) * (6 * count(self::strings()) + 5), $compared);
        echo 'WordPress: ', implode(', ', array_keys($archives)), ": $compared compared with its own functions\n";
    }
}
