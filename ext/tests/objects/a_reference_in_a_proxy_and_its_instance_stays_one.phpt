--TEST--
A PHP reference to an object that a lazy proxy and its instance both show stays one, though an initializer frees what else shared it
--SKIPIF--
<?php
PHP_VERSION_ID < 80400 && die('skip lazy objects are new in PHP 8.4');
?>
--FILE--
<?php
final class Box
{
    public mixed $in = null;
}
/* The initializer of the second object frees the box that shares the reference with the instance of the first one. */
$value = static function (mixed $in): array {
    $instance = new Box();
    $instance->in = $in;
    $other = new Box();
    $other->in = &$instance->in;
    $class = new ReflectionClass(Box::class);

    return [$class->newLazyProxy(static fn(): Box => $instance), $class->newLazyGhost(static function () use ($other): void {}), $instance];
};
foreach (['an object' => new stdClass(), 'an int' => 5] as $name => $in) {
    $results = ['serialize()' => unserialize(serialize($value($in))), 'lyo' => lyo_unserialize(lyo_serialize($value($in)))];
    foreach ($results as $codec => [$proxy, , $instance]) {
        $proxy->in = 'changed';
        echo "$name, $codec: ", $instance->in === 'changed' ? 'shared' : 'apart', "\n";
    }
}
--EXPECT--
an object, serialize(): apart
an object, lyo: shared
an int, serialize(): shared
an int, lyo: shared
