--TEST--
Garbage collection may run while a value is written, and its destructors may change the value: nothing is freed that is still to be read
--FILE--
<?php
#[AllowDynamicProperties]
class Open
{
    public $p = 1;
}
class Hook
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void {}
}
class Holder
{
    public $first;
    public $list = [];
    public $hook;
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
/* An array whose keys must be made ints before it is written. */
$strange = static function (array $entries): array {
    $object = new stdClass();
    foreach ($entries as $name => $value) {
        $object->{(string) $name} = $value;
    }

    return (@new ArrayObject($object))->getArrayCopy();
};
$kinds = [
    'objects with property tables' => static function (Holder $holder, array &$kept, int $i): void {
        $holder->list[$i] = new Open();
        $holder->list[$i]->dynamic = "d$i";
    },
    'arrays that are normalised' => static function (Holder $holder, array &$kept, int $i) use ($strange): void {
        $holder->first ??= new Open();
        $holder->list[$i] = $strange(['a' => $i, '5' => $kept[] = new Open()]);
    },
];
$collected = [];
foreach ($kinds as $kind => $fill) {
    foreach ([250, 150, 50, 10] as $left) {
        $holder = new Holder();
        $kept = [];
        for ($i = 0; $i < 300; $i++) {
            $fill($holder, $kept, $i);
        }
        $holder->hook = new Hook();
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
        $bytes = lyo_serialize([$holder]);
        $collected[$kind] = ($collected[$kind] ?? 0) + (Garbage::$ran > $before ? 1 : 0);
        lyo_unserialize($bytes)[0] instanceof Holder || print("$kind: no holder\n");
        Garbage::$holder = null;
    }
}
foreach ($collected as $kind => $n) {
    echo $kind, $n > 0 ? ': collected while they were written' : ': NOT TESTED', "\n";
}
?>
--EXPECT--
objects with property tables: collected while they were written
arrays that are normalised: collected while they were written
