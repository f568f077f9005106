--TEST--
lyo.disable turns mechanisms off, one or several: what is written is the same, and the caches stay empty
--INI--
lyo.disable=" shapes, trails,,notes	strings leaves keys rows"
--FILE--
<?php
class Entity
{
    public $id = 1;
    protected $name = 'a name';
}
$value = [new Entity(), new Entity(), ['id' => 1, 'title' => 'first'], ['id' => 2, 'title' => 'second'], 1.5, [1, 2, 3], new DateTime('2026-01-31 12:00:00.5 +01:00')];
$written = $read = [];
for ($i = 0; $i < 4; $i++) {
    $bytes = lyo_serialize($value);
    $written[bin2hex($bytes)] = true;
    $read[serialize(lyo_unserialize($bytes))] = true;
}
echo count($written), ' ', count($read), ' ', array_keys($read) === [serialize($value)] ? 'the same' : 'another', "\n";
ob_start();
(new ReflectionExtension('lyo'))->info();
echo preg_match('/shape cache => (\d+)/', ob_get_clean(), $match) === 1 ? $match[1] : '?', " in the shape cache\n";
var_dump(ini_set('lyo.disable', ''));
?>
--EXPECT--
1 1 the same
0 in the shape cache
bool(false)
