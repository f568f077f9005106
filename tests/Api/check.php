<?php

declare(strict_types=1);

namespace Lyo\Tests\Api;

use ArrayObject;
use Closure;
use DateTimeImmutable;
use DomainException;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\SignatureException;
use Lyo\Exception\UnavailableException;
use Throwable;
use ValueError;

// Run by run.sh with consumer.so, and with lyo.so loaded before it, after it, or (argument "alone") not at all.

/** @var list<string> $argv */
$alone = ($argv[1] ?? '') === 'alone';
$checks = $failed = 0;
$check = static function (string $what, bool $holds) use (&$checks, &$failed): void {
    $checks++;
    if (!$holds) {
        $failed++;
        echo "FAILED: $what\n";
    }
};
/** @return class-string<Throwable>|null */
$thrown = static function (Closure $step): ?string {
    try {
        $step();
    } catch (Throwable $e) {
        return $e::class;
    }

    return null;
};

if ($alone) {
    $check('no lyo, no module', !extension_loaded('lyo'));
    $check('no lyo, no table', consumer_table() === null);
    $check('no lyo, no round trip', consumer_roundtrip([1]) === null);
    $check('no lyo, not encoded', consumer_is_encoded('x') === null);
    echo $failed ? "api: $failed of $checks checks FAILED\n" : "api: $checks checks without lyo\n";
    exit($failed ? 1 : 0);
}

class Point
{
    public int $x = 1;
    /** @var list<mixed> */
    protected array $list = [];
    private ?self $next = null;

    public function next(): ?self
    {
        return $this->next;
    }

    public function link(self $next): static
    {
        $this->next = $next;
        $this->list = [$next, 'text', 1.5];

        return $this;
    }

    public function __wakeup(): void
    {
        self::$woken++;
    }

    public static int $woken = 0;
}
class Failing
{
    public function __serialize(): array
    {
        throw new DomainException('from a hook');
    }
}

$point = (new Point())->link(new Point());
$array = ['x' => 1];
$array['self'] = &$array;
$values = [
    null, true, 0, -1, PHP_INT_MIN, 1.5, -0.0, '', 'text', str_repeat('long text ', 1000), [], [1, 2, 3], ['k' => 'v', 5 => [1]], range(1, 5000), $point, [$point, $point], $array,
    array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'kind' => ['a', 'b'][$i % 2]], range(1, 300)), new ArrayObject([new DateTimeImmutable('2020-01-01')]), [M_PI, M_E, 1 / 3, 2 / 3],
];
foreach ($values as $i => $value) {
    $bytes = lyo_serialize($value);
    $same = static fn(mixed $result): bool => lyo_serialize($result) === $bytes;
    $check("value $i: round trip", $same(consumer_roundtrip($value)));
    $check("value $i: encode", consumer_encode_with($value, 0) === $bytes);
    $check("value $i: is encoded", consumer_is_encoded($bytes) === true && consumer_is_encoded($bytes . "\0") === false);
    for ($shift = -1; $shift < 8; $shift++) {
        $check("value $i, shifted by $shift", $same(consumer_decode_in_place($bytes, $shift)));
    }
    // at the end of readable memory: nothing is read past the end, whatever the data claim
    for ($length = 0; $length < min(strlen($bytes), 400); $length++) {
        $check("value $i, $length bytes", is_subclass_of((string) $thrown(static fn() => consumer_decode_in_place(substr($bytes, 0, $length), -1)), LyoException::class));
    }
}
$check('hooks run', Point::$woken > 0);
$again = consumer_roundtrip($point);
$check('private properties', $again instanceof Point && $again->next() instanceof Point);

$bytes = lyo_serialize([[[1, 2, $point]]]);
$check('depth of encoding', $thrown(static fn() => consumer_encode_with([[[[1]]]], 3)) === LimitException::class && is_string(consumer_encode_with([[[[1]]]], 4)));
$check('depth of decoding', $thrown(static fn() => consumer_decode_with($bytes, 3, 0, null, false)) === LimitException::class && is_array(consumer_decode_with($bytes, 10, 0, null, false)));
$check('elements', $thrown(static fn() => consumer_decode_with($bytes, 0, 4, null, false)) === LimitException::class && is_array(consumer_decode_with($bytes, 0, 100, null, false)));
$check('no class allowed', consumer_decode_with(lyo_serialize($point), 0, 0, [], false) instanceof \__PHP_Incomplete_Class);
$check('class allowed', consumer_decode_with(lyo_serialize($point), 0, 0, ['lyo\tests\api\point' => null], false) instanceof Point);
ini_set('lyo.allowed_classes', 'ArrayObject');
$check('the setting refuses a class', consumer_decode_with(lyo_serialize($point), 0, 0, null, false) instanceof \__PHP_Incomplete_Class && consumer_roundtrip($point) instanceof \__PHP_Incomplete_Class);
$check('classes of a call, not of the setting', consumer_decode_with(lyo_serialize($point), 0, 0, ['lyo\tests\api\point' => null], false) instanceof Point);
$check('the setting allows a class', consumer_roundtrip(new ArrayObject()) instanceof ArrayObject);
ini_set('lyo.allowed_classes', '*');
$check('refused classes throw', $thrown(static fn() => consumer_decode_with(lyo_serialize($point), 0, 0, [], true)) === ClassNotAllowedException::class);
$check('an exception of a hook', $thrown(static fn() => consumer_roundtrip(new Failing())) === DomainException::class);
$check('what cannot be encoded', $thrown(static fn() => consumer_roundtrip(static fn(): int => 1)) === \Exception::class);
$check('data of another format', $thrown(static fn() => consumer_decode_in_place('a:0:{}', -1)) === CorruptException::class);

