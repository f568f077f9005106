<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Translates every row of a cache database native -> lyo -> igbinary -> native, in PHP and without loading a class. All rows must come back
// identical.
//
//   php -n -d extension=pdo -d extension=pdo_sqlite tools/translate-database.php [CORPUS]

declare(strict_types=1);

use Lyo\Format;
use Lyo\Translator;

require __DIR__ . '/../vendor/autoload.php';

$corpus = $argv[1] ?? (getenv('LYO_CORPUS') ?: __DIR__ . '/../../shared/corpus');
$packed = "$corpus/databases/drupal-cache-rows.sqlite.gz";
if (!is_file($packed)) {
    fwrite(STDERR, "translate: no database of a cache here\n");
    exit(2);
}
$file = tempnam(sys_get_temp_dir(), 'lyo');
if ($file === false) {
    exit(2);
}
file_put_contents($file, gzdecode((string) file_get_contents($packed)));
$asked = [];
spl_autoload_register(static function (string $class) use (&$asked): void {
    if (!str_starts_with($class, 'Lyo\\')) {
        $asked[] = $class;
    }
});
$sizes = ['native' => 0, 'lyo' => 0, 'igbinary' => 0];
$times = ['native to lyo' => 0, 'lyo to igbinary' => 0, 'igbinary to native' => 0];
$rows = $other = 0;
foreach ((new PDO("sqlite:$file"))->query('SELECT data FROM rows WHERE serialized = 1') ?: [] as $row) {
    $text = is_array($row) && is_string($row['data']) ? $row['data'] : '';
    $start = hrtime(true);
    $lyo = Translator::translate($text, Format::Lyo, Format::Native, false);
    $times['native to lyo'] += ($then = hrtime(true)) - $start;
    $igbinary = Translator::translate($lyo, Format::Igbinary2, Format::Lyo, false);
    $times['lyo to igbinary'] += ($later = hrtime(true)) - $then;
    $back = Translator::translate($igbinary, Format::Native, Format::Igbinary2, false);
    $times['igbinary to native'] += hrtime(true) - $later;
    $sizes['native'] += strlen($text);
    $sizes['lyo'] += strlen($lyo);
    $sizes['igbinary'] += strlen($igbinary);
    $rows++;
    $other += $back === $text ? 0 : 1;
}
unlink($file);
foreach ($sizes as $format => $size) {
    printf("translate: %-9s %6.1f MB\n", $format, $size / 1e6);
}
foreach ($times as $step => $time) {
    printf("translate: %-19s %5.1f s, %.1f MB/s of text\n", $step, $time / 1e9, $sizes['native'] / 1e6 / ($time / 1e9));
}
printf("translate: at most %.0f MB of memory\n", memory_get_peak_usage() / 1e6);
printf("translate: %d rows, %d not identical, %d classes asked for, %s\n", $rows, $other, count($asked), array_filter(get_declared_classes(), static fn(string $class): bool => str_starts_with($class, 'Drupal\\')) === [] ? 'no Drupal class loaded' : 'DRUPAL CLASSES LOADED');
exit($rows === 4729 && $other === 0 && $asked === [] ? 0 : 1);
