--TEST--
What is known of a class ends with the request: the next one may declare it differently, or not at all
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
if (!module_path()) {
    die('skip reason: the system does not tell how this PHP was started');
}
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$classes = [
    'first' => 'class Customer { public int $a = 0; protected $b = 0; }',
    'other order' => 'class Customer { protected $b = 0; public int $a = 0; }',
    'another type' => 'class Customer { public string $a = ""; protected $b = 0; }',
    'fewer' => '#[AllowDynamicProperties] class Customer { public $a = 0; }',
    'none' => '',
    'hooked' => 'class Customer { public $a = 0; protected $b = 0; public function __wakeup(): void { $this->a = "awake"; } }',
    'an enum' => 'enum E { case One; } class Customer { public int $a = 0; protected $b = 0; }',
    'an enum otherwise' => 'enum E: int { case One = 7; } class Customer { public int $a = 0; protected $b = 0; }',
];
$script = tempnam(sys_get_temp_dir(), 'lyo') . '.php';
file_put_contents($script, '<?php
    $classes = ' . var_export($classes, true) . ';
    eval($classes[$_GET["c"]]);
    $decode = static function (string $bytes): string {
        try {
            return preg_replace("/\s+|#\d+ /", " ", trim(print_r(lyo_unserialize($bytes), true)));
        } catch (Throwable $e) {
            return $e::class . ": " . $e->getMessage();
        }
    };
    foreach ([1, 2, 3] as $i) {
        $all[] = $decode(hex2bin($_GET["b"]));
    }
    echo count(array_unique($all)), " ", $all[0];
');

/** Starts a server and returns what it answers, class by class. */
function answers(string $script, array $classes, string $cache): array
{
    $address = free_address();
    $server = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'extension=' . module_path(), '-d', "lyo.shape_cache=$cache", '-S', $address, $script], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
    for ($i = 0; $i < 100 && !($socket = @stream_socket_client("tcp://$address", $errno, $error, 1)); $i++) {
        usleep(50000);
    }
    fclose($socket);
    foreach (['object' => [new Customer(), new Customer()], 'case' => [E::One, new Customer()]] as $kind => $value) {
        foreach ([...array_keys($classes), 'first'] as $c) {
            $answers[] = "$kind, $c: " . file_get_contents("http://$address/?" . http_build_query(['c' => $c, 'b' => bin2hex(lyo_serialize($value))]));
        }
    }
    proc_terminate($server);
    proc_close($server);
    return $answers;
}

eval('class Customer { public int $a = 1; protected $b = 2; } enum E { case One; }');
$answers = answers($script, $classes, '1M');
echo implode("\n", $answers), "\nthe same without the shape cache: ";
var_dump(answers($script, $classes, '0') === $answers);
unlink($script);
--EXPECT--
object, first: 1 Array ( [0] => Customer Object ( [a] => 1 [b:protected] => 2 ) [1] => Customer Object ( [a] => 1 [b:protected] => 2 ) )
object, other order: 1 Array ( [0] => Customer Object ( [b:protected] => 2 [a] => 1 ) [1] => Customer Object ( [b:protected] => 2 [a] => 1 ) )
object, another type: 1 TypeError: Cannot assign int to property Customer::$a of type string
object, fewer: 1 Array ( [0] => Customer Object ( [a] => 1 [b:protected] => 2 ) [1] => Customer Object ( [a] => 1 [b:protected] => 2 ) )
object, none: 1 Array ( [0] => __PHP_Incomplete_Class Object ( [__PHP_Incomplete_Class_Name] => Customer [a] => 1 [b:protected] => 2 ) [1] => __PHP_Incomplete_Class Object ( [__PHP_Incomplete_Class_Name] => Customer [a] => 1 [b:protected] => 2 ) )
object, hooked: 1 Array ( [0] => Customer Object ( [a] => awake [b:protected] => 2 ) [1] => Customer Object ( [a] => awake [b:protected] => 2 ) )
object, an enum: 1 Array ( [0] => Customer Object ( [a] => 1 [b:protected] => 2 ) [1] => Customer Object ( [a] => 1 [b:protected] => 2 ) )
object, an enum otherwise: 1 Array ( [0] => Customer Object ( [a] => 1 [b:protected] => 2 ) [1] => Customer Object ( [a] => 1 [b:protected] => 2 ) )
object, first: 1 Array ( [0] => Customer Object ( [a] => 1 [b:protected] => 2 ) [1] => Customer Object ( [a] => 1 [b:protected] => 2 ) )
case, first: 1 Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: E
case, other order: 1 Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: E
case, another type: 1 Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: E
case, fewer: 1 Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: E
case, none: 1 Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: E
case, hooked: 1 Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: E
case, an enum: 1 Array ( [0] => E Enum ( [name] => One ) [1] => Customer Object ( [a] => 1 [b:protected] => 2 ) )
case, an enum otherwise: 1 Array ( [0] => E Enum:int ( [name] => One [value] => 7 ) [1] => Customer Object ( [a] => 1 [b:protected] => 2 ) )
case, first: 1 Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: E
the same without the shape cache: bool(true)
