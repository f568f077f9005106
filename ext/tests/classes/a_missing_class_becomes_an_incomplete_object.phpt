--TEST--
Objects of missing and refused classes become __PHP_Incomplete_Class, keep data and identity, and are written as what they were
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Shape
{
    public $a = 1;
    protected $b = [2];
    private $c = 3;
    public $child;
}
class State
{
    public mixed $got = null;

    public function __serialize(): array
    {
        return ['k' => 1, 'list' => [1, 2]] + ($this->got === null ? [] : [5 => 'five']);
    }

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}
$make = static function (): array {
    $o = new Shape();
    $o->child = new Shape();
    $o->child->child = $o;

    return ['one' => $o, 'two' => $o->child, 'state' => new State(), 'ref' => &$o->child, 'many' => array_map(static fn(): object => new Shape(), range(1, 3))];
};
$gone = static fn(string $bytes): string => renamed(renamed($bytes, 'Shape', 'Gone_'), 'State', 'Away_');
both('missing', $make, change: $gone);
both('refused', $make, ['allowed_classes' => false]);
both('half refused', $make, ['allowed_classes' => ['State']]);

/* There and back: as if the class had been there all the time. */
foreach (['lyo_', ''] as $prefix) {
    $codec = new Codec($prefix);
    $bytes = $codec->encode($make());
    $incomplete = $codec->decode($gone($bytes));
    $again = $codec->encode($incomplete);
    var_dump($again === $gone($bytes));
    $back = $codec->decode(renamed(renamed($again, 'Gone_', 'Shape'), 'Away_', 'State'));
    var_dump(describe($back) === describe($codec->decode($bytes)));
    $incomplete = $codec->decode($bytes, ['allowed_classes' => false]);
    var_dump($codec->encode($incomplete) === $bytes);
}
both('an int key becomes the name of a property', static function (): State {
    $o = new State();
    $o->got = 1;

    return $o;
}, ['allowed_classes' => false]);
both('stdClass beside', static fn(): array => [new stdClass(), new ArrayObject([new Shape()])], ['allowed_classes' => ['ArrayObject']]);
--EXPECT--
missing: same
refused: same
half refused: same
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
an int key becomes the name of a property: same
stdClass beside: same
