--TEST--
Text is read as by unserialize(): numbering of its own, hooks at the end, allowed classes in payloads, exceptions, limits of calls
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
#[AllowDynamicProperties]
class Wakes
{
    public $inner;
    public function __wakeup(): void
    {
        echo 'wakeup ', get_debug_type($this->inner), "\n";
        if ($this->inner === 'throw') {
            throw new DomainException('thrown by the hook');
        }
    }
}
#[AllowDynamicProperties]
class Old implements Serializable
{
    public $value;
    public function serialize() { return ''; }
    public function unserialize($data)
    {
        $this->value = unserialize($data);
    }
    public function __destruct() { echo "destructor\n"; }
}
class Reads
{
    public function __unserialize(array $data): void
    {
        /* an inner call has its own numbering */
        echo 'inner: ', json_encode(lyo_unserialize('a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}', ['formats' => ['native']])), "\n";
    }
}
$read = static fn(string $text, array $options = []): mixed => lyo_unserialize($text, $options + ['formats' => ['native']]);
$value = $read('a:3:{i:0;O:5:"Wakes":1:{s:5:"inner";R:1;}i:1;O:5:"Reads":0:{}i:2;r:2;}');
var_dump($value[2] === $value[0]);
unset($value);
var_dump($read('C:3:"Old":19:{O:8:"stdClass":0:{}}'));
var_dump($read('C:3:"Old":19:{O:8:"stdClass":0:{}}', ['allowed_classes' => ['Old']])->value);
try {
    $read('O:5:"Wakes":1:{s:5:"inner";s:5:"throw";}');
} catch (DomainException $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
try { /* as unserialize() does, PHP's reader calls hooks of objects that it had made before it found the damage */
    $read('a:2:{i:0;O:5:"Wakes":1:{s:5:"inner";N;}i:1;x}');
} catch (Lyo\Exception\LyoException $e) {
    echo $e->getMessage(), "\n";
}
class Deep
{
    public function __wakeup(): void
    {
        lyo_unserialize('O:4:"Deep":0:{}', ['formats' => ['native']]);
    }
}
try {
    $read('O:4:"Deep":0:{}');
} catch (Lyo\Exception\LimitException $e) {
    echo $e->getMessage(), "\n";
}
/* a reference as the whole value, and many names that are alike */
var_dump($read('i:5;'));
try {
    $read('a:3000:{' . implode('', array_map(static fn(int $i): string => "i:$i;O:5:\"N" . str_pad((string) $i, 4, '0', STR_PAD_LEFT) . '":0:{}', range(0, 2999))) . '}', ['missing_class' => 'throw']);
} catch (Lyo\Exception\ClassNotAllowedException $e) {
    echo count($e->getClasses()), ' classes, the last is ', $e->getClasses()[2999], "\n";
}
try {
    $read('a:5000:{' . implode('', array_map(static fn(int $i): string => "i:$i;O:5:\"N" . str_pad((string) $i, 4, '0', STR_PAD_LEFT) . '":0:{}', range(0, 4999))) . '}', ['missing_class' => 'throw']);
} catch (Lyo\Exception\LimitException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
wakeup array
inner: [{},{}]
bool(true)
object(Old)#4 (1) {
  ["value"]=>
  object(stdClass)#5 (0) {
  }
}
destructor
destructor
object(__PHP_Incomplete_Class)#5 (1) {
  ["__PHP_Incomplete_Class_Name"]=>
  string(8) "stdClass"
}
wakeup string
DomainException: thrown by the hook
wakeup null
not a value of serialize() at offset 43
nested too deeply at offset 0
int(5)
3000 classes, the last is N2999
too many classes to load at offset 0
