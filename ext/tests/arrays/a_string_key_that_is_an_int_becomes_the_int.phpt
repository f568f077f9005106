--TEST--
An array that foreign code has given the string key "5" is written with the int key 5: PHP itself cannot read the string; of both the last remains
--FILE--
<?php
function strange(array $entries): array
{
    $object = new stdClass();
    foreach ($entries as $name => $value) {
        $object->{(string) $name} = $value;
    }

    // the copy of a property table keeps names that no array can have; deprecated from 8.5 on
    return (@new ArrayObject($object))->getArrayCopy();
}
$five = strange(['a' => 1, 5 => 'five', 'b' => 2]);
if (array_key_exists(5, $five)) {
    // a PHP that turns names into keys
    $five = ['a' => 1, 5 => 'five', 'b' => 2];
}
$show = static function (array $value): void {
    $back = lyo_unserialize(lyo_serialize($value));
    echo count($back) > 20 ? count($back) . ' entries' : json_encode($back), serialize($back) === serialize(unserialize(serialize($value))) ? ' as natively' : ' NOT AS NATIVELY', "\n";
};
$show($five);
$both = $five;
$both[5] = 'int';
if (count($both) === 3) {
    $both = ['a' => 1, 5 => 'int', 'b' => 2];
}
$show($both);
$show(['in' => $five, 'again' => $five]);
$show(strange([0 => 'x', 1 => 'y']));
$show(strange([-5 => 'x', '-0' => 'y', '05' => 'z', PHP_INT_MAX => 'm']));
$show(array_fill(0, 10, $five));
$show(strange(array_combine(range(1, 300), range(1, 300))));
$x = 'shared';
$referring = strange(['a' => 1, 5 => 2]);
$referring['r'] = &$x;
$referring['s'] = &$x;
$back = lyo_unserialize(lyo_serialize([$referring, $referring]));
$back[0]['r'] = 'changed';
echo json_encode($back), "\n";
--EXPECT--
{"a":1,"5":"five","b":2} as natively
{"a":1,"5":"int","b":2} as natively
{"in":{"a":1,"5":"five","b":2},"again":{"a":1,"5":"five","b":2}} as natively
["x","y"] as natively
{"-5":"x","-0":"y","05":"z","9223372036854775807":"m"} as natively
[{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2},{"a":1,"5":"five","b":2}] as natively
300 entries as natively
[{"a":1,"5":2,"r":"changed","s":"changed"},{"a":1,"5":2,"r":"changed","s":"changed"}]
