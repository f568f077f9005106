<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// One process of bin/corpus, in the PHP and the folder of one application:
//
//   php corpus/record.php APPLICATION DIRECTORY     prints the application's lines of the manifest

use Lyo\Corpus\Recorder;

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Lyo\\Corpus\\') && is_file($file = __DIR__ . '/' . substr($class, 11) . '.php')) {
        require $file;
    }
});

(static function (string $application, string $directory): void {
    if (is_file($autoload = "$directory/$application/vendor/autoload.php")) {
        require $autoload;
    }
    error_reporting(E_ALL & ~E_DEPRECATED);
    mt_srand(1);
    $recorder = new Recorder($directory, $application);
    $record = require "$directory/$application/values.php";
    if (!is_callable($record)) {
        throw new RuntimeException("values.php of $application gives no function");
    }
    $record($recorder);
    fwrite(STDOUT, implode("\n", $recorder->manifest()) . "\n");
})((string) $argv[1], (string) $argv[2]);
