--TEST--
igbinary.read_native lets igbinary_unserialize() read what serialize() has written, with all options
--FILE--
<?php
class Woken
{
    public $a = 1;

    public function __wakeup(): void
    {
        echo 'woken ';
    }
}
enum Suit: string
{
    case Hearts = 'h';
}
$shared = new ArrayObject(['x']);
$text = 'twice';
$cycle = new stdClass();
$cycle->self = $cycle;
$values = [null, false, true, -5, 1.5, NAN, '', 'a:0:{}', [], [[], [1]], [$shared, $shared], [&$text, &$text], $cycle, Suit::Hearts, new DateTimeImmutable('2020-01-02 UTC')];

var_dump(@igbinary_unserialize(serialize([1])));
echo error_get_last()['message'], "\n";
ini_set('igbinary.read_native', '1');
$count = 0;
foreach ($values as $i => $value) {
    foreach ([serialize($value), igbinary_serialize($value)] as $bytes) {
        serialize(igbinary_unserialize($bytes)) === serialize($value) ? $count++ : print("$i: DIFFERENT\n");
    }
}
echo "$count there and back\n";
var_dump(igbinary_unserialize(serialize(new Woken())));
echo get_debug_type(igbinary_unserialize(serialize(new Woken()), ['allowed_classes' => false])), "\n";
ini_set('igbinary.allowed_classes', 'ArrayObject stdClass');
echo get_debug_type(igbinary_unserialize(serialize(new Woken()))), ' ', get_debug_type(igbinary_unserialize(serialize($shared))), "\n";
ini_set('igbinary.allowed_classes', '*');
var_dump(igbinary_unserialize(serialize([[[1]]]), ['max_depth' => 2]));

echo "broken\n";
foreach (['a:1:{i:0;i:1;', 'i:1', 'i:1;x', 'N;N;', 'b:2;;', 'O:8:"stdClass":1:{', 'x:1;;'] as $bad) {
    var_dump(@igbinary_unserialize($bad));
    echo error_get_last()['message'], "\n";
}
?>
--EXPECTF--
NULL
igbinary_unserialize_header: unsupported version: "a:1:"..., should begin with a binary version header of "\x00\x00\x00\x01" or "\x00\x00\x00\x02"
30 there and back
woken object(Woken)#%d (1) {
  ["a"]=>
  int(1)
}
__PHP_Incomplete_Class
__PHP_Incomplete_Class ArrayObject

Warning: igbinary_unserialize(): Maximum depth of 2 exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting in %s on line %d

Warning: igbinary_unserialize: serialize() data are broken at offset 23 of 34 bytes in %s on line %d
NULL
broken
NULL
igbinary_unserialize: serialize() data are broken at offset 13 of 13 bytes
NULL
igbinary_unserialize: serialize() data are broken at offset 0 of 3 bytes
NULL
igbinary_unserialize: serialize() data are broken at offset 4 of 5 bytes
NULL
igbinary_unserialize: serialize() data are broken at offset 2 of 4 bytes
NULL
igbinary_unserialize: serialize() data are broken at offset 0 of 5 bytes
NULL
igbinary_unserialize: serialize() data are broken at offset 18 of 18 bytes
NULL
igbinary_unserialize_header: unsupported version: "x:1;"..., should begin with a binary version header of "\x00\x00\x00\x01" or "\x00\x00\x00\x02"
