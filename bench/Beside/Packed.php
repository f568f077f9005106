<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Beside;

use Closure;
use Lyo\Bench\Advice\Sets;
use Lyo\Tools\Measure\Rounds;
use Lyo\Tools\Measure\Time;
use RuntimeException;

use function array_keys;
use function array_map;
use function array_sum;
use function count;
use function lyo_serialize;
use function lyo_train_dictionary;
use function lyo_unserialize;
use function serialize;
use function sprintf;
use function strlen;
use function unserialize;

/** Values of WordPress and Drupal, compressed: igbinary as its users compress it, and lyo. */
final class Packed
{
    private const APPLICATIONS = ['wordpress', 'drupal'];
    /** What the other rows are compared with. */
    private const BASE = 'igbinary';
    public const ROWS = [self::BASE, 'igbinary + lz4', 'igbinary + zstd 3', 'lyo', 'lyo + zstd -1', 'lyo + zstd -5', 'lyo + zstd 1', 'lyo + zstd 1, dictionary', 'lyo + zstd 5, dictionary'];
    /** Fewer bytes of serialize() text are a small value. */
    private const SMALL = 2048;
    /** Longest payload that a dictionary is trained with, as in lyo train. */
    private const LONGEST = 16 << 10;

    /** @var array<int, Library> by the level; 0: lz4 */
    private static array $libraries = [];

    /**
     * The tables, or an empty string if there are no values.
     *
     * @param positive-int $rounds
     */
    public static function tables(int $rounds): string
    {
        $all = $small = [];
        foreach (self::APPLICATIONS as $application) {
            $texts = Sets::application($application);
            $dictionaries = $texts === [] ? ['', ''] : self::dictionaries($texts);
            foreach ($texts as $number => $text) {
                // One value at a time: others would make the measuring slow, because the collector of cycles looks at them.
                $all[] = $figures = self::measure(unserialize($text, ['allowed_classes' => false]), [$dictionaries[$number % 2]], new Rounds($rounds, 200_000));
                if (strlen($text) < self::SMALL) {
                    $small[] = $figures;
                }
            }
        }
        $text = self::table('values', $all, 1) . self::table('values below 2 kB', $small, 2);

        return $text === '' ? '' : $text . sprintf("PHP %s, igbinary %s, %d rounds, load %.1f.\n", PHP_VERSION, phpversion('igbinary'), $rounds, (sys_getloadavg() ?: [0.0])[0]);
    }

    /** @param list<array<string, array{float, float, float}>> $values the figures of each */
    private static function table(string $title, array $values, int $digits): string
    {
        if ($values === []) {
            return '';
        }
        $text = '| ' . count($values) . " $title | kB | | ms to encode | | ms to decode | |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
        foreach (self::ROWS as $row) {
            $cells = '';
            foreach ([1e3, 1e6, 1e6] as $at => $unit) {
                [$sum, $base] = array_map(static fn(string $of): float => array_sum(array_map(static fn(array $figures): float => $figures[$of][$at] ?? NAN, $values)), [$row, self::BASE]);
                $cells .= sprintf(" | %.{$digits}f | %.2f", $sum / $unit, $sum / $base);
            }
            $text .= "| $row$cells |\n";
        }

        return "$text\n";
    }

    /**
     * @param list<string> $dictionary
     *
     * @return array<string, array{float, float, float}> bytes, nanoseconds to encode and to decode
     */
    private static function measure(mixed $value, array $dictionary, Rounds $rounds): array
    {
        $tasks = $bytes = [];
        foreach (self::forms($dictionary) as $row => [$write, $read]) {
            $bytes[$row] = $write($value);
            if (serialize($read($bytes[$row])) !== serialize($value)) {
                throw new RuntimeException("$row returns another value");
            }
            $tasks["$row, write"] = [$write, [$value]];
            $tasks["$row, read"] = [$read, [$bytes[$row]]];
        }
        $times = $rounds->run($tasks);
        $found = [];
        foreach (array_keys($bytes) as $row) {
            $found[$row] = [(float) strlen($bytes[$row]), Time::of($times["$row, write"])->median, Time::of($times["$row, read"])->median];
        }

        return $found;
    }

    /**
     * @param list<string> $dictionary
     *
     * @return array<string, array{Closure(mixed): string, Closure(string): mixed}>
     */
    private static function forms(array $dictionary): array
    {
        $forms = [];
        foreach (self::ROWS as $row) {
            [$codec, $with] = explode(' + ', $row) + [1 => ''];
            $level = preg_match('/zstd (-?\d+)/', $with, $match) === 1 ? (int) $match[1] : null;
            $igbinary = [static fn(mixed $value): string => (string) igbinary_serialize($value), igbinary_unserialize(...)];
            if ($codec === 'lyo') {
                $dictionaries = str_contains($with, 'dictionary') ? $dictionary : [];
                $options = $level === null ? [] : ['checksum' => true, 'compress' => 'zstd', 'level' => $level, 'dictionaries' => $dictionaries];
                $reading = ['allowed_classes' => false, 'dictionaries' => $dictionaries];
                $forms[$row] = [static fn(mixed $value): string => lyo_serialize($value, $options), static fn(string $data): mixed => lyo_unserialize($data, $reading)];
                continue;
            }
            if ($with === '') {
                $forms[$row] = $igbinary;
                continue;
            }
            [$encode, $decode] = $igbinary;
            $library = self::$libraries[$level ?? 0] ??= new Library($level);
            $forms[$row] = [static fn(mixed $value): string => $library->pack($encode($value)), static fn(string $data): mixed => $decode($library->unpack($data))];
        }

        return $forms;
    }

    /**
     * Two: the first is for values with even numbers, and trained with the others; the second the other way round.
     *
     * @param list<string> $texts
     *
     * @return array{string, string} by the number of the values that they are for
     */
    private static function dictionaries(array $texts): array
    {
        $payloads = [[], []];
        foreach ($texts as $number => $text) {
            $payload = lyo_serialize(unserialize($text, ['allowed_classes' => false]));
            if (strlen($payload) <= self::LONGEST) {
                $payloads[1 - $number % 2][$payload] = $payload;
            }
        }

        return [lyo_train_dictionary(array_values(array_diff_key($payloads[0], $payloads[1])), self::LONGEST), lyo_train_dictionary(array_values(array_diff_key($payloads[1], $payloads[0])), self::LONGEST)];
    }
}
