--TEST--
Properties with another visibility for writing are restored and keep it
--SKIPIF--
<?php
PHP_VERSION_ID < 80400 && die('skip asymmetric visibility is new in PHP 8.4');
?>
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Account
{
    public private(set) int $balance = 0;
    public protected(set) ?self $parent = null;
    protected private(set) array $log = [];
    public private(set) readonly string $id;

    public function __construct(int $balance, ?self $parent = null)
    {
        $this->balance = $balance;
        $this->parent = $parent;
        $this->log[] = $balance;
        $this->id = "id $balance";
    }
}
final class Savings extends Account
{
    public readonly int $rate;
}
both('an account', static fn(): array => [new Account(5, new Account(6)), new Savings(7)]);
both('references', static function (): array {
    $a = new Account(5);

    return [$a, 'again' => $a];
});
$back = lyo_unserialize(lyo_serialize(new Account(5)));
foreach ([static fn() => $back->balance = 1, static fn() => $back->parent = null, static fn() => $back->id = 'x', static function () use ($back): void {
    $r = &$back->balance;
}] as $write) {
    try {
        $write();
        echo "written\n";
    } catch (Error $e) {
        echo "refused\n";
    }
}
class Before_
{
    public $balance = 'no int';
}
class Before0
{
    private $balance = 5;
    protected $id = 'x';
}
both('another type', static fn(): object => new Before_(), change: static fn(string $bytes): string => renamed($bytes, 'Before_', 'Account'));
both('another visibility', static fn(): object => new Before0(), change: static fn(string $bytes): string => renamed($bytes, 'Before0', 'Account'));
--EXPECT--
an account: same
references: same
refused
refused
refused
refused
another type: same
  decode: throws TypeError("Cannot assign string to property Account::$balance of type int")
another visibility: same
