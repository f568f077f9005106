--TEST--
Strings of a decoded value can be changed without changing each other; the payload is never written to
--FILE--
<?php
$bytes = lyo_serialize(['text', 'text', ['text' => 'text'], 'rows' => array_fill(0, 10, ['k' => 'text', 'l' => 'x'])]);
$copy = strrev(strrev($bytes));
$value = lyo_unserialize($bytes);
$value[0][0] = 'T';
$value[1] .= 'ure';
$value['rows'][3]['k'][1] = 'E';
$key = array_key_first($value[2]);
$key[0] = 'N';
echo json_encode([$value[0], $value[1], $value[2], $key, $value['rows'][2]['k'], $value['rows'][3]['k']]), "\n";
var_dump($bytes === $copy, lyo_unserialize($bytes)[0]);
--EXPECT--
["Text","texture",{"text":"text"},"Next","text","tExt"]
bool(true)
string(4) "text"
