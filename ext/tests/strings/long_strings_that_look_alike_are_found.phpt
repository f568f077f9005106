--TEST--
Long strings that differ only where no sample is taken are found again: as values, as names, behind names that are alike, and in columns that are written out
--FILE--
<?php
/* 444 bytes: as a beginning of 255 and the rest 192, in full 446. */
$alike = static fn(int $i): string => str_repeat('begin ', 20) . sprintf('%04d', $i) . str_repeat(' and end', 40);
$some = array_map($alike, range(0, 19));

/* As values that were met: one byte each for the last 16, then two. */
$bytes = lyo_serialize([...$some, ...array_map($alike, range(0, 19))]);
var_dump(strlen($bytes) - strlen(lyo_serialize($some)), lyo_unserialize($bytes) === [...$some, ...$some]);

/* As names: when the shape is new, and when it is known; behind strings that are alike, and behind none. */
foreach ([[], ['x'], [$alike(30), $alike(31)]] as $before) {
    $found = [];
    foreach ([1, 2, 3] as $time) {
        $value = [...$before, array_fill_keys($some, true), ...array_map($alike, range(0, 19))];
        $bytes = lyo_serialize($value);
        $found[] = strlen($bytes) - strlen(lyo_serialize([...$before, array_fill_keys($some, true)]));
        var_dump(lyo_unserialize($bytes) === $value);
    }
    echo implode(' ', $found), "\n";
}

/* So many that the table grows, with one that was met between them, so that all are looked for. */
$many = array_merge(...array_map(static fn(int $i): array => [$alike($i), 'met'], range(0, 999)));
$bytes = lyo_serialize([...$many, ...array_map($alike, range(0, 999))]);
var_dump(strlen($bytes) - strlen(lyo_serialize($many)) <= 2 * 1000 + 3, lyo_unserialize($bytes) === [...$many, ...array_map($alike, range(0, 999))]);

/* The same where one of four comes before what tells them apart. */
$alike4 = static fn(int $i): string => str_repeat('begin ', 20) . $i % 4 . str_repeat(' and ', 16) . sprintf('%04d', $i) . str_repeat(' and end', 40);
$some4 = array_map($alike4, range(0, 29));
$bytes = lyo_serialize([...$some4, ...array_map($alike4, range(0, 29))]);
var_dump(strlen($bytes) - strlen(lyo_serialize($some4)), lyo_unserialize($bytes) === [...$some4, ...$some4]);
$many = array_merge(...array_map(static fn(int $i): array => [$alike4($i), 'met'], range(0, 999)));
$bytes = lyo_serialize([...$many, ...array_map($alike4, range(0, 999))]);
var_dump(strlen($bytes) - strlen(lyo_serialize($many)) <= 2 * 1000 + 3, lyo_unserialize($bytes) === [...$many, ...array_map($alike4, range(0, 999))]);

/* In columns that the bytes before them do not pay for, so that they are written out; a name that is alike was met before them. */
$rows = static fn(int $n): array => array_map(
    static fn(int $i): array => ['w' => $i < 256 ? null : ($i % 100 === 99 ? "new $i" : $alike($i % 3)), 'x' => null, 'y' => null, $alike(7) => null],
    range(0, $n - 1),
);
foreach ([700, 8000] as $n) {
    foreach ([[], [$alike(0), $alike(5)]] as $before) {
        $value = ['x', ...$before, $rows($n)];
        $bytes = lyo_serialize($value);
        $again = lyo_serialize([...$value, $alike(0), $alike(7), $alike(1), $alike(5), $alike(2), $alike(5)]);
        var_dump(lyo_unserialize($bytes) === $value, strlen($again) - strlen($bytes));
    }
}
--EXPECT--
int(24)
bool(true)
bool(true)
bool(true)
bool(true)
41 41 41
bool(true)
bool(true)
bool(true)
41 41 41
bool(true)
bool(true)
bool(true)
41 41 41
bool(true)
bool(true)
int(44)
bool(true)
bool(true)
bool(true)
bool(true)
int(333)
bool(true)
int(8)
bool(true)
int(336)
bool(true)
int(47)
