<?php

declare(strict_types=1);

namespace Lyo\Samples;

use Lyo\Samples\Code\FunctionCatalogue;
use PDO;
use ReflectionFunction;

/** Results of queries on a SQLite database in memory. */
final class Database
{
    /**
     * All cells are strings, as many database drivers return them.
     *
     * @return list<array<string, mixed>>
     */
    public static function placesAsText(): array
    {
        $database = self::open();
        $database->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
        $database->exec('CREATE TABLE place (id INTEGER PRIMARY KEY, zone TEXT, country TEXT, latitude REAL, longitude REAL, comment TEXT)');
        $insert = $database->prepare('INSERT INTO place (zone, country, latitude, longitude, comment) VALUES (?, ?, ?, ?, ?)');
        foreach (Machine::places() as $zone => $place) {
            $insert->execute([$zone, $place['country'], $place['latitude'], $place['longitude'], $place['comment'] ?: null]);
        }

        return self::rows($database, 'SELECT * FROM place ORDER BY id');
    }

    /**
     * Cells are ints, strings and nulls.
     *
     * @return list<array<string, mixed>>
     */
    public static function functions(): array
    {
        $database = self::open();
        $database->exec('CREATE TABLE function (id INTEGER PRIMARY KEY, name TEXT, module TEXT, parameters INT, required INT, returns TEXT, deprecated INT)');
        $insert = $database->prepare('INSERT INTO function (name, module, parameters, required, returns, deprecated) VALUES (?, ?, ?, ?, ?, ?)');
        foreach (FunctionCatalogue::names() as $name) {
            $function = new ReflectionFunction($name);
            $returns = $function->getReturnType();
            $insert->execute([
                $name,
                $function->getExtensionName() ?: null,
                $function->getNumberOfParameters(),
                $function->getNumberOfRequiredParameters(),
                $returns === null ? null : (string) $returns,
                (int) $function->isDeprecated(),
            ]);
        }

        return self::rows($database, 'SELECT * FROM function ORDER BY id');
    }

    private static function open(): PDO
    {
        return new PDO('sqlite::memory:', options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    }

    /** @return list<array<string, mixed>> */
    private static function rows(PDO $database, string $query): array
    {
        $result = $database->query($query);
        $rows = [];
        while ($result !== false && is_array($row = $result->fetch(PDO::FETCH_ASSOC))) {
            /** @var array<string, mixed> $row */
            $rows[] = $row;
        }

        return $rows;
    }
}
