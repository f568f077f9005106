<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Pages in php-fpm with guarded blocks (guard.h): whoever uses a kept value when its memory may be gone ends with SIGSEGV.
//
//   php -n -d extension=posix tests/Kept/pages.php MODULE late [REQUESTS] [JIT]    late users (late.php): at least all kinds, each seven times
//   php -n -d extension=posix tests/Kept/pages.php MODULE soak [REQUESTS] [JIT]    a store that is always full (soak.php)
//
// With LYO_KEEP_FAULT a mistake is made (guard.h), and this must fail.

declare(strict_types=1);

use Kept\Fpm;
use Lyo\Tests\Clients\Server;

require __DIR__ . '/Fpm.php';
require __DIR__ . '/../Clients/Server.php';

/** Kinds whose pages do not come to their end. */
const ENDS = ['exception', 'exit inside', 'memory limit', 'time limit'];
const CLIENTS = ['apcu', 'curl', 'dom', 'intl', 'mbstring', 'memcached', 'mongodb', 'pcntl', 'pdo_sqlite', 'redis', 'simplexml', 'sodium', 'xml'];

exit(pages((string) realpath($argv[1] ?? ''), $argv[2] ?? 'late', (int) ($argv[3] ?? 0), $argv[4] ?? ''));

function pages(string $module, string $what, int $requests, string $jit): int
{
    $program = Fpm::program();
    if ($program === null) {
        echo "kept, pages: SKIPPED, there is no php-fpm of PHP ", PHP_VERSION, "\n";
        return 0;
    }
    $options = [];
    $present = [];
    $extensions = (string) ini_get('extension_dir');
    foreach (['ctype', 'posix', 'pdo', 'igbinary', 'msgpack', ...CLIENTS] as $name) {
        $built = extension_loaded($name) && !is_file("$extensions/$name.so");
        if ($built || is_file("$extensions/$name.so")) {
            $present[] = $name;
            $built || array_push($options, '-d', "extension=$name");
        }
    }
    array_push($options, '-d', "extension=$module", '-d', 'lyo.keep_values=' . ($what === 'soak' ? '400K' : '16M'), '-d', 'apc.enabled=1', '-d', 'opcache.file_update_protection=0', '-d', 'opcache.interned_strings_buffer=8');
    is_file("$extensions/opcache.so") && array_push($options, '-d', 'zend_extension=opcache');
    $jit === '' || array_push($options, '-d', 'opcache.jit_buffer_size=32M', '-d', "opcache.jit=$jit");
    return $what === 'soak' ? soak($program, $options, $requests, $jit) : late($program, $options, $requests, $jit, array_values(array_diff(CLIENTS, $present)));
}

/**
 * @param list<string> $options
 * @param list<string> $missing
 */
