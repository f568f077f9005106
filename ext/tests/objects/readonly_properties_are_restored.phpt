--TEST--
Readonly properties are restored, of readonly classes too, and stay readonly
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Point
{
    public function __construct(public readonly int $x, protected readonly array $y = [], private readonly ?self $next = null)
    {
    }
}
class Child extends Point
{
    public function __construct(int $x, public readonly ?object $own = null)
    {
        parent::__construct($x, ['child'], new Point(0));
    }
}
readonly class Closed
{
    public function __construct(public mixed $a = 1, protected int|string $b = 'b', private bool $c = true)
    {
    }
}
class Cloning
{
    public readonly array $list;

    public function __construct()
    {
        $this->list = [new Point(1), new Closed($this)];
    }
}
class Unset_
{
    public readonly int $never;
    public int $set = 1;
}
foreach ([
    'point' => static fn(): mixed => new Point(5, [1, 2], new Point(6)),
    'child' => static fn(): mixed => new Child(5, new Closed()),
    'closed' => static fn(): mixed => [new Closed([1, 'two']), new Closed(new Closed())],
    'cycle' => static fn(): mixed => new Cloning(),
    'never set' => static fn(): mixed => new Unset_(),
] as $name => $make) {
    both($name, $make);
}
$back = lyo_unserialize(lyo_serialize([new Point(5), new Closed()]));
foreach ([static fn() => $back[0]->x = 6, static fn() => $back[1]->a = 2, static fn() => $back[1]->new = 2] as $write) {
    try {
        $write();
        echo "written\n";
    } catch (Error $e) {
        echo "refused\n";
    }
}
$never = lyo_unserialize(lyo_serialize(new Unset_()));
try {
    $never->never = 1;
} catch (Error $e) {
    echo "refused\n";
}
--EXPECT--
point: same
child: same
closed: same
cycle: same
never set: same
refused
refused
refused
refused
