--TEST--
Two results of the same payload share nothing that can be changed; the shape cache only makes the second faster
--FILE--
<?php
class Point
{
    public $x = [1];
    public $name = 'point';
}
$make = static fn(): array => ['rows' => array_fill(0, 12, ['id' => 1, 'name' => 'a name', 'o' => null]), 'maps' => [['k' => [1], 'l' => 'x'], ['k' => [2], 'l' => 'y']], 'points' => [new Point(), new Point()], 'std' => (object) ['a' => 1, 'b' => [2]]];
$bytes = lyo_serialize($make());
$expected = serialize($make());
for ($i = 0; $i < 5; $i++) {
    $a = lyo_unserialize($bytes);
    $b = lyo_unserialize($bytes);
    $a['rows'][3]['id'] = 'changed';
    $a['rows'][4]['new'] = 1;
    unset($a['rows'][5]['name']);
    $a['maps'][0]['k'][] = 5;
    $a['maps'][1][] = 'appended';
    $a['points'][0]->x[] = 2;
    $a['points'][1]->name .= '!';
    $a['std']->c = 3;
    unset($a['std']->a);
    $a['std']->b[0] = 'x';
    ksort($a['maps'][0]);
    array_push($a['rows'], ...$a['rows']);
    if (serialize($b) !== $expected || serialize(lyo_unserialize($bytes)) !== $expected) {
        echo "round $i: another result has changed\n";
    }
}
echo "independent\n";
/* Keys of the results live on when the cache has thrown its own away, or never had any. */
$keep = [];
for ($i = 0; $i < 3000; $i++) {
    $payload = lyo_serialize([["key$i" => 1, 'x' => 2], ["key$i" => 3, 'x' => 4]]);
    for ($j = 0; $j < 3; $j++) {
        $keep[$i] = lyo_unserialize($payload);
    }
}
foreach ($keep as $i => $value) {
    if ($value !== [["key$i" => 1, 'x' => 2], ["key$i" => 3, 'x' => 4]]) {
        echo "value $i has changed\n";
    }
}
echo count($keep), " values kept\n";
--EXPECT--
independent
3000 values kept
