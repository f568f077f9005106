--TEST--
Data for a property that is virtual today are refused, whatever its name was: the object would get a property that nobody can read
--SKIPIF--
<?php
PHP_VERSION_ID < 80400 && die('skip property hooks are new in PHP 8.4');
?>
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class PublicA
{
    public $v = 1;
    public $b = 2;
}
class Protect
{
    protected $v = 1;
}
class Hidden_
{
    private $v = 1;
}
class Virtual
{
    public $v {
        get => 'computed';
        set {
            note('set v');
        }
    }
    public $b = 5;

    public function __wakeup(): void
    {
        note('__wakeup');
    }
}
class Inherit extends Virtual
{
}
class Restore extends Virtual
{
    public function __unserialize(array $data): void
    {
        note(describe($data));
    }
}
class Backed_ extends Virtual
{
    public $v = 'backed' {
        get => $this->v;
    }
}
/** Virtual in the parent's eyes only. */
class Plain__ extends Virtual
{
    public $v = 'plain';
}
foreach (['PublicA' => ['Virtual', 'Inherit', 'Restore', 'Backed_', 'Plain__'], 'Protect' => ['Virtual'], 'Hidden_' => ['Virtual']] as $from => $targets) {
    foreach ($targets as $to) {
        foreach (['' => serialize([1, new $from()]), 'lyo_' => lyo_serialize([1, new $from()])] as $prefix => $bytes) {
            $log = watch(static fn(): mixed => ($prefix . 'unserialize')(renamed($bytes, $from, $to)), $result);
            echo "$from to $to, ", $prefix === '' ? 'native' : 'lyo', ': ', describe($result), "\n";
            foreach ($log as $line) {
                echo '  ', preg_replace('/offset \d+ of \d+/', 'offset N', $line), "\n";
            }
        }
    }
}
both('new', static fn(): array => [new Virtual(), new Backed_()]);
--EXPECT--
PublicA to Virtual, native: false
  Warning: unserialize(): Cannot unserialize value for virtual property Virtual::$v
  Warning: unserialize(): Error at offset N bytes
PublicA to Virtual, lyo: null
  throws Lyo\Exception\ClassMismatchException("Virtual: a virtual property cannot be restored")
PublicA to Inherit, native: false
  Warning: unserialize(): Cannot unserialize value for virtual property Virtual::$v
  Warning: unserialize(): Error at offset N bytes
PublicA to Inherit, lyo: null
  throws Lyo\Exception\ClassMismatchException("Inherit: a virtual property cannot be restored")
PublicA to Restore, native: [1, Restore#0{b: 5}]
  ["v" => 1, "b" => 2]
PublicA to Restore, lyo: [1, Restore#0{b: 5}]
  ["v" => 1, "b" => 2]
PublicA to Backed_, native: [1, Backed_#0{b: 2, v: 1}]
  __wakeup
PublicA to Backed_, lyo: [1, Backed_#0{b: 2, v: 1}]
  __wakeup
PublicA to Plain__, native: [1, Plain__#0{b: 2, v: 1}]
  __wakeup
PublicA to Plain__, lyo: [1, Plain__#0{b: 2, v: 1}]
  __wakeup
Protect to Virtual, native: false
  Warning: unserialize(): Cannot unserialize value for virtual property Virtual::$
  Warning: unserialize(): Error at offset N bytes
Protect to Virtual, lyo: null
  throws Lyo\Exception\ClassMismatchException("Virtual: a virtual property cannot be restored")
Hidden_ to Virtual, native: false
  Warning: unserialize(): Cannot unserialize value for virtual property Virtual::$
  Warning: unserialize(): Error at offset N bytes
Hidden_ to Virtual, lyo: null
  throws Lyo\Exception\ClassMismatchException("Virtual: a virtual property cannot be restored")
new: same
  decode: __wakeup
  decode: __wakeup
