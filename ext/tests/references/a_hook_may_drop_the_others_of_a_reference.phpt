--TEST--
A PHP reference stays one if a hook drops all others, also when the value is written a second time
--FILE--
<?php
class Drops
{
    public mixed $held = null;

    public function __sleep(): array
    {
        $this->held = null;

        return ['held'];
    }
}

/* Rows whose own references are only found when they are met again: the value is written twice. */
$rows = static function (mixed &$first, mixed &$second): array {
    $rows = [];
    for ($i = 0; $i < 11; $i++) {
        $rows[] = ['url' => $i % 2 === 0, 'tags' => "tag $i"];
    }
    $rows[1]['url'] = &$first;
    $rows[3]['tags'] = &$second;
    $rows[9]['url'] = &$second;

    return $rows;
};
$compared = 0;
$make = static function (bool $object, bool $before, bool $again) use ($rows): array {
    $value = $object ? new ArrayObject() : 5;
    $same = $value;
    $second = true;
    $drops = new Drops();
    $list = $rows($same, $second);
    $drops->held = [&$same];
    $result = $before ? [new Drops(), $value, $list, $drops] : [$value, $list, $drops];
    if ($again) {
        $result[] = &$same;
    }

    return $result;
};
foreach ([true, false] as $object) {
    foreach ([true, false] as $before) {
        foreach ([true, false] as $again) {
            $native = serialize(unserialize(serialize($make($object, $before, $again))));
            $lyo = serialize(lyo_unserialize(lyo_serialize($make($object, $before, $again))));
            if ($lyo !== $native) {
                echo json_encode([$object, $before, $again]), ": DIFFERENT\n  $native\n  $lyo\n";
            }
            $compared++;
        }
    }
}
echo "$compared compared\n";
?>
--EXPECT--
8 compared
