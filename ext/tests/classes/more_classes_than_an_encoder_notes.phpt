--TEST--
The bytes of a value do not depend on which classes and shapes were encoded before, nor on what hooks encode meanwhile
--FILE--
<?php
mt_srand(7);

trait Nested
{
    public mixed $inner = null;

    public function __sleep()
    {
        lyo_serialize($this->others());
        return array_keys(get_object_vars($this));
    }

    private function others(): array
    {
        return array_map(static fn(int $i) => new ("Plain$i")(), [1, 2, 3, 150, 299]);
    }
}

for ($i = 0; $i < 300; $i++) {
    eval("#[AllowDynamicProperties] class Plain$i { public \$a = $i; protected \$b = 'b$i'; private \$c; public int \$typed; public mixed \$more = null; }");
    if ($i < 40) {
        eval("class Nested$i { use Nested; public \$first = $i; protected \$second = 2; }");
    }
}

/** An object in one of the shapes that its class can have. */
function object(int $depth): object
{
    $class = mt_rand(0, 9) ? 'Plain' . mt_rand(0, 299) : 'Nested' . mt_rand(0, 39);
    $object = new $class();
    if ($class[0] === 'N') {
        $object->inner = $depth ? object($depth - 1) : null;
        return $object;
    }
    $object->more = $depth ? array_map(static fn() => object($depth - 1), range(0, mt_rand(0, 3))) : null;
    match (mt_rand(0, 6)) {
        0 => $object->typed = 1,
        1 => $object->{'dynamic' . mt_rand(0, 2)} = str_repeat('x', mt_rand(0, 400)),
        2 => (static function () use ($object) {
            unset($object->a);
        })(),
        3 => (array) $object,
        default => null,
    };
    return mt_rand(0, 3) ? $object : unserialize(serialize($object));
}

$values = array_map(static fn() => array_map(static fn() => object(2), range(0, mt_rand(0, 20))), range(1, 150));
$bytes = array_map(lyo_serialize(...), $values);
$same = $good = 0;
for ($round = 0; $round < 4; $round++) {
    $order = array_keys($values);
    shuffle($order);
    foreach ($order as $i) {
        $same += (int) (lyo_serialize($values[$i]) === $bytes[$i]);
        $good += (int) ($round === 0 && serialize(lyo_unserialize($bytes[$i])) === serialize(unserialize(serialize($values[$i]))));
    }
}
echo "$same of 600 the same, $good of 150 good\n";
--EXPECT--
600 of 600 the same, 150 of 150 good