/*
 * Options of every size from none to 16 bytes more than there are, as older and newer headers make them, once for each member:
 * refused, or the member counts if they have it. What the members ask for, and what is seen of it:
 */
$layout = consumer_layout();
$many = lyo_serialize([[[1, 2, 3, $point]]]);
$first = static function (mixed $value): string {
    while (is_array($value)) {
        $value = end($value);
    }

    return get_debug_type($value);
};
// whether the call shows that the member counts
$asked = [
    'max_depth' => static fn(int $size, int $last): bool => $thrown(static fn() => consumer_decode_sized($many, $size, $last, 2, 0, null, false)) === LimitException::class,
    'max_elements' => static fn(int $size, int $last): bool => $thrown(static fn() => consumer_decode_sized($many, $size, $last, 0, 3, null, false)) === LimitException::class,
    'allowed_classes' => static fn(int $size, int $last): bool => $first(consumer_decode_sized($many, $size, $last, 0, 0, [], false)) === \__PHP_Incomplete_Class::class,
    'missing_class_throws' => static fn(int $size, int $last): bool => $thrown(static fn() => consumer_decode_sized($many, $size, $last, 0, 0, [], true)) === ClassNotAllowedException::class,
];
$none = static fn(int $size, int $last): mixed => consumer_decode_sized($many, $size, $last, 0, 0, null, false);
$accepted = static function (array $members, int $ours, int $size, int $last): bool {
    $least = PHP_INT_MAX;
    /** @var array{int, int} $ends */
    foreach ($members as $ends) {
        [$begin, $end] = $ends;
        $least = min($least, $end);
        if ($size > $begin && $size < $end) {
            return false;
        }
    }

    return $size >= $least && ($size <= $ours || $last === 0);
};
$sizes = 0;
foreach ([0, 1] as $last) {
    for ($size = 0; $size <= $layout['size']['decode'] + 16; $size++) {
        $sizes++;
        $what = "decode options of $size bytes, the last one " . ($last ? 'set if it is newer' : 'zero');
        if (!$accepted($layout['decode'], $layout['size']['decode'], $size, $last)) {
            foreach ([[0, 0, null, false], [2, 3, [], true]] as [$depth, $elements, $classes, $throws]) {
                $check("$what: refused", $thrown(static fn() => consumer_decode_sized($many, $size, $last, $depth, $elements, $classes, $throws)) === ValueError::class);
            }
            continue;
        }
        $check("$what: defaults", $first($none($size, $last)) === Point::class);
        foreach ($asked as $member => $counts) {
            $has = $size >= $layout['decode'][$member][1];
            if ($member === 'missing_class_throws' && !$has && $size >= $layout['decode']['allowed_classes'][1]) {
                $check("$what: $member is not there", $first(consumer_decode_sized($many, $size, $last, 0, 0, [], true)) === \__PHP_Incomplete_Class::class);
            } else {
                $check("$what: $member " . ($has ? 'counts' : 'is not there'), $counts($size, $last) === $has);
            }
        }
    }
    for ($size = 0; $size <= $layout['size']['encode'] + 16; $size++) {
        $sizes++;
        $what = "encode options of $size bytes, the last one " . ($last ? 'set if it is newer' : 'zero');
        $deep = $thrown(static fn() => consumer_encode_sized([[[[1]]]], $size, $last, 3));
        $flat = $thrown(static fn() => consumer_encode_sized([[[[1]]]], $size, $last, 0));
        $check($what, $accepted($layout['encode'], $layout['size']['encode'], $size, $last) ? $deep === LimitException::class && $flat === null : $deep === ValueError::class && $flat === ValueError::class);
    }
}
// of what a size that nobody has set names, not a byte is read
foreach ([4097, 8192, 1 << 40, PHP_INT_MAX, -1, PHP_INT_MIN] as $size) {
    $sizes++;
    $check("options of $size bytes", $thrown(static fn() => consumer_decode_sized($many, $size, 0, 0, 0, null, false)) === ValueError::class
        && $thrown(static fn() => consumer_encode_sized(1, $size, 0, 0)) === ValueError::class);
}
$check('options of 4096 bytes', $first($none(4096, 0)) === Point::class && is_string(consumer_encode_sized(1, 4096, 0, 0)));
$check("$sizes sizes", $sizes === 2 * (17 + $layout['size']['decode'] + 17 + $layout['size']['encode']) + 6 && $sizes > 180);

