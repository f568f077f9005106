--TEST--
Values that are deeper than the C stack bears are a warning and null, not the end of the process
--INI--
memory_limit=1G
--FILE--
<?php
$value = [];
for ($i = 0; $i < 500_000; $i++) {
    $value = [$value];
}
var_dump(@igbinary_serialize($value));
echo error_get_last()['message'], "\n";
$object = null;
for ($i = 0; $i < 500_000; $i++) {
    $object = (object) ['o' => $object];
}
var_dump(@igbinary_serialize($object));
$bytes = "\0\0\0\2" . str_repeat("\x14\1\6\0", 500_000) . "\0";
var_dump(@igbinary_unserialize($bytes, ['max_depth' => 0]), @igbinary_unserialize($bytes));
var_dump(@igbinary_unserialize("\0\0\0\2" . str_repeat("\x25", 500_000) . "\6\1"));
while ($object) { // one by one: PHP's own way down is recursive
    $object = $object->o;
}
while ($value) {
    $value = $value[0];
}
?>
--EXPECT--
NULL
igbinary_serialize: Maximum depth exceeded
NULL
NULL
NULL
int(1)
