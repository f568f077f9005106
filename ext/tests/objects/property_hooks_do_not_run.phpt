--TEST--
Property hooks do not run in either direction: the backing value is written and restored; virtual properties are neither
--SKIPIF--
<?php
PHP_VERSION_ID < 80400 && die('skip property hooks are new in PHP 8.4');
?>
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Hooked
{
    public string $backed = 'start' {
        get {
            note('get backed');

            return strtoupper($this->backed);
        }
        set {
            note('set backed');
            $this->backed = "set $value";
        }
    }
    public int $doubled {
        get {
            note('get doubled');

            return $this->plain * 2;
        }
        set(int $value) {
            note('set doubled');
            $this->plain = intdiv($value, 2);
        }
    }
    public string $onlyGet {
        get => 'virtual';
    }
    public array $list = [1] {
        &get {
            note('get list');

            return $this->list;
        }
    }
    protected ?self $next = null {
        set => $value;
    }
    public int $plain = 5;
    private string $late {
        get => $this->late;
    }

    public function link(self $next): static
    {
        $this->next = $next;

        return $this;
    }
}
class Child extends Hooked
{
    public string $backed = 'child' {
        get => 'child gets ' . parent::$backed::get();
    }
}
class Sleeper extends Hooked
{
    public function __sleep(): array
    {
        return ['backed', 'doubled', 'plain', 'late'];
    }
}
class Restorer extends Hooked
{
    public function __serialize(): array
    {
        return ['b' => $this->backed];
    }

    public function __unserialize(array $data): void
    {
        $this->backed = $data['b'];
    }
}
interface HasName
{
    public string $name { get; }
}
class Named implements HasName
{
    public function __construct(public string $name = 'n' { set => ucfirst($value); })
    {
    }
}
both('new', static fn(): object => new Hooked());
both('changed', static function (): array {
    $o = new Hooked();
    $o->backed = 'x';
    $o->doubled = 14;
    $o->link(new Hooked());
    Log::take();

    return [$o, $o];
});
both('a child', static fn(): object => new Child());
both('in a table', static function (): object {
    $o = new Hooked();
    get_mangled_object_vars($o);

    return $o;
});
both('__sleep', static fn(): array => [new Sleeper()]);
both('__serialize', static fn(): array => [new Restorer()]);
both('promoted', static fn(): array => [new Named('abc')]);
--EXPECT--
new: same
changed: same
a child: same
in a table: same
__sleep: same
  encode: Warning: serialize(): "doubled" returned as member variable from __sleep() but does not exist
  encode: Warning: serialize(): "late" returned as member variable from __sleep() but does not exist
__serialize: same
  encode: get backed
  decode: set backed
promoted: same
