--TEST--
A key that occurs twice and bytes behind the value are refused; unserialize() takes the last one, and leaves the bytes alone
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

echo 'natively: ', json_encode(unserialize('a:2:{s:1:"k";i:1;s:1:"k";i:2;}')), ' ', json_encode(unserialize('O:8:"stdClass":2:{s:1:"k";i:1;s:1:"k";i:2;}')), ' ', json_encode(@unserialize('i:5;and more')), "\n";
$k = text('k');
$key = text('key');
refused('a map', payload("\x89{$k}\3{$k}\4"));
refused('ints', payload("\x89\3\3\3\4"));
refused('a shape', payload("\x61\3\4", [map_shape($k, $k)]));
refused('a class shape', payload("\x61\3\4", [class_shape('stdClass', $k, $k)]));
refused('a class shape by two names', payload("\x61\3\4", [class_shape('stdClass', "\x07", text('5'))]));
refused('an open class', payload("\x61\2{$k}\3{$k}\4", ["\3" . text('stdClass')]));
refused('an open class, by a back reference', payload("\x61\2{$key}\3\xF0\4", ["\3" . text('stdClass')]));
refused('a large map', payload(sized(204, 300) . implode('', array_map(static fn(int $i): string => text('k' . $i % 299) . "\3", range(0, 299)))));
/* Names that differ only in class or visibility are different; two that end in the same property of the class are both read. */
class Point
{
    private $x = 'default';
}
var_dump(lyo_unserialize(payload("\x61\3\4", [class_shape('Point', text('x'), "\xB9" . text('x'))])));
var_dump(unserialize("O:5:\"Point\":2:{s:1:\"x\";i:1;s:8:\"\0Point\0x\";i:2;}"));
refused('a byte behind', payload("\7") . "\0");
refused('a payload behind', payload("\7") . payload("\7"));
--EXPECT--
natively: {"k":2} {"k":2} 5
a map: CorruptException at 6: key occurs twice at offset 6
ints: CorruptException at 5: key occurs twice at offset 5
a shape: CorruptException at 7: key occurs twice at offset 7
a class shape: CorruptException at 16: key occurs twice at offset 16
a class shape by two names: CorruptException at 15: key occurs twice at offset 15
an open class: CorruptException at 18: key occurs twice at offset 18
an open class, by a back reference: CorruptException at 20: key occurs twice at offset 20
a large map: CorruptException at 1689: key occurs twice at offset 1689
object(Point)#1 (1) {
  ["x":"Point":private]=>
  int(2)
}
object(Point)#1 (1) {
  ["x":"Point":private]=>
  int(2)
}
a byte behind: CorruptException at 3: bytes follow the value at offset 3
a payload behind: CorruptException at 3: bytes follow the value at offset 3
