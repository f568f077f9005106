<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use PDO;

/** A Drupal cache in SQLite, of the corpus beside the checkout: looked at, to lyo and back, every row byte for byte. */
final class Drupal
{
    private const ROWS = 4729;

    /** The file; null if it is not there. */
    public static function file(): ?string
    {
        $file = (getenv('LYO_CORPUS') ?: dirname(__DIR__, 3) . '/shared/corpus') . '/databases/drupal-cache-rows.sqlite.gz';

        return is_file($file) ? $file : null;
    }

    /** @return list<string> faults */
    public static function run(string $packed, string $folder): array
    {
        $file = "$folder/drupal.sqlite";
        file_put_contents($file, gzdecode((string) file_get_contents($packed)));
        $lyo = new Lyo(['pdo', 'pdo_sqlite']);
        $before = self::rows($file);
        $stat = $lyo->json(['stat', $file]);
        $advice = $lyo->json(['advise', $file, '--sample=20', '--rounds=1']);
        $there = $lyo->json(['convert', $file, '--to=lyo', '--scalars', '--verify']);
        $between = self::rows($file);
        $back = $lyo->json(['convert', $file, '--to=native']);
        $lyos = count(array_filter($between, static fn(array $row): bool => is_string($row['data']) && str_starts_with($row['data'], "\xC1")));
        $checks = [
            'stat counts the rows' => $stat['values'] === self::ROWS,
            'advise tells ways' => is_array($advice['ways']) && $advice['ways'] !== [],
            'all are converted and read back' => [$there['converted'], $there['verified'], $lyos] === [self::ROWS, self::ROWS, self::ROWS],
            'all come back' => $back['converted'] === self::ROWS,
            'every row is what it was, byte for byte' => count($before) === self::ROWS && self::rows($file) === $before,
        ];
        $number = static fn(array $counts, string $name): string => number_format((is_int($counts[$name]) ? $counts[$name] : 0) / 1e6, 1);
        printf("stores: %-18s %d rows there and back, %s MB of serialize() are %s MB of lyo\n", 'a Drupal database', count($before), $number($there, 'bytes_before'), $number($there, 'bytes_after'));

        return array_keys(array_filter($checks, static fn(bool $holds): bool => !$holds));
    }

    /** @return list<array<mixed>> */
    private static function rows(string $file): array
    {
        $rows = (new PDO("sqlite:$file"))->query('SELECT *, typeof(data) FROM rows ORDER BY bin, cid');

        return $rows === false ? [] : array_values(array_filter($rows->fetchAll(PDO::FETCH_ASSOC), is_array(...)));
    }
}
