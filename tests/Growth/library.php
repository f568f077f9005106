<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Strings that PHP's arrays give one hash, in every place of the library where an author of data chooses names: they may take no more instructions than other
// strings of the same length. And long strings at many places, which may not be hashed at each: strings four times as long may take few more instructions.
// callgrind counts them, so that other processes on the machine make no difference.
//
//   php -n tests/Growth/library.php [--verbose]

use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Pure\Bytes;
use Lyo\Serializer;
use Lyo\Translator;
use Lyo\Wire\Definition;
use Lyo\Wire\Head;

/** Number of strings. If each were compared with all others, the instructions would be more than double. */
const STRINGS = 4000;
const MOST = 1.4;
const PLANNED = 24;
/**
 * Objects of classes that are not allowed are made by unserialize(). PHP 8.2.32 itself takes quadratic time for their names (39 ms for
 * 4,000 with one hash, 0.8 ms for others; PHP 8.2.36 1.5 and 1.1 ms): what it takes more is not counted.
 */
const THROUGH_PHP = 'lyo: classes, none allowed';
const OF_PHP = 'unserialize() alone';

require dirname(__DIR__, 2) . '/vendor/autoload.php';

/** @return list<string> words of "Ez" and "FY", which have one hash (DJBX33A), or of two others */
function words(bool $oneHash): array
{
    $words = [];
    for ($i = 0; $i < STRINGS; $i++) {
        $word = '';
        for ($bit = 0; $bit < 14; $bit++) {
            $word .= ($i >> $bit & 1) === 1 ? 'Ez' : ($oneHash ? 'FY' : 'Fz');
        }
        $words[] = $word;
    }

    return $words;
}

/** @param list<string> $values texts of values */
function textOf(array $values): string
{
    $text = 'a:' . count($values) . ':{';
    foreach ($values as $i => $value) {
        $text .= "i:$i;$value";
    }

    return "$text}";
}

/** @param list<string> $words */
function objectsOf(array $words): string
{
    return textOf(array_map(static fn(string $word): string => 'O:' . strlen($word) . ":\"$word\":0:{}", $words));
}

/**
 * @param list<string> $words
 * @param list<int> $ints ints whose low bits are the same
 *
 * @return array<string, Closure(): mixed> what to do with them
 */
function constructs(array $words, array $ints): array
{
    $objects = objectsOf($words);
    $payloads = textOf(array_map(static fn(string $word): string => 'C:' . strlen($word) . ":\"$word\":1:{x}", $words));
    $cases = textOf(array_map(static fn(string $word): string => 'E:' . (strlen($word) + 2) . ":\"$word:A\";", $words));
    $lyo = static fn(string $native): string => Translator::translate($native, Format::Lyo, Format::Native, false);
    $refused = static function (Closure $do): mixed {
        try {
            return $do();
        } catch (LyoException) {
            return null;
        }
    };

    return [
        'strings, each 16th comes again' => static fn(): string => Lyo::serialize(array_merge(...array_map(static fn(array $some): array => [...$some, $words[0]], array_chunk($words, 16)))),
        'three times the same strings' => static fn(): string => Lyo::serialize([...$words, ...$words, ...$words]),
        'maps of a key of their own' => static fn(): string => Lyo::serialize(array_map(static fn(string $word): array => [$word => [1], 'x' => 1], $words)),
        'the same, each twice' => static fn(): string => Lyo::serialize(array_map(static fn(string $word): array => ['x' => 1, $word => [1]], [...$words, ...$words])),
        'maps with ints as keys' => static fn(): string => Lyo::serialize(array_map(static fn(int $int): array => ['x' => 1, $int => [1]], [...$ints, ...$ints])),
        'strings of digits' => static fn(): string => Lyo::serialize(array_merge(...array_map(static fn(array $some): array => [...array_map(static fn(int $int): string => (string) $int, $some), (string) $ints[0]], array_chunk($ints, 16)))),
        'igbinary: strings' => static fn(): string => (new IgbinaryCodec(false))->encode($words),
        'text to lyo: classes' => static fn(): string => $lyo($objects),
        'text to lyo: payloads' => static fn(): string => $lyo($payloads),
        'text to lyo: cases' => static fn(): string => $lyo($cases),
        'text to lyo: keys, with references' => static fn(): string => $lyo(textOf(array_map(static fn(string $word): string => 'a:1:{s:' . strlen($word) . ":\"$word\";R:1;}", $words))),
        'lyo: classes, none allowed' => static fn(): mixed => Lyo::unserialize($lyo($objects), ['allowed_classes' => false]),
        'lyo: classes, all refused' => static fn(): mixed => $refused(static fn(): mixed => Lyo::unserialize($lyo($objects), ['allowed_classes' => ['Foo'], 'missing_class' => 'throw'])),
        'lyo: payloads, none allowed' => static fn(): mixed => Lyo::unserialize($lyo($payloads), ['allowed_classes' => false]),
        'lyo: cases, none allowed' => static fn(): mixed => $refused(static fn(): mixed => Lyo::unserialize($lyo($cases), ['allowed_classes' => false])),
        'lyo to text: cases' => static fn(): string => Lyo::toNative($lyo($cases)),
        'serialize() text, all classes refused' => static fn(): mixed => $refused(static fn(): mixed => (new Serializer(classes: ClassPolicy::none()->orThrow()))->decode($objects)),
        'var_export(): cases' => static fn(): string => Translator::toNative("array (\n" . implode('', array_map(static fn(string $word): string => "  \\$word::A,\n", $words)) . ')', Format::VarExport),
        'lyo: places of the reference table' => static fn(): bool => Lyo::isSerialized(chr(Head::MAGIC) . chr(Head::VERSION << 4 | Head::SHARING) . Bytes::varlen(count($ints))
            . implode('', array_map(static fn(int $int): string => "\xFF" . pack('P', $int | 1 << 62), $ints)) . "\xA0"),
        'lyo: heads of many payloads' => static function () use ($words): void {
            foreach ($words as $word) {
                $definition = chr(Definition::OPEN_CLASS) . chr(63 + strlen($word)) . $word;
                Lyo::isSerialized(chr(Head::MAGIC) . chr(Head::VERSION << 4 | Head::PREAMBLE) . chr(strlen($definition)) . "$definition\xA0");
            }
        },
    ];
}

