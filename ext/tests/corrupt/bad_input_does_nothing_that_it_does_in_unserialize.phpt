--TEST--
Bad input: unserialize() loads classes and runs hooks and destructors of what it had read; lyo_unserialize() does nothing of the kind
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

spl_autoload_register(static function (string $class): void {
    note("autoload $class");
});
class Wakes
{
    public function __wakeup(): void
    {
        note('__wakeup');
    }

    public function __destruct()
    {
        note('Wakes::__destruct');
    }
}
class Restores
{
    public function __unserialize(array $data): void
    {
        note('__unserialize');
    }

    public function __destruct()
    {
        note('Restores::__destruct');
    }
}
class Before
{
    public function __destruct()
    {
        note('Before::__destruct');
    }
}
class Later_
{
    public $i = 'no int';
}
class Former_
{
}
class Typed_
{
    public int $i = 1;

    public function __destruct()
    {
        note('Typed_::__destruct');
    }
}
$log = static function (string $title, Closure $value, Closure $change): void {
    foreach (['', 'lyo_'] as $prefix) {
        $codec = new Codec($prefix);
        $bytes = $change($codec->encode($value()));
        Log::take();
        $lines = watch(static fn(): mixed => $codec->decode($bytes), $result);
        $result = null;
        gc_collect_cycles();
        array_push($lines, ...Log::take());
        // what it says differs by version
        $lines = preg_replace('/ at offset.*/', '', preg_grep('/^(Warning|Notice): /', $lines, PREG_GREP_INVERT));
        echo $title, $prefix === '' ? ', natively: ' : ', lyo: ', implode(', ', array_unique($lines)), "\n";
    }
};
$value = static fn(): array => [new Wakes(), new Restores(), new Before(), new Later_(), 'text'];
$log('cut off', $value, static fn(string $bytes): string => substr(renamed($bytes, 'Later_', 'Absent'), 0, -3));
$log('bytes behind', static fn(): array => [new Before()], static fn(string $bytes): string => $bytes . 'x');
$log('a wrong type', static fn(): array => [new Before(), new Wakes(), new Later_()], static fn(string $bytes): string => renamed($bytes, 'Later_', 'Typed_'));
$log('a class that is not for this', static fn(): array => [new Before(), new Wakes(), new Former_()], static fn(string $bytes): string => renamed($bytes, 'Former_', 'Closure'));
--EXPECT--
cut off, natively: autoload Absent, Before::__destruct, __wakeup, Wakes::__destruct, __unserialize, Restores::__destruct
cut off, lyo: throws Lyo\Exception\TruncatedException("the data are truncated
bytes behind, natively: Before::__destruct
bytes behind, lyo: throws Lyo\Exception\CorruptException("bytes follow the value
a wrong type, natively: Before::__destruct, Typed_::__destruct, throws TypeError("Cannot assign string to property Typed_::$i of type int")
a wrong type, lyo: throws TypeError("Cannot assign string to property Typed_::$i of type int")
a class that is not for this, natively: Before::__destruct, throws Exception("Unserialization of 'Closure' is not allowed")
a class that is not for this, lyo: throws Exception("Unserialization of 'Closure' is not allowed")
