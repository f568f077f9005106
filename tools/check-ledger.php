<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Checks docs/differences-from-native.md: each row names at least one test, each test exists, and the rules are exactly those of
// tests/Differential/Ledger.php.

use Lyo\Tests\Differential\Ledger;

require __DIR__ . '/../tests/Differential/Ledger.php';

$root = dirname(__DIR__);
$text = (string) file_get_contents("$root/docs/differences-from-native.md");
$faults = $rows = $tests = 0;
$fault = static function (string $message) use (&$faults): void {
    $faults++;
    echo "check-ledger: $message\n";
};

$named = [];
foreach (explode("\n", $text) as $number => $line) {
    $cells = array_map(trim(...), explode('|', trim($line, '|')));
    if (!str_starts_with($line, '| ') || count($cells) !== 5 || $cells[0] === 'native' || str_starts_with($cells[0], '-')) {
        continue;
    }
    $rows++;
    preg_match_all('~`([a-z]+/\w+)`~', $cells[3], $paths);
    if ($paths[1] === []) {
        $fault('line ' . ($number + 1) . ' names no test');
    }
    $rules = array_filter(array_map(trim(...), explode(',', $cells[4])), static fn(string $rule): bool => $rule !== '');
    $named = [...$named, ...$rules];
}
preg_match_all('~`([a-z]+/\w+)`~', $text, $paths);
foreach (array_unique($paths[1]) as $path) {
    $tests++;
    if (!is_file("$root/ext/tests/$path.phpt")) {
        $fault("there is no ext/tests/$path.phpt");
    }
}
foreach (array_diff(array_unique($named), array_keys(Ledger::RULES)) as $rule) {
    $fault("there is no rule $rule in the differential test");
}
foreach (array_diff(array_keys(Ledger::RULES), $named) as $rule) {
    $fault("rule $rule of the differential test stands in no row");
}
if ($rows < 20) {
    $fault("only $rows rows were found");
}

echo "check-ledger: $rows differences, $tests tests, " . count(Ledger::RULES) . " rules\n";
exit($faults > 0 ? 1 : 0);
