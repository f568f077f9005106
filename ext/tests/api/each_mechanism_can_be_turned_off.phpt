--TEST--
lyo.disable turns mechanisms off, one or several: what is written is the same, and the caches stay empty
--INI--
lyo.disable=" shapes, prefixes,,classes	strings leaves keys rows zstd arrays interned"
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
$status = lyo_status();
foreach (['prefixes', 'shapes', 'strings'] as $name) {
    echo $name, ': ', implode(' ', $status['process'][$name]), "\n";
}
echo 'classes: ', implode(' ', $status['request']['classes']), "\n";
var_dump(ini_set('lyo.disable', ''));
?>
--EXPECT--
1 1 the same
prefixes: 0 0 0 0 0
shapes: 0 0 0 0 0
strings: 0 0 0
classes: 0 0 0
bool(false)
