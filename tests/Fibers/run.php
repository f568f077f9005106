<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests fibers that are started, suspended, resumed and destroyed at random inside hooks of serializers.
//
//   php -n -d extension=build/lyo.so -d extension=build/igbinary.so tests/Fibers/run.php [--runs=N] [--seed=N] [--brief] [--without-native]
//
// `make test-fibers` runs it with either module and with both. Fails if a call returns another result than without fibers, if the state of PHP's
// own serializer has changed, and if there were fewer operations than planned. A debug build of PHP reports leaked memory. Use
// --without-native there, because serialize() itself leaks when a fiber is destroyed inside it.

use Lyo\Tests\Fibers\World;
use Lyo\Tests\Policy\Stored;
use Lyo\Tests\Support\Arguments;

// Session handlers report data that they cannot read, and PHP reports that Serializable is deprecated.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING);
require __DIR__ . '/../Support/Arguments.php';
require __DIR__ . '/../Policy/Stored.php';
foreach (['Caller', 'Context', 'Track', 'Job', 'Jobs', 'World', 'classes'] as $file) {
    require __DIR__ . "/$file.php";
}

const ROUND = 2000;
const KINDS = ['suspend', 'resume', 'start', 'destroy', 'throw', 'collect garbage', 'serialize() and unserialize()', 'session in the form '];

$given = Arguments::parse(array_slice($argv, 1), ['runs', 'seed', 'brief', 'without-native']);
$operations = $given->int('runs', 100_000);
$seed = $given->int('seed', 1);
$native = !$given->has('without-native');
$modules = array_values(array_filter(['lyo', 'igbinary'], extension_loaded(...)));
if ($modules === []) {
    fwrite(STDERR, "fibers: neither lyo nor igbinary is loaded\n");
    exit(2);
}

ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
ini_set('session.serialize_handler', $modules[0]);
foreach ($modules as $module) {
    ini_set("$module.allowed_classes", implode(' ', ['PlainPair WithState WithNames WithPayload', ...array_map(fn(int $i): string => sprintf('Late%05d', $i), range(0, 2000))]));
}
ini_set('igbinary.read_native', '1');
spl_autoload_register(function (string $class): void {
    World::current()->load($class);
});
session_set_save_handler(new Stored(), false);
ob_start(); // a session begins before the first output

$made = $rounds = 0;
$kinds = $failures = [];
while ($made < $operations) {
    $world = World::seeded($seed + $rounds, $native);
    $world->run(min(ROUND, $operations - $made));
    foreach ($world->operations as $name => $count) {
        $kinds[$name] = ($kinds[$name] ?? 0) + $count;
    }
    $made = array_sum($kinds);
    foreach ($world->failures as $failure) {
        $failures[] = 'seed ' . ($seed + $rounds) . ": $failure";
    }
    $rounds++;
    unset($world);
    gc_collect_cycles();
}
ob_end_flush();

ksort($kinds);
foreach ($given->has('brief') ? [] : $kinds as $name => $count) {
    printf("%9d %s\n", $count, $name);
}
foreach (array_slice($failures, 0, 10) as $failure) {
    echo "fibers: $failure\n";
}
foreach ([...KINDS, ...$native ? ['native: '] : [], ...array_map(fn(string $module): string => "$module: ", $modules)] as $kind) {
    if (array_filter(array_keys($kinds), fn(string $name): bool => str_starts_with($name, $kind)) === []) {
        $failures[] = "no operation of the kind $kind";
        echo "fibers: no operation of the kind $kind\n";
    }
}
printf("fibers: %d operations in %d rounds with %s, %d failures\n", $made, $rounds, implode(' and ', $modules), count($failures));
$made >= $operations || print("fibers: $operations operations were planned\n");
exit($failures !== [] || $made < $operations ? 1 : 0);
