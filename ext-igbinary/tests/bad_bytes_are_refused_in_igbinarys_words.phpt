--TEST--
Bad bytes are null and a warning in igbinary's words, before any code of the application runs
--FILE--
<?php
enum Suit: string
{
    case H = 'h';
    const Z2 = 1;
}
class Hooked
{
    public function __unserialize(array $data): void
    {
        echo 'CODE HAS RUN ';
    }

    public function __destruct()
    {
        echo 'CODE HAS RUN ';
    }
}
spl_autoload_register(static function (string $class): void {
    echo "load $class ";
});
$head = "\0\0\0\2";
$hooked = "\x17\6Hooked\x14\0";
$cases = [
    "\0", "\0\0\0\2", 'a:1:{', "\0\0\0\3\0", "\2\0\0\0\0", "\0\0\0\0\0", "\xff\0\0\1\0",
    "$head\6", "$head\x0c\0\0\0\0\0\0\0", "$head\x0e", "$head\x0e\0", "$head\x11\5abcd", "$head\x12\0", "$head\x14", "$head\x14\5", "$head\x14\1\x0c\0", "$head\x16\xff\xff\xff\xff\0",
    "$head\1\0", "$head\1", "$head\x22\5", "$head\x25", "$head\x28", "$head\xff", "$head\x17\x08stdClass", "$head\x17\x08stdClass\6\1", "$head\x17\x08stdClass\x14\1", "$head\x17\x08stdClass\x1d\3abc",
    "$head\x1a\0", "$head\0\0", "$head\x14\2\6\0$hooked\6\1", "$head\x14\2\6\0$hooked\6\1\x28", "$head\x14\1\6\0$hooked\0", "$head\x14\2\6\0$hooked\6\1\x17\7Nowhere\x14\5",
    "$head\x17\4Suit\x27\x11\1Q", "$head\x17\4Suit\x27\x11\2Z2", "$head\x17\6Hooked\x27\x11\1H", "$head\x17\4None\x27\x11\1H", "$head\x17\4Suit\x27\x0d",
    // the faults of igbinary that read memory which is not theirs
    "$head\x17\x0bArrayObject\x14\5", "$head\x17\6Hooked\x14\5", "$head\x14\2\6\0\x17\6Hooked\x14\0\5",
];
foreach ($cases as $bytes) {
    error_clear_last();
    try {
        $value = @igbinary_unserialize($bytes);
        echo $value === null ? error_get_last()['message'] ?? 'no message' : 'TAKEN', "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo "ints that are too big are 0, as igbinary has it\n";
var_dump(igbinary_unserialize("$head\x20\xff\xff\xff\xff\xff\xff\xff\xff"), igbinary_unserialize("$head\x21\x80\0\0\0\0\0\0\1"), igbinary_unserialize("$head\x21\x80\0\0\0\0\0\0\0") === PHP_INT_MIN);
echo "what no writer makes and every reader takes\n";
foreach (["$head\x08\0\1", "$head\7\0", "$head\x11\0", "$head\x13\0\0\0\1a", "$head\x25\x25\6\1", "$head\x14\2\0\6\1\6\1", "$head\x14\2\6\1\6\1\6\1\6\2", "\0\0\0\1\x20\0\0\0\0\0\0\0\7"] as $bytes) {
    echo json_encode(igbinary_unserialize($bytes)), ' ';
}
?>
--EXPECTF--
igbinary_unserialize_header: expected at least 5 bytes of data, got 1 byte(s)
igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
igbinary_unserialize_header: unsupported version: "a:1:"..., should begin with a binary version header of "\x00\x00\x00\x01" or "\x00\x00\x00\x02"
igbinary_unserialize_header: unsupported version: 3, should be 1 or 2
igbinary_unserialize_header: unsupported version: 33554432, should be 1 or 2 (wrong endianness?)
igbinary_unserialize_header: unsupported version: 0, should be 1 or 2
igbinary_unserialize_header: unsupported version: 4278190081, should be 1 or 2
igbinary_unserialize_long: end-of-data
igbinary_unserialize_double: end-of-data
igbinary_unserialize_string: end-of-data
igbinary_unserialize_string: string index is out-of-bounds
igbinary_unserialize_chararray: end-of-data
igbinary_unserialize_chararray: end-of-data
igbinary_unserialize_array: end-of-data
igbinary_unserialize_array: data size 0 smaller that requested array length 5.
igbinary_unserialize_array: unknown key type '0c', position 7
igbinary_unserialize_array: data size 1 smaller that requested array length 4294967295.
igbinary_unserialize_ref: invalid reference 0 >= 0
igbinary_unserialize_ref: end-of-data
igbinary_unserialize_ref: invalid reference 5 >= 0
igbinary_unserialize_zval: end-of-data
igbinary_unserialize_zval: unknown type '28', position 5
igbinary_unserialize_zval: unknown type 'ff', position 5
igbinary_unserialize_object: end-of-data
igbinary_unserialize_object: unknown object inner type '06', position 15
igbinary_unserialize_object_properties: data size 0 smaller that requested array length 1.
Class stdClass has no unserializer
igbinary_unserialize_string: string index is out-of-bounds
igbinary_unserialize: received more data to unserialize than expected
igbinary_unserialize_zval: end-of-data
igbinary_unserialize_zval: unknown type '28', position 21
igbinary_unserialize: received more data to unserialize than expected
igbinary_unserialize_object_properties: data size 0 smaller that requested array length 5.
igbinary_unserialize_object_enum_case: Undefined constant Suit::Q
igbinary_unserialize_object_enum_case: Suit::Z2 is not an enum case
igbinary_unserialize_object_enum_case: Class 'Hooked' is not an enum
load None igbinary_unserialize_object_enum_case: Class 'None' does not exist
igbinary_unserialize_object_enum_case: expected case name to be string, got type '0d', position 12
igbinary_unserialize_object_properties: data size 0 smaller that requested array length 5.
igbinary_unserialize_object_properties: data size 0 smaller that requested array length 5.
igbinary_unserialize_array: unknown key type '05', position 19
ints that are too big are 0, as igbinary has it

Warning: igbinary_unserialize_long: too big 64bit long. in %s on line %d

Warning: igbinary_unserialize_long: too big 64bit long. in %s on line %d
int(0)
int(0)
bool(true)
what no writer makes and every reader takes
1 0 "" "a" 1 {"1":1} {"1":2} 7 