/** @return array<string, Closure(): list<mixed>> lists of 4,000 values, in which long strings are at many places */
function longStrings(int $size): array
{
    $long = str_repeat('long', intdiv($size, 4));
    $both = ["{$long}a", "{$long}b"];
    $others = array_map(static fn(int $i): string => "other $i", range(1, 600)); // so many that strings are hashed
    $each = static fn(Closure $make): array => [...$others, ...array_map($make, range(1, STRINGS))];

    return [
        'long strings in turn' => static fn(): array => $each(static fn(int $i): string => $both[$i % 2]),
        'long strings in lists' => static fn(): array => $each(static fn(int $i): array => [1, $both[$i % 2], $i]),
        'long keys, a shape for each' => static fn(): array => $each(static fn(int $i): array => [$long => $i, "key $i" => 1]),
        'long keys, two shapes in turn' => static fn(): array => $each(static fn(int $i): array => [$long => $i, 'key ' . $i % 2 => 1]),
    ];
}

/** Returns the instructions of this file with these arguments. */
function instructions(string $arguments): int
{
    $command = 'valgrind --tool=callgrind --callgrind-out-file=/dev/null ' . escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__FILE__) . " $arguments 2>&1";
    $log = (string) shell_exec("GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=0x7fffffff $command");

    return preg_match('/Collected : (\d+)/', $log, $match) === 1 ? (int) $match[1] : throw new RuntimeException("$arguments: $log");
}

$options = getopt('', ['verbose', 'do:', 'worse']);
$worse = isset($options['worse']);
if (is_string($options['do'] ?? null)) {
    ini_set('memory_limit', '2G');
    $long = longStrings($worse ? 8_000 : 2_000)[$options['do']] ?? null;
    $ints = array_map(static fn(int $i): int => $worse ? $i << 32 : $i * 1_000_003, range(1, STRINGS));
    $words = words($worse);
    match (true) {
        $long !== null => Lyo::serialize($long()),
        $options['do'] === OF_PHP => unserialize(objectsOf($words), ['allowed_classes' => false]),
        default => constructs($words, $ints)[$options['do']](),
    };
    exit(0);
}
exec('valgrind --version 2>/dev/null', $output, $status);
if ($status !== 0) {
    echo "growth of the library: SKIPPED, valgrind is not here\n";
    exit(0);
}
$faults = 0;
$ofPhp = instructions('--worse --do=' . escapeshellarg(OF_PHP)) - instructions('--do=' . escapeshellarg(OF_PHP));
$all = [
    'with one hash' => array_keys(constructs([], [])),
    'with strings four times as long' => array_keys(longStrings(4)),
];
foreach ($all as $what => $names) {
    foreach ($names as $name) {
        $do = '--do=' . escapeshellarg($name);
        $few = instructions($do);
        $ratio = (instructions("$do --worse") - ($name === THROUGH_PHP ? $ofPhp : 0)) / $few;
        $faults += $ratio > MOST ? 1 : 0;
        if ($ratio > MOST || isset($options['verbose'])) {
            printf("%-45s %6.0f million instructions, %s %.2f times as many\n", $name, $few / 1e6, $what, $ratio);
        }
    }
}
$count = count(array_merge(...array_values($all)));
printf("growth of the library: %d constructs of %d strings with one hash or of long ones, %d take more than %s times the instructions of others\n", $count, STRINGS, $faults, MOST);
$count >= PLANNED || printf("growth of the library: %d constructs were planned\n", PLANNED);
exit($faults === 0 && $count >= PLANNED ? 0 : 1);
