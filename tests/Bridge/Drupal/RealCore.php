<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Closure;
use Drupal;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Database\Connection as CoreConnection;
use Drupal\Core\Database\StatementInterface;
use Drupal\Core\KeyValueStore\KeyValueDatabaseFactory;
use Drupal\Core\Lock\NullLockBackend;
use Drupal\Core\State\State;
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

    /** @return array{CoreConnection, Closure(): int} */
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

    /** Uses State, which is a CacheCollector: it also asks for invalid items. Tells whether it has kept its value. */
    public static function usesState(Head $head, ObjectAwareSerializationInterface $serializer): bool
    {
        $make = static fn(): State => new State(new KeyValueDatabaseFactory($serializer, $head->connection), $head->bin, new NullLockBackend());
        foreach ([['delete'], ['get', 'delete'], ['set'], ['get', 'set'], ['get']] as $calls) {
            $state = $make(); // each as in a request of its own
            foreach ($calls as $call) {
                match ($call) {
                    'get' => $state->get('cron_last'),
                    'set' => $state->set('cron_last', ['time' => 5]),
                    'delete' => $state->delete('cron_last'),
                };
            }
            $state->destruct();
        }
        $state = $make();
        $isKept = $state->get('cron_last') === ['time' => 5];
        $state->destruct(); // now its values are an item of the bin
        return $isKept;
    }
}
