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
