<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// php classes.php FOLDER   loads every class of the plugin's library, and packs a value

declare(strict_types=1);

use LyoPlugin\Lyo\Bridge\Packer;

[, $folder] = $argv;
require "$folder/includes/autoload.php";
$count = 0;
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$folder/lib", FilesystemIterator::SKIP_DOTS)) as $file) {
    $class = strtr(substr((string) $file, strlen("$folder/lib/"), -4), '/', '\\');
    if (in_array($class, ['functions', 'Bridge\\WordPress\\object-cache', 'Bridge\\WordPress\\redis-object-cache', 'Bridge\\WordPress\\RedisObjectCache', 'Pure\\StreamSink'], true)) {
        continue;
    }
    $class = (str_starts_with($class, 'Exception\\') ? 'Lyo\\' : 'LyoPlugin\\Lyo\\') . $class;
    class_exists($class) || interface_exists($class) || trait_exists($class) || exit("$class is not there");
    $count++;
}
foreach (get_declared_classes() as $class) {
    $is = str_starts_with($class, 'Lyo\\') && !str_starts_with($class, 'Lyo\\Exception\\');
    $is && exit("$class has no prefix");
}
$value = ['a list' => range(1, 50), 'object' => new ArrayObject([1, 2])];
foreach (['native', 'lyo', 'igbinary'] as $format) {
    $packer = new Packer($format, envelope: $format === 'lyo' ? ['compress' => 'zlib', 'min_size' => 10] : null);
    $packer->unpack($packer->pack($value)) == $value || exit("$format does not work");
}
function_exists('lyo_serialize') === extension_loaded('lyo') || exit('a global function is defined');
echo "$count classes";
