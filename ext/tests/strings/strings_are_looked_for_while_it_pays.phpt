--TEST--
Strings of the body are looked for while it pays: 32 in a row that are new, then each sixteenth; all again once one was found
--FILE--
<?php
$new = static fn(int $from, int $to): array => array_map(static fn(int $i): string => sprintf('%03d', $i), range($from, $to));
$short = static fn(string ...$strings): string => implode('', array_map(static fn(string $s): string => chr(63 + strlen($s)) . $s, $strings));
$list = static fn(int $n): string => "\xC1\x10\xC8" . chr($n);

/* 100 that are new, then: not looked for up to id 112, where 064 is found; then all that can be found are. */
$value = [...$new(0, 99), ...$new(0, 11), '064', '000', '031', '033', '033'];
$bytes = $list(117) . $short(...$new(0, 99), ...$new(0, 11)) . "\x90\x40\x90\x00\x90\x1F" . $short('033') . "\xF0";
var_dump(lyo_serialize($value) === $bytes, lyo_unserialize($bytes) === $value);

/* What was found begins the count anew, as often as it happens. */
$value = [...$new(0, 30), '030', ...$new(31, 61), '061', ...$new(62, 93), '093'];
$bytes = $list(97) . $short(...$new(0, 30)) . "\xF0" . $short(...$new(31, 61)) . "\xF0" . $short(...$new(62, 93), ...['093']);
var_dump(lyo_serialize($value) === $bytes);

/* Keys of a plain map are strings of the body, too: 014 is looked for in the place of id 48. */
$value = [...$new(0, 32), array_fill_keys(['000x', ...$new(0, 299)], null)];
$bytes = lyo_serialize($value);
var_dump(lyo_unserialize($bytes) === $value, substr_count($bytes, 'B013'), substr_count($bytes, 'B014'));

/* A string that is not looked for serves those that begin as it. */
$value = [...$new(0, 32), 'a beginning 1', 'a beginning 2', 'a beginning 1'];
var_dump(lyo_serialize($value) === $list(36) . $short(...$new(0, 32), ...['a beginning 1']) . "\xE8\x182\xE8\x181");

/* Rows whose columns are written anew, as if their strings had not been met before (a vector has the bytes). */
$rows = static fn(int $n, string $a, string $b): array => array_map(
    static fn(int $i): array => ['w' => $i < 256 ? null : ($i % 2 ? $a : $b), 'x' => null, 'y' => null, '-found-' => null],
    range(0, $n - 1),
);
$values = 0;
foreach ([0, 1, 15, 16, 17, 30, 31, 32, 33, 47, 48, 49, 100] as $n) {
    foreach (['-found-', 'a beginning 3', '001'] as $a) {
        foreach (['a beginning 4', '-found-', '002'] as $b) {
            $value = ['a beginning 1', ...$new(0, $n), 'a beginning 2', $rows(700, $a, $b), ...$new(0, $n), 'a beginning 5', '-found-', $a, $b];
            $bytes = lyo_serialize($value);
            $values++;
            if (lyo_unserialize($bytes) !== $value || lyo_serialize(lyo_unserialize($bytes)) !== $bytes) {
                echo "DIFFERENT: $n $a $b\n";
            }
        }
    }
}
echo "$values values\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(2)
int(1)
bool(true)
117 values
