--TEST--
Options of lyo_unserialize() hold for each format, or refuse it
--FILE--
<?php
enum Suit: string
{
    case Hearts = 'h';
}
class Point
{
    public $x = 1;
    public $y = [2, 3];
}
spl_autoload_register(static function (string $class): void {
    echo "  load $class\n";
});
/* [new Point(), new Gone(), Suit::Hearts]; Gone is a class that does not exist */
$text = 'a:2:{i:0;O:5:"Point":2:{s:1:"x";i:1;s:1:"y";a:2:{i:0;i:2;i:1;i:3;}}i:1;O:4:"Gone":1:{s:1:"a";i:1;}}';
$enum = 'E:11:"Suit:Hearts";';
$igbinary = '00000002' . '1402' . '0600' . '1705506f696e74' . '1402' . '110178' . '0601' . '110179' . '1402' . '06000602' . '06010603' . '0601' . '1704476f6e65' . '1401' . '110161' . '0601';
$payloads = [
    'lyo' => [lyo_serialize(unserialize($text)), lyo_serialize(Suit::Hearts)],
    'igbinary' => [hex2bin($igbinary), hex2bin('00000002' . '170453756974' . '27' . '1106486561727473')],
    'native' => [$text, $enum],
];
echo "--\n";
$key = ['k' => str_repeat('secret', 5)];
$rows = [
    [], ['allowed_classes' => false], ['allowed_classes' => ['point']], ['missing_class' => 'throw'], ['missing_class' => 'throw', 'allowed_classes' => ['Point']],
    ['max_depth' => 2], ['max_depth' => 3], ['max_elements' => 6], ['max_elements' => 7], ['checksum' => true], ['sign' => $key], ['sign' => $key, 'unsigned_until' => PHP_INT_MAX],
];
$shown = static fn(mixed $value): string => $value instanceof __PHP_Incomplete_Class ? 'incomplete' : get_debug_type($value);
foreach ($rows as $options) {
    echo json_encode(array_diff_key($options, ['sign' => 1])), isset($options['sign']) ? ' and sign' : '', "\n";
    foreach ($payloads as $format => $both) {
        foreach ($both as $i => $data) {
            try {
                $value = @lyo_unserialize($data, $options + ['formats' => 'all']);
                echo "  $format: ", is_array($value) ? implode(', ', array_map($shown, $value)) : $shown($value), "\n";
            } catch (Lyo\Exception\LyoException $e) {
                echo "  $format: ", get_class($e), ': ', $e->getMessage(), "\n";
            }
        }
    }
}
?>
--EXPECT--
load Gone
--
[]
  load Gone
  lyo: Point, incomplete
  lyo: Suit
  load Gone
  igbinary: Point, incomplete
  igbinary: Suit
  load Gone
  native: Point, incomplete
  native: Suit
{"allowed_classes":false}
  lyo: incomplete, incomplete
  lyo: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
  igbinary: incomplete, incomplete
  igbinary: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
  native: incomplete, incomplete
  native: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
{"allowed_classes":["point"]}
  lyo: Point, incomplete
  lyo: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
  igbinary: Point, incomplete
  igbinary: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
  native: Point, incomplete
  native: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
{"missing_class":"throw"}
  load Gone
  lyo: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Gone
  lyo: Suit
  load Gone
  igbinary: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Gone
  igbinary: Suit
  load Gone
  native: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Gone
  native: Suit
{"missing_class":"throw","allowed_classes":["Point"]}
  lyo: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Gone
  lyo: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
  igbinary: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Gone
  igbinary: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
  native: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Gone
  native: Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Suit
{"max_depth":2}
  lyo: Lyo\Exception\LimitException: nested too deeply at offset 27
  lyo: Suit
  igbinary: Lyo\Exception\LimitException: nested too deeply at offset 25
  igbinary: Suit
  native: Lyo\Exception\LimitException: nested too deeply at offset 44
  native: Suit
{"max_depth":3}
  load Gone
  lyo: Point, incomplete
  lyo: Suit
  load Gone
  igbinary: Point, incomplete
  igbinary: Suit
  load Gone
  native: Point, incomplete
  native: Suit
{"max_elements":6}
  lyo: Lyo\Exception\LimitException: too many elements at offset 30
  lyo: Suit
  igbinary: Lyo\Exception\LimitException: too many elements at offset 43
  igbinary: Suit
  native: Lyo\Exception\LimitException: too many elements at offset 71
  native: Suit
{"max_elements":7}
  load Gone
  lyo: Point, incomplete
  lyo: Suit
  load Gone
  igbinary: Point, incomplete
  igbinary: Suit
  load Gone
  native: Point, incomplete
  native: Suit
{"checksum":true}
  lyo: Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
  lyo: Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
  igbinary: Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
  igbinary: Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
  native: Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
  native: Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
[] and sign
  lyo: Lyo\Exception\SignatureException: not signed, and a signature is required at offset 0
  lyo: Lyo\Exception\SignatureException: not signed, and a signature is required at offset 0
  igbinary: Lyo\Exception\SignatureException: not signed, and a signature is required at offset 0
  igbinary: Lyo\Exception\SignatureException: not signed, and a signature is required at offset 0
  native: Lyo\Exception\SignatureException: not signed, and a signature is required at offset 0
  native: Lyo\Exception\SignatureException: not signed, and a signature is required at offset 0
{"unsigned_until":9223372036854775807} and sign
  load Gone
  lyo: Point, incomplete
  lyo: Suit
  load Gone
  igbinary: Point, incomplete
  igbinary: Suit
  load Gone
  native: Point, incomplete
  native: Suit
