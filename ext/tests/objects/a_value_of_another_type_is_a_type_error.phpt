--TEST--
A value that its typed property does not take is a TypeError, as natively; an int becomes a float; no class is loaded to find out
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

enum Suit
{
    case Hearts;
}
spl_autoload_register(static function (string $class): void {
    note("autoload $class");
});
$types = ['int', 'float', 'string', 'bool', 'false|int', 'array', '?int', '?float', 'int|string', 'int|float', 'float|string', 'iterable', 'object', 'self', 'stdClass', '?stdClass', 'Countable', 'Countable&Traversable', 'Missing', 'Missing|int', 'NotThere&Missing', 'mixed', 'iterable|bool', 'ArrayAccess|array|null', 'bool|float', 'null|string'];
$values = [
    'null' => null, 'false' => false, 'true' => true, 'int' => 5, 'negative' => -3, 'huge' => PHP_INT_MAX, 'float' => 1.5, 'whole float' => 2.0, 'NaN' => NAN, 'string' => 'text', 'number' => '12', 'empty' => '', 'array' => [1], 'no array' => [],
    'stdClass' => new stdClass(), 'ArrayObject' => new ArrayObject([1]), 'iterator' => new ArrayIterator([1]), 'enum' => Suit::Hearts,
];
class Before
{
    public mixed $p = null;
}
$runs = $refused = 0;
foreach ($types as $i => $type) {
    $class = sprintf('Type%02d', $i);
    eval("class $class { public $type \$p; }");
    foreach ($values as $name => $value) {
        $runs++;
        ob_start();
        both("$name to $type", static function () use ($value): Before {
            $o = new Before();
            $o->p = $value;

            return $o;
        }, change: static fn(string $bytes): string => renamed($bytes, 'Before', $class));
        $out = ob_get_clean();
        $refused += substr_count($out, 'TypeError');
        if (!str_contains($out, ': same') || str_contains($out, 'autoload')) {
            echo $out;
        }
    }
}
echo "$runs values, ", $refused > 200 ? 'more than 200' : $refused, " refused\n";
--EXPECT--
468 values, more than 200 refused
