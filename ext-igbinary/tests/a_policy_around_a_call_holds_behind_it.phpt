--TEST--
igbinary_unserialize() of serialize() data, called inside an unserialize() with a class policy or a depth of its own: these still hold after the call
--INI--
igbinary.read_native=1
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Payload implements Serializable
{
    public static array $options = [];

    public function serialize()
    {
        return '';
    }

    public function unserialize($data)
    {
        echo 'inside: ', get_debug_type(igbinary_unserialize('O:6:"Gadget":0:{}', self::$options)), "\n";
    }
}

class Gadget
{
    public function __wakeup()
    {
        echo "GADGET RUNS\n";
    }
}

class Harmless
{
    public $deep = [[[1]]];
}

$text = 'a:3:{i:0;C:7:"Payload":0:{}i:1;O:6:"Gadget":0:{}i:2;O:8:"Harmless":0:{}}';
foreach ([[], ['allowed_classes' => true], ['allowed_classes' => ['Gadget', 'Harmless']], ['allowed_classes' => false], ['max_depth' => 1]] as $options) {
    Payload::$options = $options;
    echo json_encode($options), "\n";
    echo 'outside: ', implode(' ', array_map(get_debug_type(...), unserialize($text, ['allowed_classes' => ['Payload', 'Harmless']]))), "\n";
}
Payload::$options = ['max_depth' => 1];
var_dump(count(unserialize('a:2:{i:0;C:7:"Payload":0:{}i:1;a:1:{i:0;a:1:{i:0;a:0:{}}}}', ['max_depth' => 3])));
Payload::$options = ['max_depth' => 100];
var_dump(@unserialize('a:2:{i:0;C:7:"Payload":0:{}i:1;a:1:{i:0;a:1:{i:0;a:0:{}}}}', ['max_depth' => 2]));
?>
--EXPECT--
[]
outside: inside: Gadget
GADGET RUNS
Payload __PHP_Incomplete_Class Harmless
{"allowed_classes":true}
outside: inside: Gadget
GADGET RUNS
Payload __PHP_Incomplete_Class Harmless
{"allowed_classes":["Gadget","Harmless"]}
outside: inside: Gadget
GADGET RUNS
Payload __PHP_Incomplete_Class Harmless
{"allowed_classes":false}
outside: inside: __PHP_Incomplete_Class
Payload __PHP_Incomplete_Class Harmless
{"max_depth":1}
outside: inside: Gadget
GADGET RUNS
Payload __PHP_Incomplete_Class Harmless
inside: Gadget
GADGET RUNS
int(2)
inside: Gadget
GADGET RUNS
bool(false)