--TEST--
Private properties of parents are kept apart from those of children, of the same name too
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Grandparent
{
    private $same = 'grandparent';
    private $only = 'only grandparent';
    protected $passed = 'grandparent';
    public $open = 'grandparent';

    public function set($v): void
    {
        $this->same = $this->only = $v;
    }
}
class Middle extends Grandparent
{
    private $same = 'parent';
    protected $passed = 'parent';

    public function setParent($v): void
    {
        $this->same = [$v, $this];
        $this->passed = $v;
    }
}
class Child extends Middle
{
    private $same = 'child';
    public $passed = 'child';
    public $own = 'own';

    public function setChild($v): void
    {
        $this->same = $v;
    }
}
trait Shared
{
    private $fromTrait = 'trait';
    protected static int $count = 0;
}
class Uses extends Child
{
    use Shared;
}
final class Last extends Uses
{
    use Shared;
}
foreach (['Grandparent', 'Middle', 'Child', 'Uses', 'Last'] as $class) {
    both($class, static fn(): object => new $class());
    both("$class, changed", static function () use ($class): array {
        $o = new $class();
        $o->set('set');
        $o instanceof Middle && $o->setParent('set in parent');
        $o instanceof Child && $o->setChild('set in child');

        return [$o, $o];
    });
}
echo describe(lyo_unserialize(lyo_serialize(new Child()))), "\n";
--EXPECT--
Grandparent: same
Grandparent, changed: same
Middle: same
Middle, changed: same
Child: same
Child, changed: same
Uses: same
Uses, changed: same
Last: same
Last, changed: same
Child#0{private Grandparent::same: "grandparent", private Grandparent::only: "only grandparent", passed: "child", open: "grandparent", private Middle::same: "parent", private Child::same: "child", own: "own"}
