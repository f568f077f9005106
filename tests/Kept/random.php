<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Random operations on arrays that are kept (lyo.keep_values), compared after each step with the same operations on arrays that were
// decoded for them alone: a signed payload is never looked up.
//
//   php -n -d extension=build/kept/modules/lyo.so -d lyo.keep_values=1G tests/Kept/random.php [OPERATIONS] [SEED]
//
// Fails at the first difference, if a kept array has changed, if a kind of operation did not occur, or if arrays were not kept.

declare(strict_types=1);

use Kept\Values;

foreach (['Holder', 'Carrier', 'Values'] as $class) {
    require __DIR__ . "/$class.php";
}
ini_set('zend.exception_ignore_args', '1'); // they would be one more owner of the array
set_error_handler(static fn(): bool => true);

/** @var array<string, Closure(array<mixed>, int|string, mixed): mixed> $operations */
$operations = require __DIR__ . '/operations.php';
$wanted = (int) ($argv[1] ?? 20_000);
$seed = (int) ($argv[2] ?? 1);
mt_srand($seed);
$names = array_keys($operations);
$counts = array_fill_keys($names, 0);
$key = ['sign' => ['k' => str_repeat('k', 32)]];
$earns = lyo_serialize(str_repeat('credit', 1 << 17));
$done = $values = $fetched = 0;

$hits = static function (): int {
    $status = lyo_status()['process']['values'] ?? null;
    return is_array($status) ? $status['hits'] : 0;
};
$step = static function (string $name, array &$x, int|string $at, mixed $new, int $random) use ($operations): string {
    mt_srand($random);
    try {
        return serialize($operations[$name]($x, $at, $new));
    } catch (Throwable $thrown) {
        return $thrown::class . ': ' . $thrown->getMessage();
    }
};

while ($done < $wanted) {
    do {
        $value = Values::random(4);
    } while (!is_array($value) || strlen($text = serialize($value)) < 200 || strlen($payload = lyo_serialize($value)) < 100);
    $signed = lyo_serialize($value, $key);
    unset($value);
    lyo_unserialize($earns);
    for ($i = 0; $i < 4; $i++) {
        lyo_unserialize($payload);
    }
    $values++;
    $before = $hits();
    for ($turn = 0; $turn < 8 && $done < $wanted; $turn++) {
        $kept = lyo_unserialize($payload);
        $fresh = lyo_unserialize($signed, $key);
        $held = $turn % 2 === 1 ? lyo_unserialize($payload) : null;
        for ($left = mt_rand(1, 9); $left > 0 && is_array($kept) && is_array($fresh) && count($kept, COUNT_RECURSIVE) < 400; $left--) {
            $name = $names[mt_rand(0, count($names) - 1)];
            $at = mt_rand(0, 1) === 1 ? mt_rand(0, 5) : 'k' . mt_rand(0, 8);
            $new = Values::random(1);
            $random = mt_rand();
            $done++;
            $counts[$name]++;
            $of = $step($name, $kept, $at, $new, $random);
            $ofFresh = $step($name, $fresh, $at, $new, $random);
            mt_srand($random + 1);
            if ($of !== $ofFresh || serialize($kept) !== serialize($fresh) || key((array) $kept) !== key((array) $fresh)) {
                printf("kept: DIFFERENT after \"%s\" (operation %d, seed %d)\n%s\n%s\n%s\n%s\n", $name, $done, $seed, $of, $ofFresh, serialize($kept), serialize($fresh));
                exit(1);
            }
        }
        if ($held !== null && serialize($held) !== $text) {
            printf("kept: CHANGED for another variable (operation %d, seed %d)\n", $done, $seed);
            exit(1);
        }
        unset($kept, $fresh, $held);
    }
    if (serialize(lyo_unserialize($payload)) !== $text) {
        printf("kept: CHANGED for later readers (operation %d, seed %d)\n", $done, $seed);
        exit(1);
    }
    $fetched += $hits() - $before;
}

$least = min([PHP_INT_MAX, ...array_values($counts)]);
printf("kept: %d operations of %d kinds (each %d times at least) on %d arrays, %d times given out: no difference (PHP %s%s%s)\n", $done, count($names), $least, $values, $fetched, PHP_VERSION, PHP_ZTS ? ' ZTS' : '', PHP_DEBUG ? ' debug' : '');
exit($fetched >= $values * 5 && $least > 0 ? 0 : 1);
