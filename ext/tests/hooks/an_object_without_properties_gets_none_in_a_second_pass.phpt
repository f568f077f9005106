--TEST--
An object without properties that was written after a hook has run is written without any in a second pass, whatever a later hook adds
--FILE--
<?php
#[AllowDynamicProperties]
class Bare
{
    /* One whose table of properties has been made, as foreach or var_dump() makes it. */
    public static function withTable(): self
    {
        $bare = new self();
        ob_start();
        var_dump($bare);
        ob_end_clean();

        return $bare;
    }
}
class Hook
{
    public function __construct(private ?object $changed = null)
    {
    }

    public function __sleep(): array
    {
        if (isset($this->changed)) {
            $this->changed->added = 5;
        }

        return [];
    }
}

function value(Bare ...$bare): array
{
    $met = 3;
    // the ints are written in one piece, until one of them is met again: then all is written once more
    return [$bare[0], $bare[1], 'first hook' => new Hook(), $bare[2], 'second hook' => new Hook($bare[2]), 'ints' => [1, 2, &$met, 4, 5, 6], 'met' => &$met];
}

foreach (['with a table' => Bare::withTable(...), 'without one' => static fn() => new Bare()] as $name => $make) {
    foreach ([1, 2] as $turn) { // the second one with what the writer has noted of the class
        $native = serialize(value($make(), $make(), $make()));
        $ours = serialize(lyo_unserialize(lyo_serialize(value($make(), $make(), $make()))));
        echo $name, ': ', $ours === $native ? 'as serialize()' : "$native\n$ours", "\n";
    }
}
?>
--EXPECT--
with a table: as serialize()
with a table: as serialize()
without one: as serialize()
without one: as serialize()
