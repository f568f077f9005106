<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use Generator;
use PDO;
use RuntimeException;

use function array_chunk;
use function array_map;
use function array_push;
use function bin2hex;
use function fopen;
use function fwrite;
use function implode;

/** A database as a text of SQL. */
final class Dump
{
    public static function write(PDO $database, string $file): void
    {
        $output = fopen($file, 'w') ?: throw new RuntimeException("cannot write $file");
        foreach (self::rows($database, "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'index'") as [$type, $name, $sql]) {
            fwrite($output, "$sql;\n");
            if ($type !== 'table') {
                continue;
            }
            $select = [];
            foreach (self::rows($database, "SELECT name FROM pragma_table_info('$name')") as [$column]) {
                array_push($select, "typeof(\"$column\")", "CAST(\"$column\" AS BLOB)");
            }
            foreach (self::rows($database, 'SELECT ' . implode(', ', $select) . " FROM \"$name\"") as $row) {
                $values = [];
                foreach (array_chunk($row, 2) as [$type, $value]) {
                    $values[] = match ($type) {
                        'null' => 'NULL',
                        'integer', 'real' => $value,
                        'blob' => "x'" . bin2hex($value) . "'",
                        default => "CAST(x'" . bin2hex($value) . "' AS TEXT)",
                    };
                }
                fwrite($output, "INSERT INTO \"$name\" VALUES (" . implode(', ', $values) . ");\n");
            }
        }
    }

    /** @return Generator<int, non-empty-list<string>> */
    private static function rows(PDO $database, string $query): Generator
    {
        $found = $database->query($query);
        while ($found !== false && is_array($row = $found->fetch(PDO::FETCH_NUM)) && $row !== []) {
            yield array_map(static fn(mixed $value): string => is_scalar($value) ? (string) $value : '', $row);
        }
    }

    /** Makes a database of the text. */
    public static function import(string $file, string $database): void
    {
        @unlink($database);
        $pdo = new PDO("sqlite:$database", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        // Drupal's columns may have a collation of its own.
        $pdo->sqliteCreateCollation('NOCASE_UTF8', static fn(string $a, string $b): int => strcmp(mb_strtolower($a), mb_strtolower($b)));
        $pdo->exec('BEGIN');
        $pdo->exec((string) file_get_contents($file));
        $pdo->exec('COMMIT');
    }
}
