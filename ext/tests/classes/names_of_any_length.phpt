--TEST--
Class names of 1 to 300 bytes: of loaded classes, and of missing ones
--FILE--
<?php
$names = array_map(static fn(int $n): string => str_pad('C', $n, 'x'), [1, 2, 33, 34, 126, 127, 128, 129, 130, 255, 256, 300]);
foreach ($names as $name) {
    eval("class $name { public \$p = 1; }");
    $bytes = lyo_serialize([new $name(), new $name()]);
    if (serialize(lyo_unserialize($bytes)) !== serialize([new $name(), new $name()])) {
        echo strlen($name), " differs\n";
    }
    $missing = lyo_unserialize(str_replace($name, strtr($name, 'C', 'M'), $bytes));
    echo strlen($name), ' ', get_class($missing[0]), "\n";
}
--EXPECT--
1 __PHP_Incomplete_Class
2 __PHP_Incomplete_Class
33 __PHP_Incomplete_Class
34 __PHP_Incomplete_Class
126 __PHP_Incomplete_Class
127 __PHP_Incomplete_Class
128 __PHP_Incomplete_Class
129 __PHP_Incomplete_Class
130 __PHP_Incomplete_Class
255 __PHP_Incomplete_Class
256 __PHP_Incomplete_Class
300 __PHP_Incomplete_Class
