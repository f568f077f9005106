--TEST--
igbinary.write_format=lyo writes Lyo's bytes after the header 00 00 00 04; both formats are always read
--FILE--
<?php
$shared = new ArrayObject([1]);
$text = 'twice';
$values = [null, 1, 'text', [], [1, 2, 3], ['a' => ['b' => 'a']], [$shared, $shared], [&$text, &$text], array_fill(0, 40, ['id' => 1, 'name' => 'x'])];
foreach ($values as $i => $value) {
    ini_set('igbinary.write_format', 'v2');
    $v2 = igbinary_serialize($value);
    ini_set('igbinary.write_format', 'lyo');
    $lyo = igbinary_serialize($value);
    $heads = [bin2hex(substr($v2, 0, 4)), bin2hex(substr($lyo, 0, 5))];
    if ($heads !== ['00000002', '00000004c1']) {
        echo "$i: ", implode(' ', $heads), "\n";
    }
    foreach (['v2', 'lyo'] as $format) {
        ini_set('igbinary.write_format', $format);
        foreach ([$v2, $lyo] as $bytes) {
            if (serialize(igbinary_unserialize($bytes)) !== serialize($value)) {
                echo "$i: DIFFERENT\n";
            }
        }
    }
    for ($length = 1; $length < strlen($lyo); $length++) {
        if (@igbinary_unserialize(substr($lyo, 0, $length)) !== null) {
            echo "$i: $length bytes are taken\n";
        }
    }
}
foreach (["\0\0\0\4", "\0\0\0\4\xc1", "\0\0\0\4\0", substr($lyo, 0, -1), $lyo . "\0"] as $bad) {
    var_dump(igbinary_unserialize($bad));
}

echo "options hold\n";
$bytes = igbinary_serialize([new ArrayObject(), new stdClass()]);
echo implode(' ', array_map(get_debug_type(...), igbinary_unserialize($bytes, ['allowed_classes' => ['stdClass']]))), "\n";
ini_set('igbinary.allowed_classes', 'ArrayObject');
echo implode(' ', array_map(get_debug_type(...), igbinary_unserialize($bytes))), "\n";
ini_set('igbinary.allowed_classes', '*');
var_dump(igbinary_unserialize(igbinary_serialize([[[1]]]), ['max_depth' => 2]));
ini_set('igbinary.max_depth', '2');
var_dump(igbinary_unserialize(igbinary_serialize([[[1]]])));
ini_set('igbinary.max_depth', '0');

echo "what it refuses to write\n";
foreach ([static fn() => 1, new class {}] as $refused) {
    try {
        igbinary_serialize([$refused]);
    } catch (Exception $e) {
        echo preg_replace('/@anonymous.*?\'/s', '@anonymous\'', $e->getMessage()), "\n";
    }
}

echo "two words\n";
foreach (['lyo', 'v2', 'v3', '', '1', 'LYO'] as $word) {
    echo "'$word' ", @ini_set('igbinary.write_format', $word) === false ? 'refused' : 'taken', "\n";
}
echo ini_get('igbinary.write_format'), ' ', bin2hex(igbinary_serialize(1)), "\n";
?>
--EXPECTF--
Warning: igbinary_unserialize%s in %s on line %d
NULL

Warning: igbinary_unserialize%s in %s on line %d
NULL

Warning: igbinary_unserialize%s in %s on line %d
NULL

Warning: igbinary_unserialize%s in %s on line %d
NULL

Warning: igbinary_unserialize%s in %s on line %d
NULL
options hold
__PHP_Incomplete_Class stdClass
ArrayObject __PHP_Incomplete_Class

Warning: igbinary_unserialize%s in %s on line %d
NULL

Warning: igbinary_unserialize%s in %s on line %d
NULL
what it refuses to write
Serialization of 'Closure' is not allowed
Serialization of 'class@anonymous' is not allowed
two words
'lyo' taken
'v2' taken
'v3' refused
'' refused
'1' refused
'LYO' refused
v2 000000020601
