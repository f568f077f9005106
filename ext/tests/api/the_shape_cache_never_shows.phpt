--TEST--
The shape cache changes nothing that can be seen: many preambles, small limits, classes that come later, errors in a cached preamble
--INI--
lyo.shape_cache=20000
--FILE--
<?php
require __DIR__ . '/../support/describe.inc';

class Old
{
    public $a = 1;
}
enum Suit
{
    case Hearts;
}
$cached = static fn(): int => lyo_status()['process']['shapes']['entries'];
/* Admitted at the second sight, and no more than fit. */
echo $cached(), ' ';
$one = lyo_serialize([['k' => 1, 'l' => 2], new Old(), Suit::Hearts]);
foreach ([1, 2, 3, 4] as $i) {
    $all[] = describe(lyo_unserialize($one));
    echo $cached(), ' ';
}
echo count(array_unique($all)), "\n";
for ($i = 0; $i < 500; $i++) {
    $bytes = lyo_serialize([["key $i" => $i, 'x' => 1], ["key $i" => $i, 'x' => 1], (object) ["p$i" => 1]]);
    for ($j = 0; $j < 4; $j++) {
        if (describe(lyo_unserialize($bytes)) !== "[[\"key $i\" => $i, \"x\" => 1], [\"key $i\" => $i, \"x\" => 1], stdClass#0{p$i: 1}]") {
            echo "value $i, sight $j\n";
        }
    }
}
echo $cached() > 5 && $cached() < 100 ? 'some are kept' : $cached(), "\n";

/* A class that is missing at first is found once it is there; the policy of each call holds. */
$later = str_replace("\x42Old", "\x42New", $one);
for ($i = 0; $i < 3; $i++) {
    echo lyo_unserialize($later)[1]::class, ' ', lyo_unserialize($one, ['allowed_classes' => ['old']])[1]::class, ' ', lyo_unserialize($one, ['allowed_classes' => []])[1]::class, ', ';
}
eval('class Newest { public $a = 2; } class_alias("Newest", "New");');
echo lyo_unserialize($later)[1]::class, "\n";

/* A preamble that is well-formed and a body that is not. */
for ($i = 0; $i < 4; $i++) {
    foreach ([substr($one, 0, -1), $one . "\0"] as $broken) {
        try {
            lyo_unserialize($broken);
            echo "accepted\n";
        } catch (Lyo\Exception\LyoException $e) {
            $errors[$e->getMessage()] = ($errors[$e->getMessage()] ?? 0) + 1;
        }
    }
}
print_r($errors);
/* One that is larger than the cache takes. */
$large = lyo_serialize([array_fill_keys(array_map(static fn(int $i): string => "a rather long key number $i", range(1, 200)), 1)]);
for ($i = 0; $i < 4; $i++) {
    $count[] = count(lyo_unserialize($large)[0]);
}
echo implode(' ', $count), "\n";
--EXPECT--
0 0 1 1 1 1
some are kept
__PHP_Incomplete_Class Old __PHP_Incomplete_Class, __PHP_Incomplete_Class Old __PHP_Incomplete_Class, __PHP_Incomplete_Class Old __PHP_Incomplete_Class, Newest
Array
(
    [the data are truncated at offset 34] => 4
    [bytes follow the value at offset 37] => 4
)
200 200 200 200
