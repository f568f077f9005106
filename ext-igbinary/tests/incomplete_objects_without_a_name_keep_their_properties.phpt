--TEST--
An incomplete object that has no class name in it, or one that is not a string, keeps all its properties
--FILE--
<?php
$texts = [
    'no name' => 'O:22:"__PHP_Incomplete_Class":1:{s:1:"a";i:1;}',
    'a name that is an int' => 'O:22:"__PHP_Incomplete_Class":2:{s:27:"__PHP_Incomplete_Class_Name";i:5;s:1:"a";i:1;}',
];
foreach ($texts as $name => $text) {
    $value = igbinary_unserialize(igbinary_serialize(unserialize($text)));
    echo $name, ': ', get_class($value), ' ', json_encode((array) $value), "\n";
}
?>
--EXPECT--
no name: __PHP_Incomplete_Class {"a":1}
a name that is an int: __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name":5,"a":1}
