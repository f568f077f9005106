<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use PDO;
use RuntimeException;

use function array_map;
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
        foreach ($database->query("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'index'")->fetchAll(PDO::FETCH_NUM) as [$type, $name, $sql]) {
            fwrite($output, "$sql;\n");
            if ($type !== 'table') {
                continue;
            }
            $columns = $database->query("SELECT name FROM pragma_table_info('$name')")->fetchAll(PDO::FETCH_COLUMN);
            $select = implode(', ', array_map(static fn(string $column): string => "typeof(\"$column\"), CAST(\"$column\" AS BLOB)", $columns));
            foreach ($database->query("SELECT $select FROM \"$name\"", PDO::FETCH_NUM) as $row) {
                $values = [];
                for ($i = 0; $i < count($row); $i += 2) {
                    $values[] = match ($row[$i]) {
                        'null' => 'NULL',
                        'integer', 'real' => $row[$i + 1],
                        'blob' => "x'" . bin2hex($row[$i + 1]) . "'",
                        default => "CAST(x'" . bin2hex($row[$i + 1]) . "' AS TEXT)",
                    };
                }
                fwrite($output, "INSERT INTO \"$name\" VALUES (" . implode(', ', $values) . ");\n");
            }
        }
    }

    /** Makes a database of the text. */
    public static function import(string $file, string $database): void
    {
        @unlink($database);
        $pdo = new PDO("sqlite:$database", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        // Drupal's columns may have a collation of its own.
        foreach (['NOCASE_UTF8' => static fn(string $a, string $b): int => strcmp(mb_strtolower($a), mb_strtolower($b))] as $name => $compare) {
            $pdo->sqliteCreateCollation($name, $compare);
        }
        $pdo->exec('BEGIN');
        $pdo->exec((string) file_get_contents($file));
        $pdo->exec('COMMIT');
    }
}
