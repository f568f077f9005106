--TEST--
Columns that the credit does not pay for are taken back without a copy of the table of strings
--EXTENSIONS--
lyo
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip only the Zend allocator tells what is in use');
?>
--INI--
memory_limit=512M
--FILE--
<?php
const TABLES = 50;

/** Many strings, each next to one that is known; columns that use up the credit of all bytes; then small tables, each with a string of its own. */
function value(int $strings, int $tables): array
{
    $value = [];
    for ($i = 0; $i < $strings; $i++) {
        $value[] = ['known', sprintf('/a/path/that/all/of/them/have/%d', $i)];
    }
    for ($i = 0; $i < 100; $i++) {
        $value[] = array_fill(0, intdiv($strings, 10), ['a' => 1]);
    }
    for ($i = 0; $i < $tables; $i++) {
        $value[] = 'known';
        $value[] = array_fill(0, 24, ['a' => "string $i"]);
    }

    return $value;
}

/** @return array{int, string} most bytes that were taken meanwhile, and the payload */
function measure(array $value): array
{
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $data = lyo_serialize($value);

    return [memory_get_peak_usage() - $before, $data];
}

$measured = 0;
foreach ([20000, 40000] as $strings) { // the table has 65,536 slots of 16 bytes, and twice as many
    [$without] = measure(value($strings, 0));
    $value = value($strings, TABLES);
    [$with, $data] = measure($value);
    // a table that is written out takes 24 bytes and some
    $tail = substr($data, -TABLES * 40);
    if (substr_count($tail, 'string ') < TABLES / 4) {
        echo "$strings strings: the tables are not written out\n";
    }
    if ($with - $without > 262144) {
        echo "$strings strings: ", $with - $without, " bytes more\n";
    }
    if (lyo_unserialize($data) !== $value) {
        echo "$strings strings: another value\n";
    }
    $measured++;
}
echo "$measured measured\n";
?>
--EXPECT--
2 measured
