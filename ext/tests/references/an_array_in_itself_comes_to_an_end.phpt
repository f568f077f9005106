--TEST--
An array that holds itself behind a reference of one slot ends in null; behind a reference of several it comes back as it was
--FILE--
<?php
require __DIR__ . '/../support/describe.inc';

/** No variable holds the array by reference when it is written: one slot is all that is left of the reference. */
function alone(): array
{
    $a = [1];
    $a['self'] = &$a;

    return $a;
}
function nested(): array
{
    $a = ['x' => ['y' => 1]];
    $a['x']['self'] = &$a;

    return $a;
}
foreach (['alone', 'nested'] as $make) {
    $value = $make();
    $back = lyo_unserialize($bytes = lyo_serialize($value));
    echo $make, ': ', lyo_serialize($back) === $bytes ? 'ends' : 'NOT STABLE', "\n";
    $other = ['in' => $make(), 'object' => (object) ['p' => $make()]];
    $back = lyo_unserialize($bytes = lyo_serialize($other));
    echo $make, ' in others: ', lyo_serialize($back) === $bytes ? 'ends' : 'NOT STABLE', "\n";
    // from PHP 8.4 on serialize() goes on until the stack ends, and there is one level more here
    if (PHP_VERSION_ID < 80400) {
        foreach ([$value, $other] as $one) {
            echo serialize(lyo_unserialize(lyo_serialize($one))) === serialize(unserialize(serialize($one))) ? '' : "NOT AS NATIVELY\n";
        }
    }
}
$a = [1];
$a['self'] = &$a;
echo describe(lyo_unserialize(lyo_serialize($a))), "\n";
echo describe(lyo_unserialize(lyo_serialize([&$a, 'again' => &$a]))), "\n";
--EXPECT--
alone: ends
alone in others: ends
nested: ends
nested in others: ends
[0 => 1, "self" => &0 [0 => 1, "self" => &0 *]]
[0 => &0 [0 => 1, "self" => &0 *], "again" => &0 *]
