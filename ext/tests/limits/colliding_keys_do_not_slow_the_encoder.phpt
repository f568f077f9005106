--TEST--
Keys whose hashes PHP computes alike do not slow the encoder's own tables; in arrays they cost what they cost natively
--SKIPIF--
<?php
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes longer');
?>
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../support/processor.inc';

/* "Ez" and "FY" have the same hash, and so have all strings of such blocks. */
$collide = static function (int $n): array {
    $names = [''];
    while (count($names) < $n) {
        $names = array_merge(array_map(static fn(string $s): string => $s . 'Ez', $names), array_map(static fn(string $s): string => $s . 'FY', $names));
    }

    return array_slice($names, 0, $n);
};
$names = $collide(2048);
$values = [
    'strings' => $names,
    'shapes' => array_map(static fn(string $k): array => [$k => 1, 'x' => 2], $names),
    'more of them' => [array_map(static fn(string $k): array => [$k => 1, 'x' => 2], $names), array_map(static fn(string $k): array => [$k => 1, 'x' => 2], $names)],
    'objects' => array_map(static fn(string $k): object => (object) [$k => 1], $names),
    /* Classes that are missing can have a property of the name of the class. */
    'objects with a property named as the class' => unserialize('a:65536:{' . implode('', array_map(static fn(int $i): string => sprintf('i:%d;O:6:"C%05d":1:{s:6:"C%05d";i:1;}', $i, $i, $i), range(0, 65535))) . '}'),
    'a map' => array_flip(array_slice($names, 0, 500)),
];
foreach ($values as $name => $value) {
    $start = processor_time();
    $bytes = lyo_serialize($value);
    $back = lyo_unserialize($bytes, ['allowed_classes' => ['stdClass']]);
    $seconds = processor_time() - $start;
    echo $name, ': ', serialize($back) === serialize($value) && lyo_serialize($back) === $bytes ? 'there and back' : 'DIFFERENT', $seconds < 20 ? '' : " in $seconds s", "\n";
}
--EXPECT--
strings: there and back
shapes: there and back
more of them: there and back
objects: there and back
objects with a property named as the class: there and back
a map: there and back
