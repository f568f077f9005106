--TEST--
Classes whose C code has an unserialize() of its own are refused, whatever the policy, and are not written; no hook of what their payload names runs
--EXTENSIONS--
gmp
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

class Gadget
{
    public $x;

    public function __wakeup(): void
    {
        echo "Gadget::__wakeup() ran\n";
    }
}
enum Suit
{
    case Hearts;
}
spl_autoload_register(static function (string $class): void {
    echo "autoload $class\n";
});
$inside = 's:1:"5";a:2:{s:1:"x";O:6:"Gadget":0:{}s:1:"y";O:6:"Absent":0:{}}';
$custom = "\4" . text('GMP');
foreach (['alone' => payload("\x61" . text($inside), [$custom]), 'before what is refused' => payload("\x81\x61" . text($inside) . "\x62", [$custom, "\5" . text('Suit') . text('Gone')])] as $what => $bytes) {
    foreach ([true, ['GMP', 'Suit']] as $allowed) {
        echo $what, ', ', json_encode($allowed), ': ';
        try {
            echo get_debug_type(lyo_unserialize($bytes, ['allowed_classes' => $allowed])), "\n";
        } catch (Lyo\Exception\LyoException $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
// its own form is that of objects
var_dump(lyo_unserialize(lyo_serialize(gmp_init(5))) == gmp_init(5));
if (class_exists('Ds\Vector', false)) {
    try {
        lyo_serialize(new Ds\Vector([1]));
    } catch (Exception $e) {
        echo $e->getMessage() === "Serialization of 'Ds\\Vector' is not allowed" ? '' : $e->getMessage();
    }
}
--EXPECT--
alone, true: Class GMP has no unserializer
alone, ["GMP","Suit"]: Class GMP has no unserializer
before what is refused, true: Class GMP has no unserializer
before what is refused, ["GMP","Suit"]: Class GMP has no unserializer
bool(true)
