--TEST--
Long strings: the payload is the same whether room was left in front of it for the right preamble, for another one, or for none
--FILE--
<?php
/* Inside a hook there is no memory that lasts: payloads grow from the C stack. */
final class Inside
{
    public static string $bytes;
    public function __construct(private readonly mixed $value)
    {
    }
    public function __serialize(): array
    {
        self::$bytes = lyo_serialize($this->value);
        return [];
    }
}

$count = $wrong = 0;
$check = static function (mixed $value) use (&$count, &$wrong): void {
    $first = lyo_serialize($value);   /* its definitions are new */
    $second = lyo_serialize($value);  /* they are known */
    lyo_serialize(new Inside($value));
    $back = lyo_unserialize($first);
    $count++;
    $wrong += $first !== $second || $first !== Inside::$bytes || serialize($back) !== serialize($value);
};

foreach ([34, 700, 1000, 3071, 3072, 3073, 4096, 16100, 16384, 16400, 70000, 2100000] as $length) {
    $text = static fn (int $i): string => str_pad("text $i of $length ", $length, "$i.");
    $check($text(1));
    $check([$text(1)]);
    $check([$text(1), $text(2), $text(1), $text(3)]);
    /* known when the string is met / new behind it */
    $check(["before$length" => $text(1)]);
    $check([$text(1), ["behind$length" => 1]]);
    $check([["between$length" => 1], $text(1), ["and$length" => $text(2)], $text(3)]);
    $check(["k$length" => $text(1), 'more' => array_map(static fn (int $i): object => (object) ["p$length $i" => $i], range(1, 40))]);
    /* a table of references, in front of the body, too */
    $shared = (object) ["shared$length" => $text(2)];
    $check([$shared, $text(1), $shared, 'last' => $text(3)]);
    $reference = $text(4);
    $check([&$reference, $text(1), [&$reference, ["far$length" => &$reference]]]);
    /* rows and many strings */
    $check(array_map(static fn (int $i): array => ["id$length" => $i, 'text' => substr($text($i % 3), 0, 40000)], range(1, 20)));
}
echo "$count values, $wrong wrong\n";

/* What is nothing but a leaf. */
$count = $wrong = 0;
foreach ([null, true, false, 0, -1, 62, 63, -2, PHP_INT_MAX, PHP_INT_MIN, 0.0, -0.0, 1.5, 0.1, 1e300, NAN, INF, '', 'a', 'ab', [], STDIN,
    ...array_map(static fn (int $n): string => str_repeat('x', $n), [32, 33, 34, 255, 256, 65535, 65536])] as $leaf) {
    $count++;
    $alone = lyo_serialize($leaf);
    /* as the only element of a list: head, tag of the list, the same token */
    $wrong += $alone !== substr_replace(lyo_serialize([$leaf]), '', 2, 1) || serialize(lyo_unserialize($alone)) !== serialize($leaf);
}
echo "$count leaves, $wrong wrong\n";
--EXPECT--
120 values, 0 wrong
29 leaves, 0 wrong
