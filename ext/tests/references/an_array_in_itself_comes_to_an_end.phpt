--TEST--
An array that is an element of itself behind a reference of one slot ends in null, deeper in itself as natively; behind a reference of several it comes back as it was
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
/** A map of rows that is one of its own rows, and one that is a cell of them. */
function among(): array
{
    $row = ['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4, 'e' => 5];
    $rows = array_fill_keys(array_keys($row), $row);
    $rows['b'] = &$rows;

    return $rows;
}
function within(): array
{
    $row = ['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4, 'e' => 5];
    $row['c'] = &$row;

    return array_fill(0, 6, $row);
}
/** From PHP 8.4 on nothing but the C stack ends an array that is in itself with another array in between; here it is the limit of depth. */
function outcome(callable $encode): string
{
    try {
        return $encode();
    } catch (Error | Lyo\Exception\LimitException) {
        return 'too deep';
    }
}
foreach (['alone', 'nested', 'among', 'within'] as $make) {
    foreach (['' => $make(...), ' in others' => static fn(): array => ['in' => $make(), 'object' => (object) ['p' => $make()]]] as $where => $value) {
        $bytes = outcome(static fn(): string => lyo_serialize($value()));
        $native = outcome(static fn(): string => serialize($value()));
        if ($bytes !== 'too deep') {
            $back = lyo_unserialize($bytes);
            // the null is in no array in memory, so that equal ones are found only in what came back
            $again = lyo_serialize($back);
            echo $make, $where, ': ', lyo_serialize(lyo_unserialize($again)) === $again ? 'ends' : 'NOT STABLE', serialize($back) === serialize(unserialize($native)) ? '' : ', NOT AS NATIVELY', "\n";
        } else {
            echo $make, $where, ': ', $native === $bytes && PHP_VERSION_ID >= 80400 ? 'ends' : 'TOO DEEP', "\n";
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
among: ends
among in others: ends
within: ends
within in others: ends
[0 => 1, "self" => &0 [0 => 1, "self" => &0 *]]
[0 => &0 [0 => 1, "self" => &0 *], "again" => &0 *]
