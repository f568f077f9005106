<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Counts how often other data are mistaken for a known format: the table of docs/formats.md.
//
//   php -n tools/detect-table.php [CORPUS]

declare(strict_types=1);

use Lyo\Format;
use Lyo\Tests\Corpus\Corpus;
use Random\Engine\Mt19937;
use Random\Randomizer;

require __DIR__ . '/../vendor/autoload.php';

$random = new Randomizer(new Mt19937(1));
$pick = static function (string $from, int $count) use ($random): string {
    $bytes = '';
    while ($count-- > 0) {
        $bytes .= $from[$random->getInt(0, strlen($from) - 1)];
    }
    return $bytes;
};
$samples = [
    'random, 1 byte' => static fn(): string => $random->getBytes(1),
    'random, 2 to 8 bytes' => static fn(): string => $random->getBytes($random->getInt(2, 8)),
    'random, 9 to 64 bytes' => static fn(): string => $random->getBytes($random->getInt(9, 64)),
    'random, 1 to 4 kB' => static fn(): string => $random->getBytes($random->getInt(1000, 4000)),
    'letters, digits, marks' => static fn(): string => $pick('abcdefghijklmnopqrstuvwxyzNO0123456789 :;|{}[]",.', $random->getInt(1, 40)),
    'digits' => static fn(): string => $pick('0123456789', $random->getInt(1, 12)),
    'hex digests' => static fn(): string => md5($random->getBytes(8)),
    'base64' => static fn(): string => base64_encode($random->getBytes($random->getInt(3, 90))),
    'raw deflate' => static fn(): string => (string) gzdeflate($pick('abcdef ', $random->getInt(20, 200))),
    'UTF-8 words' => static fn(): string => implode(' ', $random->pickArrayKeys(['été' => 1, 'naïve' => 1, 'Grüße' => 1, '日本' => 1, 'word' => 1, 'über' => 1], $random->getInt(1, 5))),
];
$corpus = $argv[1] ?? Corpus::place();
$strings = [];
foreach (glob("$corpus/*/*.ser") ?: [] as $file) {
    preg_match_all('/s:\d+:"([^"]{1,2000})";/', (string) file_get_contents($file), $matches);
    foreach ($matches[1] as $string) {
        $strings[$string] = true;
    }
}
echo "| data | samples | not recognised | mistaken for a format with a mark | for one without |\n| --- | ---: | ---: | ---: | --- |\n";
$row = static function (string $name, iterable $data): void {
    $counts = ['none' => 0, 'marked' => []];
    $unmarked = [];
    $n = 0;
    foreach ($data as $sample) {
        $format = Format::detect(is_string($sample) ? $sample : '');
        $n++;
        if ($format === null) {
            $counts['none']++;
        } elseif ($format->marked()) {
            $counts['marked'][$format->value] = ($counts['marked'][$format->value] ?? 0) + 1;
        } else {
            $unmarked[$format->value] = ($unmarked[$format->value] ?? 0) + 1;
        }
    }
    $list = static fn(array $found): string => $found === [] ? '0' : implode(', ', array_map(
        static fn(int|string $format, mixed $count): string => sprintf('%s %s %%', $format, is_int($count) ? round(100 * $count / $n, 3) : '?'),
        array_keys($found),
        array_values($found),
    ));
    printf("| %s | %s | %.2f %% | %s | %s |\n", $name, number_format($n), 100 * $counts['none'] / $n, $list($counts['marked']), $list($unmarked));
};
foreach ($samples as $name => $sample) {
    $row($name, (static function () use ($sample): iterable {
        for ($i = 0; $i < 50_000; $i++) {
            yield $sample();
        }
    })());
}
if ($strings !== []) {
    $row('strings within real values', array_map(strval(...), array_keys($strings)));
}
