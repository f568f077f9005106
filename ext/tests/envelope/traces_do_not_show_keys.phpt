--TEST--
A trace does not show the options of a call, in which keys may be
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
class Throws
{
    public function __serialize(): array
    {
        throw new LogicException('of a hook');
    }
}
$options = ['sign' => ['a' => str_repeat('secret', 5)]];
foreach ([static fn() => lyo_serialize([new Throws()], $options), static fn() => lyo_unserialize('x', $options)] as $call) {
    try {
        $call();
    } catch (Exception $e) {
        $shown = array_map(static fn(array $frame): string => $frame['function'] . '(' . implode(', ', array_map(get_debug_type(...), $frame['args'] ?? [])) . ')', $e->getTrace());
        echo $e::class, ': ', implode(' ', preg_grep('/^lyo_/', $shown)), ' ', str_contains(print_r($e, true), 'secret') ? 'SHOWN' : 'not shown', "\n";
    }
}
?>
--EXPECT--
LogicException: lyo_serialize(array, SensitiveParameterValue) not shown
Lyo\Exception\SignatureException: lyo_unserialize(string, SensitiveParameterValue) not shown
