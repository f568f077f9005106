--TEST--
Classes are resolved before any value, each once per payload, in order of first appearance: autoloaders, then the callback
--INI--
unserialize_callback_func=on_callback
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

spl_autoload_register(static function (string $class): void {
    note("autoload $class");
    if (str_starts_with($class, 'Auto')) {
        eval("class $class { public \$p; public function __wakeup() { note('wakeup $class'); } }");
    }
});
function on_callback(string $class): void
{
    note("callback $class");
    if (str_starts_with($class, 'Call')) {
        eval("class $class { public \$p; public function __wakeup() { note('wakeup $class'); } }");
    }
}
class Value
{
    public function __construct(public mixed $p = null)
    {
    }
}
class Eager
{
    public mixed $p = null;

    public function __wakeup(): void
    {
        note('wakeup Eager');
    }
}
/* Five objects of classes that are found in different ways, some of them twice. */
for ($i = 0; $i < 5; $i++) {
    eval("class Old{$i}__ { public \$p; }");
}
$make = static function (): array {
    $all = [new Eager()];
    for ($i = 0; $i < 5; $i++) {
        $class = "Old{$i}__";
        $all[] = $o = new $class();
        $o->p = new Eager();
        $all[] = new $class();
    }

    return $all;
};
foreach (['' => ['Auto1_', 'Call1_', 'Miss1_', 'Auto2_', 'Call2_'], 'lyo_' => ['Auto3_', 'Call3_', 'Miss3_', 'Auto4_', 'Call4_']] as $prefix => $names) {
    $codec = new Codec($prefix);
    $bytes = $codec->encode($make());
    foreach ($names as $i => $name) {
        $bytes = renamed($bytes, "Old{$i}__", $name);
    }
    $log = watch(static fn(): mixed => $codec->decode($bytes), $result);
    echo $prefix === '' ? "native\n" : "lyo\n", '  ', implode("\n  ", $log), "\n  ", implode(' ', array_map(static fn(object $o): string => $o::class, $result)), "\n";
}
/* Now they are loaded: no look-up, the same hooks. */
$log = watch(static fn(): mixed => lyo_unserialize($bytes), $result);
echo "again\n  ", implode("\n  ", $log), "\n";
--EXPECT--
native
  autoload Auto1_
  autoload Call1_
  callback Call1_
  autoload Miss1_
  callback Miss1_
  autoload Miss1_
  Warning: unserialize(): Function on_callback() hasn't defined the class it was called for
  autoload Miss1_
  callback Miss1_
  autoload Miss1_
  Warning: unserialize(): Function on_callback() hasn't defined the class it was called for
  autoload Auto2_
  autoload Call2_
  callback Call2_
  wakeup Eager
  wakeup Eager
  wakeup Auto1_
  wakeup Auto1_
  wakeup Eager
  wakeup Call1_
  wakeup Call1_
  wakeup Eager
  wakeup Eager
  wakeup Auto2_
  wakeup Auto2_
  wakeup Eager
  wakeup Call2_
  wakeup Call2_
  Eager Auto1_ Auto1_ Call1_ Call1_ __PHP_Incomplete_Class __PHP_Incomplete_Class Auto2_ Auto2_ Call2_ Call2_
lyo
  autoload Auto3_
  autoload Call3_
  callback Call3_
  autoload Miss3_
  callback Miss3_
  autoload Miss3_
  Warning: unserialize(): Function on_callback() hasn't defined the class it was called for
  autoload Auto4_
  autoload Call4_
  callback Call4_
  wakeup Eager
  wakeup Eager
  wakeup Auto3_
  wakeup Auto3_
  wakeup Eager
  wakeup Call3_
  wakeup Call3_
  wakeup Eager
  wakeup Eager
  wakeup Auto4_
  wakeup Auto4_
  wakeup Eager
  wakeup Call4_
  wakeup Call4_
  Eager Auto3_ Auto3_ Call3_ Call3_ __PHP_Incomplete_Class __PHP_Incomplete_Class Auto4_ Auto4_ Call4_ Call4_
again
  autoload Miss3_
  callback Miss3_
  autoload Miss3_
  Warning: unserialize(): Function on_callback() hasn't defined the class it was called for
  wakeup Eager
  wakeup Eager
  wakeup Auto3_
  wakeup Auto3_
  wakeup Eager
  wakeup Call3_
  wakeup Call3_
  wakeup Eager
  wakeup Eager
  wakeup Auto4_
  wakeup Auto4_
  wakeup Eager
  wakeup Call4_
  wakeup Call4_
