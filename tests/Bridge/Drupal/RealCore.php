<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Closure;
use Drupal;
use Drupal\Core\Database\StatementInterface;
use Drupal\sqlite\Driver\Database\sqlite\Connection;

/** Drupal's core, from a folder with core.services.yml. */
final class RealCore
{
    private const FOLDERS = ['Drupal\\sqlite\\' => 'modules/sqlite/src/', 'Drupal\\Core\\' => 'lib/Drupal/Core/', 'Drupal\\Component\\' => 'lib/Drupal/Component/', 'Drupal' => 'lib/Drupal'];

    public static function load(string $core): string
    {
        spl_autoload_register(static function (string $class) use ($core): void {
            foreach (self::FOLDERS as $prefix => $path) {
                $file = "$core/$path" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
                if (str_starts_with($class, $prefix) && is_file($file)) {
                    require $file;
                    return;
                }
            }
        });
        return 'core ' . Drupal::VERSION;
    }

    /** @return array{Connection, Closure(): int} */
    public static function connect(string $file): array
    {
        $options = ['driver' => 'sqlite', 'database' => $file, 'prefix' => '', 'namespace' => 'Drupal\sqlite\Driver\Database\sqlite'];
        $connection = new class (Connection::open($options), $options) extends Connection {
            public int $queries = 0;

            public function prepareStatement(string $query, array $options, bool $allow_row_count = false): StatementInterface
            {
                $this->queries++;
                return parent::prepareStatement($query, $options, $allow_row_count);
            }
        };
        $connection->query('PRAGMA synchronous = off');
        return [$connection, static fn(): int => $connection->queries];
    }
}
