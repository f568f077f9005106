<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A site that keeps values in files, for a test: checks all values, and writes them again. Prints which implementation ran.
//
//   php -n [-d extension=lyo] tests/Library/site.php FOLDER

declare(strict_types=1);

use Lyo\Codec\LyoCodec;
use Lyo\Implementation;
use Lyo\Serializer;

error_reporting(E_ALL & ~E_DEPRECATED); // for a class of the vectors that is Serializable alone
require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/../../spec/vectors/classes.php';

$folder = $argv[1] ?? '';
if (!is_dir($folder) && !mkdir($folder)) {
    exit(2);
}
$object = new V\Savings();
$x = 5;
$values = [
    'list' => range(1, 100),
    'rows' => array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'price' => $i / 4, 'tags' => [$i]], range(1, 300)),
    'config' => ['debug' => false, 'paths' => ['a' => '/var/www/a', 'b' => '/var/www/b'], 5 => null],
    'object' => $object,
    'shared' => [$object, $object],
    'references' => [&$x, &$x],
    'enum' => [V\Suit::Hearts, V\Suit::Spades],
    'state' => new V\Pair(1, ['a' => 2]),
    'payload' => new V\Token('abc'),
    'internal' => [new ArrayObject([1, 2]), new DateTimeImmutable('2024-02-29 12:00 UTC'), new SplObjectStorage()],
    'text' => str_repeat("bytes \xFF\0 ", 1000),
    'float' => 0.1 + 0.2,
];
$serializer = new Serializer(new LyoCodec());
$read = 0;
foreach ($values as $name => $value) {
    $file = "$folder/$name";
    if (is_file($file)) {
        $data = (string) file_get_contents($file);
        if (serialize($serializer->decode($data)) !== serialize($value) || $serializer->encode($value) !== $data) {
            echo "$name has changed\n";
            exit(1);
        }
        $read++;
    }
    file_put_contents($file, $serializer->encode($value));
}
echo Implementation::current()->value, ": $read read\n";
