<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Run by consumer.sh beside a module that calls itself redis: php redis.php old|new. An old one makes write_format=lyo a warning, once.

/** @var list<string> $argv */
$told = [];
set_error_handler(static function (int $level, string $message) use (&$told): bool {
    $told[] = $level . ' ' . $message;

    return true;
});
$first = igbinary_serialize(['a' => 1]);
$second = igbinary_serialize(['b' => 2]);
$expected = ($argv[1] ?? '') === 'old' ? ["\0\0\0\2", 1] : ["\0\0\0\4", 0];
$warnings = preg_grep('/^2 igbinary\.write_format=lyo has no effect: the redis extension that is loaded is older than 6\.0/', $told);
$holds = [substr((string) $first, 0, 4), is_array($warnings) ? count($warnings) : -1] === $expected && substr((string) $second, 0, 4) === $expected[0];
echo $holds ? '' : 'FAILED beside redis ' . phpversion('redis') . ': ' . bin2hex((string) $first) . ' ' . json_encode($told) . "\n";
exit($holds ? 0 : 1);
