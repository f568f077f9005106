--TEST--
An object whose property table was empty has all its properties after a later hook has set them: the table is not held meanwhile
--FILE--
<?php
#[AllowDynamicProperties]
class Fills
{
    public int $typed;
}
class Hook
{
    public function __construct(private ?Fills $fills) {}

    public function __serialize(): array
    {
        if ($this->fills) {
            $this->fills->dynamic = 1;
            $this->fills->typed = 5;
        }

        return [];
    }
}
foreach (['serialize', 'lyo_serialize'] as $encode) {
    $object = new Fills();
    foreach ($object as $property) { // makes the table
    }
    $object->gone = 1;
    unset($object->gone);
    $encode([new Hook(null), $object, new Hook($object)]);
    echo json_encode((array) $object), json_encode(get_object_vars($object));
    $object->typed = 6;
    echo json_encode((array) $object), "\n";
}
?>
--EXPECT--
{"typed":5,"dynamic":1}{"typed":5,"dynamic":1}{"typed":6,"dynamic":1}
{"typed":5,"dynamic":1}{"typed":5,"dynamic":1}{"typed":6,"dynamic":1}
