--TEST--
lyo_is_serialized() is true for what decodes and false for what does not, without loading classes, running hooks or making values
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

spl_autoload_register(static function (string $class): void {
    echo "autoload $class\n";
});
foreach ([null, 5, 'text', [1, 2, 3], ['k' => 'v'], new DateTime('2020-01-01'), range(1, 100), array_fill(0, 10, ['a' => 1, 'b' => 2])] as $value) {
    $bytes = lyo_serialize($value);
    var_dump(lyo_is_serialized($bytes) && !lyo_is_serialized($bytes . "\0") && !lyo_is_serialized(substr($bytes, 0, -1)) && !lyo_is_serialized(substr($bytes, 1)));
}
var_dump(lyo_is_serialized(''), lyo_is_serialized("\xC1"), lyo_is_serialized("\xC1\x10"), lyo_is_serialized(serialize([1])));
echo "classes are not its matter:\n";
var_dump(lyo_is_serialized(payload("\x61", [class_shape('Missing')])), lyo_is_serialized(payload("\x61\xA0", [class_shape('Closure', text('x'))])));
/* Random bytes behind a good head are hardly ever a payload. */
mt_srand(7);
$good = 0;
for ($i = 0; $i < 20000; $i++) {
    $bytes = "\xC1" . chr(mt_rand(0, 15) | 0x10);
    for ($j = mt_rand(1, 20); $j > 0; $j--) {
        $bytes .= chr(mt_rand(0, 255));
    }
    if (lyo_is_serialized($bytes)) {
        $good++;
        try {
            lyo_unserialize($bytes);
        } catch (Lyo\Exception\ClassMismatchException | Lyo\Exception\ClassNotAllowedException) {
        }
    } else {
        try {
            lyo_unserialize($bytes);
            echo 'decoded: ', bin2hex($bytes), "\n";
        } catch (Lyo\Exception\LyoException) {
        }
    }
}
echo $good < 2000 ? 'few of 20000 random ones' : $good, "\n";
/* it obeys the ini setting of depth, as a decode would */
$deep = str_repeat("\x80", 200) . "\xA0";
ini_set('lyo.max_depth', '199');
var_dump(lyo_is_serialized(payload($deep)));
ini_set('lyo.max_depth', '200');
var_dump(lyo_is_serialized(payload($deep)));
try {
    lyo_is_serialized([]);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
classes are not its matter:
bool(true)
bool(true)
few of 20000 random ones
bool(false)
bool(true)
lyo_is_serialized(): Argument #1 ($data) must be of type string, array given
