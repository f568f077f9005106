<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// How long another process waits to write to an SQLite database, without lyo convert and beside it: 20 values of 2 MB and 4,000 short ones.
//
//   php tests/Stores/waits.php [--folder=/tmp] [--journal=delete] [--runs=3]

use Lyo\Tests\Differential\Arguments;
use Lyo\Tests\Stores\Lyo;

require __DIR__ . '/../../vendor/autoload.php';

if (($argv[1] ?? '') === 'write') {
    // The other process: it writes every 3 ms until a file comes, and prints how long it took each time, in milliseconds.
    [, , $file, $stop] = $argv + ['', '', '', ''];
    $update = (new PDO("sqlite:$file"))->prepare('UPDATE others SET n = n + 1');
    $waits = [];
    while (!file_exists($stop)) {
        $start = hrtime(true);
        $update->execute();
        $waits[] = (hrtime(true) - $start) / 1e6;
        usleep(3000);
        clearstatcache();
    }
    exit(json_encode($waits));
}

$given = Arguments::parse(array_slice($argv, 1), ['folder', 'journal', 'runs']);
$folder = $given->string('folder', sys_get_temp_dir()) . '/lyo-waits-' . getmypid();
mkdir($folder, 0700);
register_shutdown_function(static fn() => exec('rm -rf ' . escapeshellarg($folder)));
$lyo = new Lyo(['?pdo', 'pdo_sqlite']);
$file = "$folder/cache.sqlite";
$stop = "$folder/stop";
$status = 0;
/** @param Closure(): bool $during */
$longest = static function (Closure $during) use ($file, $stop, &$status): string {
    @unlink($stop);
    $modules = array_values(array_filter(explode(' ', (string) getenv('STORES_FLAGS'))));
    $writer = proc_open([PHP_BINARY, ...$modules, __FILE__, 'write', $file, $stop], [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
    $status |= $writer !== false && $during() ? 0 : 1;
    touch($stop);
    $waits = json_decode((string) stream_get_contents($pipes[1]), true);
    $writer !== false && proc_close($writer);
    $waits = array_filter(is_array($waits) ? $waits : [], is_float(...));
    rsort($waits);
    $status |= count($waits) < 10 ? 1 : 0;

    return sprintf('%.0f ms at most, %.1f at the median of %s writes', $waits[0] ?? INF, $waits[intdiv(count($waits), 2)] ?? INF, number_format(count($waits)));
};
for ($run = 1; $run <= $given->int('runs', 3); $run++) {
    array_map(unlink(...), glob("$file*") ?: []);
    $database = new PDO("sqlite:$file", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    $database->exec("PRAGMA journal_mode = {$given->string('journal', 'delete')}");
    $database->exec('CREATE TABLE cache (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE others (n INT); INSERT INTO others VALUES (0)');
    $insert = $database->prepare('INSERT INTO cache VALUES (?, ?)');
    $database->beginTransaction();
    for ($i = 0; $i < 4020; $i++) {
        $rows = range(1, 30);
        for ($row = 0; $i % 201 === 0 && $row < 16_500; $row++) {
            $rows[] = ['id' => $row * $i, 'title' => "row $row of $i in the table", 'hash' => md5("$row-$i")];
        }
        $insert->execute(["key:$i", serialize($rows)]);
    }
    $database->commit();
    unset($insert, $database); // no connection of this process holds a lock
    echo 'without lyo:        ', $longest(static fn(): bool => sleep(4) === 0), "\n";
    echo 'beside lyo convert: ', $longest(static fn(): bool => $lyo->json(['convert', $file, '--table=cache', '--to=lyo'])['converted'] === 4020), "\n";
}
exit($status);
