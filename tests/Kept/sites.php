<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What lyo.keep_values saves in a page, and what it takes: php-fpm with OPcache and 4 workers, all items in the format lyo.
//
//   BUILD=build php tests/Kept/sites.php SITE [REQUESTS [WARM]]     SITE: drupal-site, clients (WordPress), laravel-13, symfony-7, shop (Symfony)
//
// REQUESTS: how many each worker answers at least (200, half of them before peak and CPU time are read). WARM: requests before those that callgrind counts (40); 0: none are counted.
// LIMIT=1M is another limit than 4M.
// Sites are those of test-bridges (tests/Bridge/Steps), and the shop of bench-packages.

declare(strict_types=1);

use Kept\Fpm;
use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Steps\Application;
use Lyo\Tests\Bridge\Steps\Server;

$of = $argv[1] ?? 'shop';
$requests = (int) ($argv[2] ?? 200);
$warm = (int) ($argv[3] ?? 40);
putenv("BRIDGE_OF=$of");
putenv('BRIDGE_PROJECT=' . (in_array($of, ['drupal-site', 'shop'], true) ? 'symfony-7' : $of));
require __DIR__ . '/../Bridge/load.php';
require __DIR__ . '/Fpm.php';

$folder = sys_get_temp_dir() . '/lyo-sites-' . getmypid();
mkdir($folder, 0700);
$servers = new Servers($folder, ['redis-server', ...$of === 'shop' ? [] : ['mariadbd']]);
array_map(static fn(string $name, string $value): bool => putenv("$name=$value"), array_keys($servers->variables()), $servers->variables());
try {
    $web = $of === 'shop' ? shop($folder) : application($of);
    $paths = $of === 'drupal-site' ? ['/en', '/es', '/en/articles', '/en/recipes', '/es/recipes'] : ['/'];
    served($web, '0', $paths, 5); // what is missing is stored
    $limits = ['0', getenv('LIMIT') ?: '4M'];
    foreach ([...$limits, ...$limits] as $limit) {
        printf("%s, PHP %s, lyo.keep_values=%s: %s\n", $of, PHP_VERSION, $limit, served($web, $limit, $paths, $requests));
    }
    foreach ($warm > 0 ? $limits : [] as $limit) {
        $web[0] = [...$web[0], '-d', "lyo.keep_values=$limit"];
        (new Server($web[0], $web[1], $web[2], $folder, false))->page(); // compiles
        [, $instructions, $last] = (new Server($web[0], $web[1], $web[2], $folder, true, $warm))->page();
        printf("%s, lyo.keep_values=%s: %s instructions, the least of three requests after %d; %s\n", $of, $limit, number_format($instructions), $warm, json_encode(read_answer($last)['kept']));
    }
} finally {
    $servers->stop();
    exec('rm -rf ' . escapeshellarg($folder));
}

/** @return array{list<string>, string, array<string, string>} */
function application(string $of): array
{
    $framework = $of === 'clients' ? 'wordpress' : ($of === 'drupal-site' ? $of : (string) strtok($of, '-'));
    $application = Application::make($framework, Servers::folder("sites-$framework"));
    is_string($application) && throw new RuntimeException("there is no $application");
    $bytes = [];
    foreach ([['plain', false, 'install'], ['plain', false, 'read'], ['lyo', true, 'build'], ['lyo', true, 'write'], ['lyo', true, 'read']] as [$head, $extension, $does]) {
        $found = $application->run($head, $extension, $does);
        $bytes["$head $does"] = is_string($found) ? throw new RuntimeException("$does: $found") : $found['bytes'];
    }
    $application->stored($bytes['lyo read'] ?? 0, $bytes['plain read'] ?? 0) === 'lyo' || throw new RuntimeException('the items are not in the format lyo');
    return $application->web('lyo', true);
}

/** @return array{list<string>, string, array<string, string>} */
function shop(string $folder): array
{
    $root = dirname(__DIR__, 2);
    $build = (string) realpath(getenv('BUILD') ?: 'build');
    mkdir("$folder/vendor");
    file_put_contents("$folder/vendor/autoload.php", "<?php \$loader = require '$build/bridges/symfony-7/vendor/autoload.php';\n\$loader->addPsr4('Lyo\\\\Bundle\\\\', '$root/packages/symfony-bundle/src');\n\$loader->addPsr4('Lyo\\\\', '$root/src');\nrequire_once '$root/corpus/applications/symfony/src/php85.php';\nrequire_once '$root/src/functions.php';\nreturn \$loader;\n");
    $site = ['head' => 'lyo', 'folder' => "$folder/shop", 'redis' => 'redis://127.0.0.1:' . Servers::redis() . '/1', 'vendor' => "$folder/vendor"];
    mkdir($site['folder']);
    return [Runner::php(['ctype', 'mbstring', 'tokenizer', 'igbinary', 'redis', "$build/lyo.so"]), "$root/tests/Packages/Symfony/site/index.php", ['SITE' => (string) json_encode($site)] + getenv()];
}