function late(string $program, array $options, int $requests, string $jit, array $missing): int
{
    $environment = ['KEPT_FOLDER' => sys_get_temp_dir() . '/lyo-late-' . bin2hex(random_bytes(4))];
    mkdir($environment['KEPT_FOLDER']);
    for ($file = 0; $file < 4; $file++) { // keys that only this code has, and more than a shape can have
        $keys = array_map(static fn(int $i): string => "key_{$i}_of_code_$file" . str_repeat('x', ($i + $file) % 9), range(0, 49));
        file_put_contents("$environment[KEPT_FOLDER]/code$file.php", '<?php return ' . var_export(array_fill_keys($keys, 1), true) . ';');
    }
    $servers = [];
    foreach (['redis' => static fn(int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', $environment['KEPT_FOLDER']], 'memcached' => static fn(int $port): array => ['memcached', '-l', '127.0.0.1', '-p', (string) $port, '-U', '0', '-u', 'nobody']] as $name => $command) {
        if ((string) exec('command -v ' . $command(0)[0]) === '') {
            $missing[] = $command(0)[0];
            continue;
        }
        $servers[] = $server = new Server($command);
        $environment['KEPT_' . strtoupper($name)] = (string) $server->port;
    }
    $fpm = new Fpm($program, 1, $options, $environment);
    preg_match_all("/^    case '([^']+)'/m", (string) file_get_contents(__DIR__ . '/late.php'), $found);
    $kinds = array_values(array_diff($found[1], ['pattern later', 'apcu later']));
    $bad = [];
    $sent = 0;
    $ask = static function (string $kind) use ($fpm, &$bad, &$sent): void {
        $sent++;
        $said = $fpm->get(__DIR__ . '/late.php', http_build_query(['do' => $kind, 'n' => $sent]));
        if ($said === null || str_contains($said, 'CHANGED') || (!in_array($kind, ENDS, true) && !str_contains($said, "DONE $kind"))) {
            $bad[$kind] ??= $said === null ? 'no answer' : substr($said, -300);
        }
    };
    foreach ($kinds as $kind) {
        foreach ([$kind, 'none', 'none', $kind, 'none', $kind === 'pattern' || $kind === 'apcu' ? "$kind later" : 'none', 'none'] as $next) {
            $ask($next);
        }
    }
    mt_srand(3);
    $often = array_values(array_diff($kinds, ['time limit']));
    while ($sent < $requests) {
        $ask(mt_rand(0, 2) === 0 ? 'none' : $often[mt_rand(0, count($often) - 1)]);
    }
    foreach (range(1, 3) as $_) {
        $ask('none');
    }
    $crashes = $fpm->crashes();
    $fpm->stop();
    foreach ($servers as $server) {
        $server->stop();
    }
    exec('rm -rf ' . escapeshellarg($environment['KEPT_FOLDER']));
    foreach ($bad as $kind => $said) {
        echo "kept, late users: $kind: $said\n";
    }
    $missing === [] || print('kept, late users: SKIPPED, missing: ' . implode(', ', $missing) . "\n");
    printf("kept, late users: %d kinds, %d requests%s: %d kinds went wrong, %d signals (PHP %s)\n", count($kinds), $sent, $jit === '' ? '' : " with the JIT $jit", count($bad), $crashes, PHP_VERSION);
    return $bad === [] && $crashes === 0 ? 0 : 1;
}

/** @param list<string> $options */
function soak(string $program, array $options, int $requests, string $jit): int
{
    $fpm = new Fpm($program, 2, $options, []);
    $wrong = $hits = $lost = $killed = $answers = 0;
    $last = '';
    $most = 0;
    $sizes = [];
    for ($r = 0; $r < $requests; $r++) {
        $said = $fpm->get(__DIR__ . '/soak.php', "r=$r");
        if (preg_match('/WRONG=(\d+) HITS=(\d+) (ENTRIES=\d+ BYTES=(\d+) FREED=\d+) END/', (string) $said, $found) === 1) {
            $answers++;
            $wrong += (int) $found[1];
            $hits += (int) $found[2];
            $last = $found[3];
            $most = max($most, (int) $found[4]);
        } else {
            $lost++;
        }
        if ($r % 500 === 499) {
            foreach ($fpm->workers() as $i => $pid) {
                $sizes[] = (int) (preg_match('/^VmRSS:\s+(\d+)/m', (string) @file_get_contents("/proc/$pid/status"), $size) === 1 ? $size[1] : 0);
                if ($i === 0 && $r % 2000 === 1999) {
                    posix_kill($pid, 9);
                    $killed++;
                }
            }
        }
    }
    $crashes = $fpm->crashes();
    $fpm->stop();
    printf("kept, soak: %d requests%s, %d answers, %d values wrong, %d signals, %d workers killed, %d arrays given out; %s, at most %d bytes kept, workers of %d to %d kB (PHP %s)\n", $requests, $jit === '' ? '' : " with the JIT $jit", $answers, $wrong, $crashes, $killed, $hits, $last, $most, $sizes === [] ? 0 : min($sizes), $sizes === [] ? 0 : max($sizes), PHP_VERSION);
    return $wrong === 0 && $crashes === 0 && $lost <= $killed && $hits > $requests && $most <= 400 << 10 ? 0 : 1;
}
