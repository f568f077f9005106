<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests lyo.so and lyo-dump with every vector of the specification (spec/vectors).
//
//   php -n -d extension=build/lyo.so tests/run-vectors.php [--dump=build/lyo-dump] [--mutations=N]
//   php -n tests/run-vectors.php --library    the library in PHP in the place of lyo.so; with ffi it uses a stand-in for the extension zstd
//
// Without lyo.so only lyo-dump is checked, without lyo-dump only lyo.so; without both, and if there are fewer vectors
// than before, the run fails. --mutations=N: for each vector N payloads with a changed, inserted or removed
// byte, on which decoder and walker must agree.

declare(strict_types=1);

namespace Lyo\Tests;

use Lyo\Tests\Wire\Dump;
use Lyo\Tests\Wire\VectorRun;

require_once __DIR__ . '/../src/Wire/ErrorCode.php';
foreach (['Vector', 'Dump', 'NativeDiagnostic', 'Expanded', 'VectorRun'] as $class) {
    require_once __DIR__ . "/Wire/$class.php";
}

$options = getopt('', ['dump:', 'mutations:', 'library']);
$library = isset($options['library']);
if ($library && extension_loaded('lyo')) {
    fwrite(STDERR, "vectors: lyo.so is loaded, so the library stands back\n");
    exit(1);
}
if ($library) {
    require __DIR__ . '/../vendor/autoload.php';
    require __DIR__ . '/Envelope/zstd.php';
}
$given = $options['dump'] ?? null;
$build = getenv('BUILD');
$path = is_string($given) ? $given : __DIR__ . '/../' . ($build === false ? 'build' : $build) . '/lyo-dump';
if (is_string($given) && !is_executable($path)) {
    fwrite(STDERR, "vectors: no $path\n");
    exit(1);
}
$mutations = is_string($options['mutations'] ?? null) ? (int) $options['mutations'] : 0;
$run = new VectorRun(is_executable($path) ? new Dump($path) : null, $library || extension_loaded('lyo'), $library ? 'the library' : 'lyo.so');
$passed = $run->all($mutations);
gc_collect_cycles(); // vectors with cycles: what is left after this is a leak
unset($run);
if (!$passed) {
    exit(1);
}
