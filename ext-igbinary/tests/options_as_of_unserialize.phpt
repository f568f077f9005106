--TEST--
igbinary_unserialize() takes allowed_classes and max_depth, and settings stand in where nobody can pass them
--FILE--
<?php
class A
{
    public $x = 1;

    public function __destruct()
    {
        echo 'A ends ';
    }
}
class B extends A
{
}
$bytes = igbinary_serialize([new A(), new B(), new stdClass()]);
echo "\n";
$types = static fn(array $options = []): string => implode(' ', array_map(get_debug_type(...), igbinary_unserialize($bytes, $options)));
foreach ([[], ['allowed_classes' => true], ['allowed_classes' => false], ['allowed_classes' => []], ['allowed_classes' => ['a']], ['allowed_classes' => ['B', 'STDCLASS']]] as $options) {
    echo json_encode($options), ': ', $types($options), "\n";
}
foreach (['*', '', 'A', 'a,stdClass', " B\tStdClass ", 'Nobody'] as $setting) {
    ini_set('igbinary.allowed_classes', $setting);
    echo json_encode($setting), ': ', $types(), "\n";
}
echo 'an option goes before the setting: ', $types(['allowed_classes' => true]), "\n";
ini_set('igbinary.allowed_classes', '*');
foreach ([['allowed_classes' => 1], ['allowed_classes' => [[]]], ['max_depth' => -1], ['max_depth' => 'x'], ['what' => 1], [1]] as $options) {
    try {
        @igbinary_unserialize($bytes, $options);
        echo json_encode($options), " is taken\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$nest = static function (int $levels): array {
    for ($value = []; $levels > 1; $levels--) {
        $value = [$value];
    }

    return $value;
};
$reads = static fn(int $levels, array $options = []): string => @igbinary_unserialize(igbinary_serialize($nest($levels)), $options) === null ? 'refused ' : 'read ';
echo $reads(4096), $reads(4097), $reads(5000, ['max_depth' => 5000]), $reads(5001, ['max_depth' => 5000]), $reads(5001, ['max_depth' => 0]), "\n";
ini_set('unserialize_max_depth', '10');
echo $reads(10), $reads(11), "\n";
ini_set('igbinary.max_depth', '20');
echo $reads(20), $reads(21), $reads(21, ['max_depth' => 21]), "\n";
igbinary_unserialize(igbinary_serialize($nest(21)));
?>
--EXPECTF--
A ends A ends 
[]: A ends A ends A B stdClass
{"allowed_classes":true}: A ends A ends A B stdClass
{"allowed_classes":false}: __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
{"allowed_classes":[]}: __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
{"allowed_classes":["a"]}: A ends A __PHP_Incomplete_Class __PHP_Incomplete_Class
{"allowed_classes":["B","STDCLASS"]}: A ends __PHP_Incomplete_Class B stdClass
"*": A ends A ends A B stdClass
"": __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
"A": A ends A __PHP_Incomplete_Class __PHP_Incomplete_Class
"a,stdClass": A ends A __PHP_Incomplete_Class stdClass
" B\tStdClass ": A ends __PHP_Incomplete_Class B stdClass
"Nobody": __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
an option goes before the setting: A ends A ends A B stdClass
TypeError: igbinary_unserialize(): Option "allowed_classes" must be of type array|bool, int given
TypeError: igbinary_unserialize(): Option "allowed_classes" must be of type array of class names, array given
ValueError: igbinary_unserialize(): Option "max_depth" must be greater than or equal to 0
TypeError: igbinary_unserialize(): Option "max_depth" must be of type int, string given
ValueError: igbinary_unserialize(): Unknown option "what"
ValueError: igbinary_unserialize(): Unknown option ""
read refused read refused read 
read refused 
read refused read 

Warning: igbinary_unserialize: Maximum depth of 20 exceeded. The depth limit can be changed using the unserialize_max_depth ini setting in %s on line %d
