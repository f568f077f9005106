--TEST--
Payloads that differ only where no sample is taken get their own values, and a store that is full refuses without work
--INI--
lyo.keep_values=256K
--FILE--
<?php
function kept(): array
{
    return lyo_status()['process']['values'];
}

// One size; the numbers differ at places between the samples of the hash.
$list = [];
for ($i = 1000; $i < 1200; $i++) {
    $list[] = "text number $i of a list";
}
$wrong = 0;
$payloads = [];
for ($i = 0; $i < 300; $i++) {
    $value = $list;
    $value[31] = sprintf('text number %04d of a list', $i);
    $value[150] = sprintf('text number %04d of a list', 9999 - $i);
    $payloads[] = [lyo_serialize($value), $value];
}
echo count(array_unique(array_map(fn($p) => strlen($p[0]), $payloads))), " size\n";
for ($time = 0; $time < 9; $time++) {
    foreach ($payloads as [$data, $value]) {
        $wrong += lyo_unserialize($data) !== $value;
    }
}
for ($time = 0; $time < 9; $time++) {
    foreach ($payloads as [$data, $value]) {
        for ($i = 0; $i < 3; $i++) {
            $wrong += lyo_unserialize($data) !== $value;
        }
    }
}
echo $wrong, " wrong\n";
var_dump(kept()['bytes'] <= 262144, kept()['entries'] > 0, kept()['hits'] > 0);

// More than the store holds: it stays below its limit.
for ($i = 0; $i < 300; $i++) {
    $value = [];
    for ($j = 0; $j < 40; $j++) {
        $value["key $j of $i"] = "value $j of $i";
    }
    $data = lyo_serialize($value);
    for ($time = 0; $time < 6; $time++) {
        $wrong += lyo_unserialize($data) !== $value;
    }
}
echo $wrong, " wrong\n";
var_dump(kept()['bytes'] <= 262144, kept()['freed']);
?>
--EXPECT--
1 size
0 wrong
bool(true)
bool(true)
bool(true)
0 wrong
bool(true)
int(0)
