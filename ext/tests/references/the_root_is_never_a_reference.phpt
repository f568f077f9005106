--TEST--
The root is passed by value: the result is no reference, and a root that holds itself gains one level, as with serialize()
--FILE--
<?php
require __DIR__ . '/../support/both.inc';
require __DIR__ . '/../support/payload.inc';

$root = [1];
$root['self'] = &$root;
echo describe(unserialize(serialize($root))), "\n", describe(lyo_unserialize(lyo_serialize($root))), "\n";

$object = new stdClass();
$object->self = &$object;
echo describe(unserialize(serialize($object))), "\n", describe(lyo_unserialize(lyo_serialize($object))), "\n";

/* A payload may say that its root is the first slot of a reference. */
foreach (['a list that holds itself' => payload("\x80\xE1\0", references: [0]), 'an int' => payload("\7", references: [0]), 'an object' => payload("\x61\xE1\0", [class_shape('stdClass', text('o'))], [0])] as $name => $bytes) {
    $value = lyo_unserialize($bytes);
    echo $name, ': ', describe($value), "\n";
    $holder = [$value];
    var_dump(ReflectionReference::fromArrayElement($holder, 0) === null);
    unset($value, $holder);
    gc_collect_cycles();
}
--EXPECT--
[0 => 1, "self" => &0 [0 => 1, "self" => &0 *]]
[0 => 1, "self" => &0 [0 => 1, "self" => &0 *]]
stdClass#0{self: #0}
stdClass#0{self: #0}
a list that holds itself: [&0 [&0 *]]
bool(true)
an int: 5
bool(true)
an object: stdClass#0{o: #0}
bool(true)
