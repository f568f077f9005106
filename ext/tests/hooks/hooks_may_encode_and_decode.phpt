--TEST--
Hooks may encode and decode other values, the value itself, and fail at it, while theirs is written or read
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

final class Plan
{
    public static ?Closure $do = null;

    public static function run(string $where, object $self): void
    {
        note($where);
        if (self::$do) {
            (self::$do)($where, $self);
        }
    }
}

class State
{
    public mixed $a = 1;
    public mixed $b = null;

    public function __serialize(): array
    {
        Plan::run('__serialize', $this);

        return ['a' => $this->a, 'b' => $this->b];
    }

    public function __unserialize(array $data): void
    {
        $this->a = $data['a'];
        $this->b = $data['b'];
        Plan::run('__unserialize', $this);
    }
}

class Sleeper
{
    public mixed $a = 1;
    public mixed $b = null;

    public function __sleep(): array
    {
        Plan::run('__sleep', $this);

        return ['a', 'b'];
    }

    public function __wakeup(): void
    {
        Plan::run('__wakeup', $this);
    }
}

$value = static function (): array {
    $state = new State();
    $sleeper = new Sleeper();
    $state->b = [new stdClass(), $sleeper, 'repeated string'];
    $sleeper->b = [$state->b[0], 'repeated string'];

    return ['repeated string', $state, $sleeper, $state, [1, 2, 3, 4], 'x' => ['k' => 1, 'l' => 2]];
};
$other = static function (): array {
    $o = (object) ['p' => 'repeated string', 'q' => [1.5, null]];

    return [$o, 'repeated string', 'r' => [&$o, $o], 'x' => ['k' => 1, 'l' => 2]];
};

Plan::$do = static function (string $where) use ($other): void {
    note('  inner ' . md5(describe(codec()->decode(codec()->encode($other())))));
};
both('another value', $value);

Plan::$do = static function () use ($other): void {
    foreach (['', 'lyo_'] as $prefix) {
        $encode = $prefix . 'serialize';
        $decode = $prefix . 'unserialize';
        note('  inner ' . md5(describe($decode($encode($other())))));
    }
};
both('another value with both formats', $value);

Plan::$do = static function (string $where, object $self): void {
    static $deep = 0;
    if ($deep < 3) {
        $deep++;
        try {
            note("  depth $deep " . describe(codec()->decode(codec()->encode([$self, 'self' => $self]))));
        } finally {
            $deep--;
        }
    }
};
both('the object itself, three times deep', static function (): State {
    $state = new State();
    $state->b = new Sleeper();

    return $state;
}, quiet: true);

Plan::$do = static function (): void {
    try {
        codec()->encode(static fn(): int => 1);
    } catch (Exception $e) {
        note('  ' . $e->getMessage());
    }
    try {
        lyo_unserialize("\xC1garbage");
    } catch (Lyo\Exception\LyoException $e) {
        note('  ' . $e->getMessage());
    }
};
both('what fails', $value, quiet: true);

Plan::$do = static function (): void {
    codec()->encode([1, static fn(): int => 1]);
};
both('what fails and is not caught', $value);

Plan::$do = static function (): void {
    error_clear_last();
    @unserialize('a:3:{i:0;O:8:"stdClass":1:{s:1:"x";i:1;}i:1;r:2;i:2;R:2;}x');
    @unserialize('a:1:{i:0;O:8:"stdClass":1:{');
};
both('unserialize() of broken text', $value, quiet: true);

/* An array that is being written is not there for an inner call: natively so too. */
Plan::$do = static function (string $where): void {
    global $whole;
    if ($where === '__sleep' || $where === '__serialize') {
        $do = Plan::$do;
        Plan::$do = null;
        note('  whole ' . codec()->prefix . md5(describe(unserialize(serialize($whole)))) . ' ' . md5(describe(lyo_unserialize(lyo_serialize($whole)))));
        Plan::$do = $do;
    }
};
foreach (['', 'lyo_'] as $prefix) {
    $whole = ['outer' => 1, 'nested' => ['o' => new State(), 's' => new Sleeper()], 'by' => [1, 2]];
    $encode = $prefix . 'serialize';
    $encode($whole);
    $log[] = str_replace('lyo_', '', implode("\n", Log::take()));
}
var_dump($log[0] === $log[1]);
--EXPECT--
another value: same
  encode: __serialize
  encode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  encode: __sleep
  encode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  decode: __wakeup
  decode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  decode: __unserialize
  decode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
another value with both formats: same
  encode: __serialize
  encode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  encode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  encode: __sleep
  encode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  encode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  decode: __wakeup
  decode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  decode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  decode: __unserialize
  decode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
  decode:   inner 9cad5d3ad6f08bbfad95a5a0ed33d20d
the object itself, three times deep: same
what fails: same
what fails and is not caught: same
  encode: __serialize
  encode: throws Exception("Serialization of 'Closure' is not allowed")
unserialize() of broken text: same
bool(true)