$table = consumer_table();
$check('the table', $table === ['size fits' => true, 'version' => 1, 'same table again' => true, 'later version' => false, 'version 0' => false]);

ini_set('lyo.max_depth', '2');
$check('zero means the ini setting', $thrown(static fn() => consumer_encode_with([[[1]]], 0)) === LimitException::class);

// envelopes
ini_set('lyo.max_depth', '4096');
$keys = ['a' => 'a key of the tests'];
$text = str_repeat('much text ', 1000);
$check('a checksum', consumer_seal([1], null, null, 1, 0) === lyo_serialize([1], ['checksum' => true]) && consumer_seal([1], null, null, 0, 0) === lyo_serialize([1]));
$check('a signature', consumer_seal([1], $keys, 'c', 0, 0) === lyo_serialize([1], ['sign' => $keys, 'context' => 'c']) && consumer_open((string) consumer_seal([1], $keys, 'c', 0, 0), $keys, 'c', 0, 0) === [1]);
$check('another context', $thrown(static fn() => consumer_open((string) consumer_seal([1], $keys, 'c', 0, 0), $keys, null, 0, 0)) === SignatureException::class);
$check('unsigned', $thrown(static fn() => consumer_open(lyo_serialize([1]), $keys, null, 0, 0)) === SignatureException::class && consumer_open(lyo_serialize([1]), $keys, null, PHP_INT_MAX, 0) === [1]);
$check('values that are none', $thrown(static fn() => consumer_seal(1, null, null, 3, 0)) === ValueError::class && $thrown(static fn() => consumer_seal(1, null, null, 0, 4)) === ValueError::class
    && $thrown(static fn() => consumer_seal(1, ['a' => 'short'], null, 0, 0)) === ValueError::class && $thrown(static fn() => consumer_open('', [], null, 0, 0)) === ValueError::class);
try {
    lyo_serialize(null, ['compress' => 'zlib']);
    $zlib = true;
} catch (UnavailableException) {
    $zlib = false;
    $check('compression that is not here', $thrown(static fn() => consumer_seal($text, null, null, 0, 1)) === UnavailableException::class);
    echo "api: compression SKIPPED, lyo.so was built without zlib (Debian: apt-get install zlib1g-dev, and build again)\n";
}
if ($zlib) {
    $check('compression', consumer_seal($text, null, null, 0, 1) === lyo_serialize($text, ['compress' => 'zlib']) && consumer_open((string) consumer_seal($text, null, null, 0, 1), null, null, 0, 0) === $text);
    $check('too large', $thrown(static fn() => consumer_open((string) consumer_seal($text, null, null, 0, 1), null, null, 0, 1000)) === LimitException::class);
}
$dictionary = str_repeat('much of a text that both have, ', 20);
$said = "of a text that both have, and more $dictionary";
try {
    $with = lyo_serialize($said, ['compress' => 'zstd', 'dictionaries' => [$dictionary]]);
    $sealed = (string) consumer_seal($said, null, null, 0, 2, [$dictionary]);
    $check('a dictionary compresses', $sealed === $with && strlen($with) < strlen((string) consumer_seal($said, null, null, 0, 2)));
    $check('dictionaries that data need', consumer_open($sealed, null, null, 0, 0, ['another one', $dictionary]) === $said
        && $thrown(static fn() => consumer_open($sealed, null, null, 0, 0)) === UnavailableException::class
        && $thrown(static fn() => consumer_open($sealed, null, null, 0, 0, ['another one'])) === UnavailableException::class);
} catch (UnavailableException) {
    echo "api: dictionaries SKIPPED, lyo.so was built without zstd (Debian: apt-get install libzstd-dev, and build again)\n";
}
$check('dictionaries that are none', $thrown(static fn() => consumer_seal(1, null, null, 0, 0, ['short'])) === ValueError::class
    && $thrown(static fn() => consumer_open(lyo_serialize(1), null, null, 0, 0, [1])) === ValueError::class);
ini_set('lyo.checksum', '1');
$check('the setting, and what counts more', consumer_seal([1], null, null, 0, 0) === lyo_serialize([1], ['checksum' => true]) && consumer_seal([1], null, null, 2, 3) === lyo_serialize([1], ['checksum' => false]));
ini_set('lyo.checksum', '0');

echo $failed ? "api: $failed of $checks checks FAILED\n" : "api: $checks checks\n";
exit($failed ? 1 : 0);
