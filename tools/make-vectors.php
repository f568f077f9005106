<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Completes new entries of spec/vectors that have only name, section and php:
//
//   php -n -d extension=build/lyo.so tools/make-vectors.php
//
// valid: hex from lyo.so, diag from serialize() text or, of vectors with equal arrays, from build/lyo-dump. readable: diag from build/lyo-dump. It never changes an existing
// hex: those marked by_hand were written from the specification before there was an encoder, and check the encoder.
// Read what it adds before you commit it: this does not compare anything, tests/run-vectors.php does.

declare(strict_types=1);

use Lyo\Tests\Wire\Dump;
use Lyo\Tests\Wire\Expanded;
use Lyo\Tests\Wire\NativeDiagnostic;
use Lyo\Tests\Wire\Vector;

foreach (['Vector', 'Dump', 'NativeDiagnostic', 'Expanded'] as $class) {
    require __DIR__ . "/../tests/Wire/$class.php";
}
Vector::loadClasses();

/** @param list<array<string, mixed>> $entries */
function write(string $file, array $entries): void
{
    $json = json_encode($entries, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR) . "\n";
    if ($json !== file_get_contents($file)) {
        file_put_contents($file, $json);
        echo 'wrote ', basename(dirname($file)), '/', basename($file), "\n";
    }
}

/** @param array<string, mixed> $entry */
function text(array $entry, string $key): string
{
    return isset($entry[$key]) && is_string($entry[$key]) ? $entry[$key] : '';
}

/** A long notation would only repeat the expression. */
function short(string $diag): ?string
{
    return strlen($diag) <= 400 ? $diag : null;
}

/**
 * @param array<string, mixed> $entry
 * @return array<string, mixed>
 */
function ordered(array $entry): array
{
    $order = ['name', 'section', 'php', 'diag', 'by_hand', 'example', 'write', 'options', 'dump', 'needs', 'hex', 'canonical'];
    $result = [];
    foreach ($order as $key) {
        if (isset($entry[$key])) {
            $result[$key] = $entry[$key];
        }
    }
    return $result;
}

$dump = new Dump(__DIR__ . '/../build/lyo-dump');
foreach ([...Vector::files('valid'), ...Vector::files('envelope/valid')] as $file) {
    $entries = [];
    foreach (Vector::read($file) as $entry) {
        $value = eval('return ' . text($entry, 'php') . ';');
        $entry['hex'] ??= bin2hex(lyo_serialize($value, is_array($entry['write'] ?? null) ? $entry['write'] : []));
        $native = NativeDiagnostic::fromText(serialize($value));
        $dumped = substr($dump->answer(Vector::fromHex(text($entry, 'hex'))), 3);
        $entry['diag'] = short($dumped !== $native && Expanded::notation($dumped) === $native ? $dumped : $native);
        $entries[] = ordered($entry);
    }
    write($file, $entries);
}

foreach (Vector::files('readable') as $file) {
    $entries = [];
    foreach (Vector::read($file) as $entry) {
        $entry['diag'] = short(substr($dump->answer(Vector::fromHex(text($entry, 'hex'))), 3));
        $entries[] = ordered($entry);
    }
    write($file, $entries);
}
