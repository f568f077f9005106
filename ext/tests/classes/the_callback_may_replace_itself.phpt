--TEST--
unserialize_callback_func may be changed by the function that it names: warnings have the name that was called
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Before
{
    public $a = 1;
}
/* What frees the name, and then takes the memory that it had for other strings. */
function replaced(string $by): void
{
    ini_set('unserialize_callback_func', $by);
    for ($i = 0; $i < 200; $i++) {
        $GLOBALS['others'][] = str_repeat(chr(65 + $i % 26), strlen($by) - 3) . $i;
    }
}
$lengths = [4, 8, 23, 24, 31, 40, 64, 200, 1000];
foreach ($lengths as $length) {
    $name = str_pad("f{$length}_", $length, 'x');
    eval("function $name(string \$class): void { replaced(str_repeat('y', $length)); }");
}
$n = 0;
$same = 0;
foreach ($lengths as $length) {
    $name = str_pad("f{$length}_", $length, 'x');
    foreach (['', 'lyo_'] as $prefix) {
        $codec = new Codec($prefix);
        $bytes = renamed($codec->encode([new Before(), 1]), 'Before', sprintf('Gone%02d', $n++));
        // a string that this request has made, so that setting another one frees it
        ini_set('unserialize_callback_func', substr($name, 0, 2) . substr($name, 2));
        $log = watch(static fn(): mixed => $codec->decode($bytes), $result);
        $others = [];
        if ($log === ["Warning: unserialize(): Function $name() hasn't defined the class it was called for"]) {
            $same++;
        } else {
            echo $prefix, substr(implode(' / ', $log), 0, 200), "\n";
        }
    }
}
echo "$same of ", 2 * count($lengths), " as called\n";
--EXPECT--
18 of 18 as called
