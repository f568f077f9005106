--TEST--
A payload that ArrayObject or SplObjectStorage wrote before PHP 7.4 is read as by unserialize(), with its class policy
--FILE--
<?php
require __DIR__ . '/../support/internal.inc';
require __DIR__ . '/../support/payload.inc';

class Inside
{
    public $x;

    public function __wakeup(): void
    {
        note('Inside::__wakeup');
    }
}
$payloads = [
    ['ArrayObject', 'x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{}'],
    ['ArrayObject', 'x:i:0;O:6:"Inside":1:{s:1:"x";i:1;};m:a:0:{}'],
    ['ArrayIterator', 'x:i:0;a:2:{i:0;i:1;i:1;O:6:"Inside":0:{}};m:a:1:{s:1:"p";i:2;}'],
    ['SplObjectStorage', 'x:i:1;O:6:"Inside":0:{},i:7;;m:a:0:{}'],
    ['SplDoublyLinkedList', 'i:0;:i:1;:O:6:"Inside":0:{}'],
    ['ArrayObject', 'x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{'],
    ['ArrayObject', 'nothing of the kind'],
    ['SplObjectStorage', ''],
];
foreach ($payloads as [$class, $inner]) {
    foreach ([[], ['allowed_classes' => [$class]], ['allowed_classes' => false]] as $options) {
        $logs = [];
        foreach (['', 'lyo_'] as $prefix) {
            $codec = new Codec($prefix);
            $bytes = $prefix === '' ? "a:2:{i:0;C:" . strlen($class) . ":\"$class\":" . strlen($inner) . ":{{$inner}}i:1;i:5;}" : payload("\x81\x61" . text($inner) . "\x07", ["\x04" . text($class)]);
            $log = watch(static fn(): mixed => $codec->decode($bytes, $options), $result);
            $log[] = 'result ' . dump($result);
            $logs[] = $log;
        }
        report("$class $inner " . json_encode($options), $logs[0], $logs[1]);
    }
}
--EXPECT--
ArrayObject x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{} []: same
ArrayObject x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{} {"allowed_classes":["ArrayObject"]}: same
ArrayObject x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{} {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
ArrayObject x:i:0;O:6:"Inside":1:{s:1:"x";i:1;};m:a:0:{} []: same
  Inside::__wakeup
ArrayObject x:i:0;O:6:"Inside":1:{s:1:"x";i:1;};m:a:0:{} {"allowed_classes":["ArrayObject"]}: same
ArrayObject x:i:0;O:6:"Inside":1:{s:1:"x";i:1;};m:a:0:{} {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
ArrayIterator x:i:0;a:2:{i:0;i:1;i:1;O:6:"Inside":0:{}};m:a:1:{s:1:"p";i:2;} []: same
  Deprecated: Creation of dynamic property ArrayIterator::$p is deprecated
  Inside::__wakeup
ArrayIterator x:i:0;a:2:{i:0;i:1;i:1;O:6:"Inside":0:{}};m:a:1:{s:1:"p";i:2;} {"allowed_classes":["ArrayIterator"]}: same
  Deprecated: Creation of dynamic property ArrayIterator::$p is deprecated
ArrayIterator x:i:0;a:2:{i:0;i:1;i:1;O:6:"Inside":0:{}};m:a:1:{s:1:"p";i:2;} {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
SplObjectStorage x:i:1;O:6:"Inside":0:{},i:7;;m:a:0:{} []: same
  Inside::__wakeup
SplObjectStorage x:i:1;O:6:"Inside":0:{},i:7;;m:a:0:{} {"allowed_classes":["SplObjectStorage"]}: same
SplObjectStorage x:i:1;O:6:"Inside":0:{},i:7;;m:a:0:{} {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
SplDoublyLinkedList i:0;:i:1;:O:6:"Inside":0:{} []: same
  Inside::__wakeup
SplDoublyLinkedList i:0;:i:1;:O:6:"Inside":0:{} {"allowed_classes":["SplDoublyLinkedList"]}: same
SplDoublyLinkedList i:0;:i:1;:O:6:"Inside":0:{} {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
ArrayObject x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{ []: same
  throws UnexpectedValueException("Error at offset 32 of 32 bytes")
ArrayObject x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{ {"allowed_classes":["ArrayObject"]}: same
  throws UnexpectedValueException("Error at offset 32 of 32 bytes")
ArrayObject x:i:0;a:1:{s:1:"k";i:5;};m:a:0:{ {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
ArrayObject nothing of the kind []: same
  throws UnexpectedValueException("Error at offset 0 of 19 bytes")
ArrayObject nothing of the kind {"allowed_classes":["ArrayObject"]}: same
  throws UnexpectedValueException("Error at offset 0 of 19 bytes")
ArrayObject nothing of the kind {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
SplObjectStorage  []: same
SplObjectStorage  {"allowed_classes":["SplObjectStorage"]}: same
SplObjectStorage  {"allowed_classes":false}: same
  Warning: Class __PHP_Incomplete_Class has no unserializer