/** @return array{peak: int, pid: int, misses: int, kept: array<string, int>} */
function read_answer(?string $output): array
{
    /** @var array{peak: int, pid: int, misses: int, kept: array<string, int>, errors?: list<string>}|null $found */
    $found = json_decode((string) strrchr(rtrim((string) $output), "\n"), true);
    return $found !== null && ($found['errors'] ?? []) === [] ? $found : throw new RuntimeException('no answer, ' . substr((string) $output, -1000));
}

/**
 * @param array{list<string>, string, array<string, string>} $web
 * @param list<string> $paths
 */
function served(array $web, string $limit, array $paths, int $requests): string
{
    [$php, $script, $environment] = $web;
    $fpm = new Fpm((string) Fpm::program(), 4, [...array_slice($php, 1), '-d', 'zend_extension=opcache', '-d', 'opcache.file_update_protection=0', '-d', 'opcache.validate_timestamps=0', '-d', 'opcache.interned_strings_buffer=16', '-d', "lyo.keep_values=$limit"], $environment);
    /** @var array<int, array{requests: int, kept: array<string, int>, steady: int}> $workers */
    $workers = [];
    /** @var array<int, array{float, int}> $half CPU time of each worker at half of its requests, and how many these were */
    $half = [];
    $peaks = $misses = [];
    try {
        for ($i = 0; $i < 12 * $requests && (count($workers) < 4 || min([PHP_INT_MAX, ...array_column($workers, 'requests')]) < $requests); $i++) {
            $path = $paths[intdiv($i, 4) % count($paths)];
            $found = read_answer($fpm->get($script, http_build_query(['path' => $path])));
            $worker = $workers[$found['pid']] ?? ['requests' => 0, 'kept' => [], 'steady' => 0];
            $answered = $worker['requests'] + 1;
            $isSteady = ($found['kept']['entries'] ?? 0) === ($worker['kept']['entries'] ?? 0);
            $workers[$found['pid']] = ['requests' => $answered, 'kept' => $found['kept'], 'steady' => $isSteady ? $worker['steady'] : $answered];
            if ($answered > $requests / 2) {
                $half[$found['pid']] ??= [processor_time($found['pid']), $answered];
                $peaks[$path][] = $found['peak'];
                $misses[] = $found['misses'];
            }
        }
        $milliseconds = array_sum(array_map(static fn(int $pid, array $since): float => processor_time($pid) - $since[0], array_keys($half), $half));
        $answers = array_sum(array_map(static fn(int $pid, array $since): int => $workers[$pid]['requests'] - $since[1], array_keys($half), $half));
        $pss = array_map(static fn(int $pid): int => preg_match('/^Pss:\s+(\d+)/m', (string) file_get_contents("/proc/$pid/smaps_rollup"), $size) === 1 ? (int) $size[1] : 0, $fpm->workers());
    } finally {
        $fpm->stop();
    }
    $least = min([PHP_INT_MAX, ...array_column($workers, 'requests')]);
    count($workers) === 4 && $least >= $requests || throw new RuntimeException("a worker has answered only $least requests");
    $means = array_map(static fn(array $of): float => array_sum($of) / count($of), $peaks);
    return sprintf("CPU time of a request %.3f ms (%d of them), peak memory %.3f MB (%s), PSS of %d workers %.2f MB (%s kB), requests %s, misses %d; kept after request %s: %s", $milliseconds / max(1, $answers), $answers, array_sum($means) / max(1, count($means)) / 1e6, implode(', ', array_map(static fn(string $path, float $mean): string => sprintf('%s %.3f', $path, $mean / 1e6), array_keys($means), $means)), count($pss), array_sum($pss) * 1024 / 1e6, implode(' ', $pss), implode(' ', array_column($workers, 'requests')), array_sum($misses), implode(' ', array_column($workers, 'steady')), json_encode($workers[array_key_first($workers)]['kept']));
}

/** The CPU time that a process has taken, in milliseconds. */
function processor_time(int $pid): float
{
    return (int) @file_get_contents("/proc/$pid/schedstat") / 1e6;
}
