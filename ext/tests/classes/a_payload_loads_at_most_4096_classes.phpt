--TEST--
A payload makes PHP load, or look for, at most 4,096 classes and enums; those that are loaded or not allowed do not count
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

$asked = 0;
spl_autoload_register(static function (string $class) use (&$asked): void {
    $asked++;
});
$names = static fn(int $count, string $prefix): array => array_map(static fn(int $i): string => sprintf('%s%05d', $prefix, $i), range(1, $count));
$classes = static fn(int $count): array => array_map(static fn(string $name): string => "\3" . text($name), $names($count, 'Missing'));
$cases = static fn(int $count): array => array_map(static fn(string $name): string => "\5" . text($name) . "\xA5a", $names($count, 'Enum'));
foreach (range(1, 5000) as $i) {
    eval("class Loaded$i {}");
}
$loaded = array_map(static fn(int $i): string => "\3" . text("Loaded$i"), range(1, 5000));
$try = static function (string $what, array $definitions, array $options = []) use (&$asked): void {
    $asked = 0;
    $bytes = payload("\x07", $definitions);
    try {
        lyo_unserialize($bytes, $options);
        echo "$what: read";
    } catch (Lyo\Exception\LyoException $e) {
        echo "$what: ", $e::class, ' ', strlen($e->getMessage()) < 60 ? $e->getMessage() : '', ' ', $e->getOffset() === strlen($bytes) - 1 ? 'where the value begins' : $e->getOffset();
    }
    echo ", $asked looked for\n";
};
$try('4,096 classes', $classes(4096));
$try('4,097 classes', $classes(4097));
$try('4,096 enums', $cases(4096));
$try('4,097 enums', $cases(4097));
$try('both', [...$classes(2049), ...$cases(2048)]);
$try('4,095 and 5,000 that are loaded', [...$classes(4095), ...$loaded]);
$try('not allowed', $classes(20000), ['allowed_classes' => false]);
$try('not allowed, refused', $classes(20000), ['allowed_classes' => false, 'missing_class' => 'throw']);
--EXPECT--
4,096 classes: read, 4096 looked for
4,097 classes: Lyo\Exception\LimitException too many classes to load at offset 57363 where the value begins, 4096 looked for
4,096 enums: Lyo\Exception\ClassNotAllowedException  0, 4096 looked for
4,097 enums: Lyo\Exception\LimitException too many classes to load at offset 53266 where the value begins, 4096 looked for
both: Lyo\Exception\LimitException too many classes to load at offset 55315 where the value begins, 4096 looked for
4,095 and 5,000 that are loaded: read, 4095 looked for
not allowed: read, 0 looked for
not allowed, refused: Lyo\Exception\ClassNotAllowedException  0, 0 looked for
