<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The library inside of an application that is strict: an error handler that ignores error_reporting(), once one that throws; serialize_precision; ini_set()
// that is disabled. What it reads through each bridge, and all that its handler and its hooks see, must be as with plain unserialize().
//
//   php -n tests/Guest/run.php              with each of these, in processes of their own
//   php -n [...] tests/Guest/run.php --here     with the settings of this process

use Lyo\Bridge\Miss;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Format;
use Lyo\Tests\Guest\Bridges;
use Lyo\Tests\Guest\Host;
use Lyo\Tests\Guest\Scenarios;

const PLANNED = 800;

$root = dirname(__DIR__, 2);
if (!isset(getopt('', ['here'])['here'])) {
    $status = 0;
    $modules = (string) getenv('GUEST_MODULES');
    $build = realpath(getenv('BUILD') ?: "$root/build");
    foreach (['', 'lyo', 'igbinary'] as $name) {
        $extension = $name === '' ? '' : '-d extension=' . escapeshellarg("$build/$name.so");
        putenv("GUEST_EXTENSION=$name");
        foreach (['-1', '17', '4'] as $precision) {
            foreach (['', '-d disable_functions=ini_set'] as $disabled) {
                passthru(escapeshellarg(PHP_BINARY) . " -n $modules $extension -d serialize_precision=$precision $disabled " . escapeshellarg(__FILE__) . ' --here', $one);
                $status |= $one;
            }
        }
    }
    exit($status);
}

$extension = (string) getenv('GUEST_EXTENSION');
if ($extension !== '' && !extension_loaded($extension)) {
    echo "guest: $extension.so of BUILD cannot be loaded\n";
    exit(1);
}
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED); // Serializable is deprecated
require "$root/vendor/autoload.php";
require_once "$root/src/functions.php";
require_once "$root/tests/Bridge/Drupal/core.php";
foreach (['classes', 'Scenarios', 'Host', 'Bridges'] as $file) {
    require_once __DIR__ . "/$file.php";
}
$compared = 0;
$faults = 0;
$compare = static function (string $what, array $plain, array $lyo) use (&$compared, &$faults): void {
    $compared++;
    if ($plain !== $lyo && $faults++ < 10) {
        echo "guest: $what\n  plain ", json_encode($plain, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n  lyo   ", json_encode($lyo, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    }
};
$texts = array_map(static fn(mixed $value): string => (string) @serialize($value), Scenarios::values()) + Scenarios::texts();
foreach ([false, true] as $throws) {
    $host = new Host($throws);
    foreach (Bridges::all() as $bridge => [$read, $plain, $misses]) {
        foreach ($texts as $name => $text) {
            $known = !in_array($bridge, ['Serializer', 'WordPress'], true) || Format::detect($text) !== null; // otherwise these two read nothing
            $expected = $host->sees(static fn(): mixed => $known ? $plain($text) : throw new Miss());
            if ($misses && str_starts_with($name, 'a missing class') && !str_starts_with($expected['result'], 'value string')) { // WordPress stores text with payloads as it is
                $expected['result'] = 'exception';
            }
            $compare("$bridge: $name" . ($throws ? ', handler throws' : ''), $expected, $host->sees(static fn(): mixed => $read($text)));
        }
    }
    // written and read in other formats
    foreach (Scenarios::values() as $name => $value) {
        $written = $host->sees(static fn(): string => bin2hex(serialize($value)));
        foreach (['lyo' => [lyo_serialize(...), lyo_unserialize(...)], 'igbinary' => [(new IgbinaryCodec(false))->encode(...), static fn(string $data): mixed => (new IgbinaryCodec(false))->decode($data, Lyo\ClassPolicy::all())]] as $format => [$encode, $decode]) {
            $bytes = '';
            $lyo = $host->sees(static function () use ($encode, $value, &$bytes): int {
                return strlen($bytes = $encode($value));
            });
            $compare("$format written: $name", ['seen' => $written['seen']], ['seen' => array_map(static fn(string $line): string => str_replace('lyo_serialize()', 'serialize()', $line), $lyo['seen'])]);
            if ($bytes !== '') {
                $text = $texts[$name];
                $exact = $name === 'floats' && ($format === 'lyo' || function_exists('ini_set')); // whatever serialize_precision says
                $compare("$format read: $name", $host->sees(static fn(): mixed => $exact ? $value : unserialize($text)), $host->sees(static fn(): mixed => $decode($bytes)));
            }
        }
    }
}
printf("guest: %d comparisons, %d differ (%s, serialize_precision=%s%s)\n", $compared, $faults, extension_loaded('lyo') ? 'lyo.so' : (extension_loaded('igbinary') ? 'igbinary.so' : 'library'), ini_get('serialize_precision'), function_exists('ini_set') ? '' : ', without ini_set()');
$compared >= PLANNED || printf("guest: %d were planned\n", PLANNED);
exit($faults === 0 && $compared >= PLANNED ? 0 : 1);
