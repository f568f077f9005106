<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests everything that the running PHP can declare: every class, interface and enum of the loaded modules, and properties of every
// kind in this version. Real objects and made-up states go through serialize(), lyo.so, igbinary.so and the library.
//
//   php -n -d extension=build/lyo.so -d extension=build/igbinary.so [-d extension=...] tests/Language/run.php [--verbose]
//
// Fails if one of them returns another result than serialize() and unserialize(), and if fewer classes and properties were tested than planned.

use Lyo\Tests\Language\Classes;
use Lyo\Tests\Language\LanguageChecks;
use Lyo\Tests\Language\Properties;

require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/../Fixtures/LazyObjects.php';
foreach (['Side', 'Seen', 'LanguageChecks', 'StandIn', 'Instances', 'States', 'Classes', 'Kinds', 'Properties', 'Listed'] as $class) {
    require_once __DIR__ . "/$class.php";
}

// Messages of classes about unusual data.
error_reporting(0);
ini_set('memory_limit', '1G');
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');

// Some constructors make a file of what they are given.
$folder = sys_get_temp_dir() . '/lyo-language-' . getmypid();
mkdir($folder);
chdir($folder);
register_shutdown_function(static function () use ($folder): void {
    array_map(unlink(...), array_filter(glob("$folder/*") ?: [], is_file(...)));
    chdir('/');
    rmdir($folder);
});

$verbose = in_array('--verbose', $argv, true);
$failed = 0;
foreach ([new Classes(new LanguageChecks()), new Properties(new LanguageChecks())] as $part) {
    $failed += $part->run() ? 0 : 1;
    foreach (array_slice($part->trial->failures, 0, $verbose ? null : 20) as $failure) {
        echo $failure, "\n";
    }
    echo $part->report(), "\n";
}
exit($failed === 0 ? 0 : 1);
