--TEST--
With lyo.unserialize_reads, options, calls inside Serializable::unserialize() and objects for data have the same effect as for text
--INI--
lyo.unserialize_reads="lyo igbinary"
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
final class Old implements Serializable
{
    public static ?Closure $read = null;
    public mixed $v = null;

    public function serialize(): string
    {
        return 'x';
    }

    public function unserialize(string $data): void
    {
        $this->v = (self::$read)();
    }
}
class Point
{
    public $x = 1;
}
class Other
{
    public $y = null;

    public function __wakeup(): void
    {
        echo '__wakeup() ';
    }
}
class Text
{
    public function __construct(private string $text) {}

    public function __toString(): string
    {
        return $this->text;
    }
}
class Thrower
{
    public function __toString(): string
    {
        throw new DomainException('no text');
    }
}
$messages = [];
set_error_handler(static function (int $level, string $message) use (&$messages): bool {
    $messages[] = "$level " . preg_replace('/offset \d+ of \d+/', 'offset', $message);
    return true;
});
$cases = $differences = 0;
/** Calls $call with the text of a value, and with the same value in the other formats. */
$compare = static function (string $name, mixed $value, Closure $call, ?string $igbinary = null) use (&$messages, &$cases, &$differences): void {
    $seen = [];
    foreach (array_filter(['text' => serialize($value), 'lyo' => lyo_serialize($value), 'carrier' => "\0\0\0\4" . lyo_serialize($value), 'igbinary' => $igbinary]) as $format => $data) {
        $messages = [];
        ob_start();
        try {
            $result = var_export($call($data), true);
        } catch (Throwable $e) {
            $result = get_debug_type($e) . ': ' . $e->getMessage();
        }
        $seen[$format] = implode("\n", [$result, ob_get_clean(), ...$messages]);
        $cases++;
        if ($seen[$format] !== $seen['text']) {
            $differences++;
            echo "$name, $format:\n$seen[$format]\n--- text:\n$seen[text]\n";
        }
    }
};
$point = new Point();
$igbinary = "\0\0\0\2\x14\1\6\0\x14\1\6\0\x17\5Point\x14\1\x11\1x\6\1"; // [[Point]]

/*
 * The lists of classes are made anew for each call, and none with an entry that is no string is a constant: before PHP 8.4, unserialize() turns
 * entries into strings where they are, also in the read-only memory of OPcache.
 */
[$int, $float] = [5, 1.5];
$lists = [
    fn() => ['Point'], fn() => ['pOINT'], fn() => ['\Point'], fn() => [' Point'], fn() => [''], fn() => ['A-B', 'Point'], fn() => [$int, 'Point'], fn() => [$float, true, null], fn() => [[$point], 'Point'], fn() => [new Text('Point')],
    fn() => [$point], fn() => [new Thrower()], fn() => ['x' => 'Point', 'Other'], fn() => [], fn() => true, fn() => false, fn() => 1, fn() => 0, fn() => null, fn() => 'Point', fn() => new Text('Point'),
];
foreach ($lists as $i => $list) {
    $compare("allowed_classes $i", [[$point, new Other()]], static fn(string $data): mixed => unserialize($data, ['allowed_classes' => $list()]));
}
foreach ([0, 1, 2, 3, 4, -1, PHP_INT_MAX, PHP_INT_MIN, 1 << 32, (1 << 32) + 1, '3', 1.5, null, true, []] as $depth) {
    $compare('max_depth ' . json_encode($depth), [[$point]], static fn(string $data): mixed => unserialize($data, ['max_depth' => $depth]), $igbinary);
}
foreach ([[], ['x' => 1], [7], ['Allowed_Classes' => false], ['max_elements' => 1], ['missing_class' => 'throw'], ['formats' => []], ['allowed_classes' => -1, 'max_depth' => -1]] as $options) {
    $compare(json_encode($options), [[$point]], static fn(string $data): mixed => unserialize($data, $options), $igbinary);
}

$inner = [null, [], ['max_depth' => 10], ['max_depth' => 1], ['max_depth' => 0], ['allowed_classes' => true], ['allowed_classes' => false], ['allowed_classes' => ['Point']]];
$outer = [null, [], ['allowed_classes' => ['Old']], ['allowed_classes' => ['Old'], 'max_depth' => 3], ['max_depth' => 2], ['max_depth' => 3], ['max_depth' => 4], ['max_depth' => 0]];
foreach ([$point, [[$point]], [[[1]]], [1], [], 5] as $value) {
    foreach ($inner as $inside) {
        foreach ($outer as $outside) {
            foreach ([serialize([1, [new Old()]]), lyo_serialize([1, [new Old()]])] as $i => $bytes) {
                $name = json_encode([$value, $inside, $outside]) . ($i === 0 ? ' in text' : ' in lyo');
                $compare($name, $value, static function (string $data) use ($inside, $outside, $bytes): mixed {
                    Old::$read = static fn(): mixed => $inside === null ? unserialize($data) : unserialize($data, $inside);
                    return $outside === null ? unserialize($bytes) : unserialize($bytes, $outside);
                }, $value === [[$point]] ? $igbinary : null);
            }
        }
    }
}
/* options have no place in the numbers of the text around the call */
Old::$read = static fn(): mixed => unserialize(lyo_serialize(5), ['max_depth' => 3]);
$around = unserialize('a:3:{i:0;C:3:"Old":1:{x}i:1;O:5:"Point":0:{}i:2;r:3;}');
var_dump($around[0]->v, $around[1] === $around[2]);

$compare('an object', [[$point]], static fn(string $data): mixed => unserialize(new Text($data)), $igbinary);
$compare('an object, options', [[$point]], static fn(string $data): mixed => unserialize(new Text($data), ['allowed_classes' => false]), $igbinary);
$compare('an object that throws', [[$point]], static fn(string $data): mixed => unserialize(new Thrower()));
$compare('an object that is no text', [[$point]], static fn(string $data): mixed => unserialize(new Point()));
$compare('three arguments', [[$point]], static fn(string $data): mixed => unserialize($data, [], 1));
$compare('options that are no array', [[$point]], static fn(string $data): mixed => unserialize($data, new Text('x')));
echo $cases, ' calls, ', $differences, " differences\n";

file_put_contents($strict = __DIR__ . '/strict.tmp.php', '<?php declare(strict_types=1); return static fn(mixed $data): mixed => unserialize($data);');
$call = require $strict;
unlink($strict);
foreach ([lyo_serialize(5), new Text(lyo_serialize(5)), 5] as $data) {
    try {
        var_dump($call($data));
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/strict.tmp.php');
?>
--EXPECT--
int(5)
bool(true)
2607 calls, 0 differences
int(5)
unserialize(): Argument #1 ($data) must be of type string, Text given
unserialize(): Argument #1 ($data) must be of type string, int given
