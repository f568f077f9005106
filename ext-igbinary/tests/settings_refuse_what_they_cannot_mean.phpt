--TEST--
A setting that cannot be meant is ignored with a warning
--INI--
igbinary.compact_strings=maybe
igbinary.read_native=2x
igbinary.max_depth=abc
igbinary.write_format=v3
--FILE--
<?php
$defaults = ['compact_strings' => '1', 'read_native' => '0', 'max_depth' => '0', 'write_format' => 'v2'];
foreach ($defaults as $name => $default) {
    echo "igbinary.$name ", ini_get("igbinary.$name") === $default ? 'has its default' : ini_get("igbinary.$name"), "\n";
}

set_error_handler(static function (int $level, string $message) use (&$warnings): bool {
    $warnings[] = $message;
    return $level === E_WARNING;
});
$must = ['max_depth' => 'an integer of 0 or more', 'write_format' => 'v2 or lyo', 'compact_strings' => 'on or off', 'read_native' => 'on or off'];
$refused = $tried = 0;
foreach ($must as $name => $words) {
    foreach (['abc', '-', '1x', '2.5', 'onn', 'o', ' '] as $value) {
        $warnings = [];
        $tried++;
        $refused += ini_set("igbinary.$name", $value) === false && ini_get("igbinary.$name") === $defaults[$name]
            && $warnings === ["igbinary.$name must be $words, \"$value\" is ignored"];
    }
}
echo "$refused of $tried refused with a warning\n";

$taken = 0;
$pair = ['a long string', 'a long string'];
foreach (['1' => true, '0' => false, 'On' => true, 'off' => false, 'YES' => true, 'no' => false, 'True' => true, 'false' => false, '2' => true, 'none' => false, '-1' => true, '' => false] as $value => $compact) {
    $warnings = [];
    ini_set('igbinary.compact_strings', (string) $value);
    $taken += $warnings === [] && (strlen(igbinary_serialize($pair)) < 32) === $compact;
}
echo "$taken of 12 words for on and off\n";
?>
--EXPECT--
Warning: igbinary.compact_strings must be on or off, "maybe" is ignored in Unknown on line 0

Warning: igbinary.read_native must be on or off, "2x" is ignored in Unknown on line 0

Warning: igbinary.max_depth must be an integer of 0 or more, "abc" is ignored in Unknown on line 0

Warning: igbinary.write_format must be v2 or lyo, "v3" is ignored in Unknown on line 0
igbinary.compact_strings has its default
igbinary.read_native has its default
igbinary.max_depth has its default
igbinary.write_format has its default
28 of 28 refused with a warning
12 of 12 words for on and off
