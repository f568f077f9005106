--TEST--
Garbage collection, whose destructors could change the value, does not run while nothing of the value is held
--FILE--
<?php
class Holder
{
    public $first;
    public $list = [];
}
class Garbage
{
    public $itself;
    public static ?Holder $holder = null;
    public static int $ran = 0;

    public function __construct()
    {
        $this->itself = $this;
    }

    public function __destruct()
    {
        self::$ran++;
        if (self::$holder) {
            self::$holder->first = self::$holder->list = null;
        }
    }
}
$kinds = [
    'references to arrays' => static function (Holder $holder, array &$kept, int $i): void {
        $kept[$i] = ["v$i", $i];
        $holder->list[$i] = &$kept[$i];
    },
];
$calm = $whole = 0;
foreach ($kinds as $fill) {
    foreach ([250, 150, 50, 10] as $left) {
        $holder = new Holder();
        $kept = [];
        for ($i = 0; $i < 300; $i++) {
            $fill($holder, $kept, $i);
        }
        gc_collect_cycles(); // so that what is written is not in the list of possible garbage yet
        for ($i = 0; $i < 200; $i++) { // so many that the threshold stays where it is
            new Garbage();
        }
        Garbage::$holder = $holder;
        for ($filler = []; gc_status()['roots'] < gc_status()['threshold'] - $left; $filler[] = $x) {
            $x = $y = new stdClass();
            unset($y);
        }
        $before = Garbage::$ran;
        $bytes = igbinary_serialize([$holder]);
        $calm += Garbage::$ran === $before ? 1 : 0;
        $whole += count(igbinary_unserialize($bytes)[0]->list ?? []) === 300 ? 1 : 0;
        Garbage::$holder = null;
    }
}
echo "$calm times no destructor ran, $whole times the list is whole\n";
?>
--EXPECT--
4 times no destructor ran, 4 times the list is whole
