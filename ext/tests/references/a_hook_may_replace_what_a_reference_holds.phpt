--TEST--
A hook replaces what a PHP reference holds, and the value is written a second time: cells of a column are written in the order of serialize(), an object that is replaced is not
--FILE--
<?php
class Sleeps
{
    public $v = 1;
    public static ?Closure $do = null;
    public static int $calls = 0;

    public function __sleep(): array
    {
        self::$calls++;
        self::$do && (self::$do)();

        return ['v'];
    }
}
class Named extends Sleeps
{
    public static array $names = [];

    public function __construct(public string $name, public mixed $reference = null)
    {
    }

    public function __sleep(): array
    {
        self::$names[] = $this->name;
        if ($this->name === 'first') {
            $this->reference = [new self('inner')];
        }

        return ['name'];
    }
}
$replacements = [
    'string' => static fn(): mixed => 'another',
    'object with a hook' => static fn(): mixed => new Sleeps(),
    'null' => static fn(): mixed => null,
];
/* A list whose reference is met again: the whole value is written twice. */
$again = static function (array &$kept): array {
    $list = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    $kept[] = &$list[4];

    return [$list, &$list[4]];
};
foreach ($replacements as $name => $make) {
    foreach (['serialize' => 'unserialize', 'lyo_serialize' => 'lyo_unserialize'] as $encode => $decode) {
        unset($reference);
        $kept = [];
        $reference = new Sleeps();
        $new = $make();
        Sleeps::$calls = 0;
        Sleeps::$do = static function () use (&$reference, $new): void {
            $reference = $new;
        };
        $bytes = $encode([&$reference, $again($kept)]);
        Sleeps::$do = null;
        echo $name, ', ', $encode, ': ', Sleeps::$calls, ' calls, ', json_encode($decode($bytes)[0]), "\n";
    }
}
/* An object that is put into a cell of a column that is already written. */
$orders = [];
foreach (['serialize', 'lyo_serialize'] as $encode) {
    unset($cell);
    Named::$names = [];
    $cell = 4;
    $first = new Named('first');
    $first->reference = &$cell;
    $rows = [];
    for ($i = 0; $i < 9; $i++) {
        $rows[] = ['id' => $i, 'v' => 1.5 * $i];
    }
    $rows[4]['id'] = &$cell;
    $rows[1]['v'] = $first;
    $rows[6]['v'] = new Named('last');
    $encode([$rows]);
    $orders[] = implode(', ', Named::$names);
}
echo $orders[0] === $orders[1] ? "in the order of serialize(): $orders[0]" : "$orders[0], BUT $orders[1]", "\n";
?>
--EXPECT--
string, serialize: 1 calls, {"v":1}
string, lyo_serialize: 1 calls, "another"
object with a hook, serialize: 1 calls, {"v":1}
object with a hook, lyo_serialize: 2 calls, {"v":1}
null, serialize: 1 calls, {"v":1}
null, lyo_serialize: 1 calls, null
in the order of serialize(): first, inner, last
