<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Takes the samples of this project and, where it is, the corpus of real values through the formats that cannot hold everything: how many
// come back exactly, and why others were refused. Prints a table for docs/formats.md. A value that comes back as another one is a fault.
//
//   php -n -d extension=… tests/Library/losses.php [CORPUS]

use Lyo\Exception\InexactException;
use Lyo\Format;
use Lyo\Native\ExactFloats;
use Lyo\Samples\Samples;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Translator;

require dirname(__DIR__, 2) . '/vendor/autoload.php';

$texts = static function () use ($argv): iterable {
    foreach (Samples::names() as $name) {
        yield "samples/$name" => ExactFloats::serialize(Samples::get($name));
    }
    $corpus = $argv[1] ?? Corpus::place();
    $files = glob("$corpus/*/*.ser") ?: [];
    if ($files === []) {
        echo "losses: corpus SKIPPED, there is none (bin/corpus makes one; LYO_CORPUS names another place)\n";
    }
    foreach ($files as $file) {
        // as a codec with the digits of today writes it
        yield 'corpus/' . basename($file) => Translator::toNative((string) file_get_contents($file), Format::Native);
    }
};
$needed = ['var_export' => [], 'wddx' => ['xmlreader', 'xmlwriter'], 'msgpack' => ['msgpack'], 'bson' => ['mongodb']];
$formats = [];
foreach ($needed as $name => $modules) {
    $missing = array_filter($modules, static fn(string $module): bool => !extension_loaded($module));
    if ($missing === []) {
        $formats[] = Format::from($name);
    } else {
        echo "losses: $name SKIPPED, no extension ", implode(', ', $missing), " here\n";
    }
}
$counts = $reasons = [];
$faults = 0;
foreach ($texts() as $name => $text) {
    $set = strstr($name, '/', true) ?: $name;
    foreach ($formats as $format) {
        $counts[$set][$format->value]['values'] = ($counts[$set][$format->value]['values'] ?? 0) + 1;
        try {
            $data = Translator::translate($text, $format, Format::Native);
            if (Translator::toNative($data, $format) !== $text) {
                throw new LogicException("$name: $format->value gives another value");
            }
            // scalars of var_export() have no mark at all
            if (preg_match('/^[aO]:/', $text) === 1 && Format::detect($data) !== $format) {
                throw new LogicException("$name: $format->value is taken for " . (Format::detect($data)->value ?? 'nothing'));
            }
            $counts[$set][$format->value]['exact'] = ($counts[$set][$format->value]['exact'] ?? 0) + 1;
        } catch (InexactException $e) {
            $reason = (string) preg_replace(['/^\S+ would lose /', '/ at (the value itself|\S+)$/', '/the class \S+/', '/the enum case \S+/', '/the payload of an object of \S+/'], ['', '', 'the class of an object', 'an enum case', 'the payload of an object'], $e->getMessage());
            $reasons[$set][$format->value][$reason] = ($reasons[$set][$format->value][$reason] ?? 0) + 1;
        } catch (Throwable $e) {
            fwrite(STDERR, "losses: {$e->getMessage()}\n");
            $faults++;
        }
    }
}
echo "| values | format | exact | refused, and why |\n| --- | --- | ---: | --- |\n";
foreach ($counts as $set => $of) {
    foreach ($of as $format => $count) {
        $why = $reasons[$set][$format] ?? [];
        arsort($why);
        $words = implode('; ', array_map(static fn(string $reason, int $times): string => "$times: $reason", array_keys($why), $why));
        printf("| %s | `%s` | %d of %d | %s |\n", $set, $format, $count['exact'] ?? 0, $count['values'], $words);
    }
}
printf("losses: %d values, %d formats, %d faults\n", array_sum(array_map(static fn(array $of): int => max(array_column($of, 'values')), $counts)), count($formats), $faults);
exit($faults === 0 ? 0 : 1);
