<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Compares docs/hash-tables.md with the library: each property of a class in src/ that is an array with strings as keys, or a Table, has a row there that
// says who chooses the keys.

$root = dirname(__DIR__);
$code = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$root/src", FilesystemIterator::SKIP_DOTS)) as $file) {
    $path = $file instanceof SplFileInfo ? $file->getPathname() : '';
    $text = (string) file_get_contents($path);
    preg_match_all('~@var [^\n]*(?:array<(?:int\|)?string,|array<(?:int, array<int\|)?string|-array<string>|Table<)[^\n]*(?:\n     \*/)?\n    (?:private|protected|public)(?! const)[^;=\n]*\$(\w+)~', $text, $matches);
    foreach ($matches[1] as $property) {
        $code[] = substr($path, strlen("$root/src/")) . ", \$$property";
    }
}
preg_match_all('/^\| `([\w\/]+\.php)`, `(\$\w+)` \|/m', (string) file_get_contents("$root/docs/hash-tables.md"), $rows, PREG_SET_ORDER);
$listed = array_map(static fn(array $row): string => "$row[1], $row[2]", $rows);
$problems = [
    ...array_map(static fn(string $table): string => "$table is not in docs/hash-tables.md: who chooses its keys?", array_diff($code, $listed)),
    ...array_map(static fn(string $table): string => "$table of docs/hash-tables.md is not in src/", array_diff($listed, $code)),
];
foreach ($problems as $problem) {
    echo "tables of the library: $problem\n";
}
printf("tables of the library: %d, %d problems\n", count($code), count($problems));
count($code) >= 15 || print("tables of the library: fewer than 15, so the search for them is broken\n");
exit($problems === [] && count($code) >= 15 ? 0 : 1);
