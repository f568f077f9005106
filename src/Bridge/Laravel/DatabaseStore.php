<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\DatabaseStore as LaravelStore;
use Illuminate\Database\ConnectionInterface;
use Illuminate\Database\PostgresConnection;
use Illuminate\Database\SQLiteConnection;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;

use function base64_encode;
use function is_numeric;
use function is_string;
use function serialize;
use function str_contains;

/** Laravel's store in a database; numbers lie there as Laravel writes them, so that increment() of plain Laravel finds them. */
final class DatabaseStore extends LaravelStore
{
    /** @param array{int, int} $lockLottery */
    public function __construct(
        ConnectionInterface $connection,
        string $table,
        string $prefix,
        private readonly Packer $packer,
        string $lockTable = 'cache_locks',
        array $lockLottery = [2, 100],
        int $lockTimeout = 86400,
    ) {
        parent::__construct($connection, $table, $prefix, $lockTable, $lockLottery, $lockTimeout);
    }

    /** @param mixed $value */
    protected function serialize($value): string
    {
        if (is_numeric($value)) {
            $data = serialize($value);
        } else {
            $data = $this->packer->pack($value);
        }
        // Laravel's rule for these two, which plain Laravel undoes when it reads; other columns take a NUL in a text.
        $textEndsAtNul = $this->connection instanceof PostgresConnection || $this->connection instanceof SQLiteConnection;
        return $textEndsAtNul && str_contains($data, "\0") ? base64_encode($data) : Armor::on($data);
    }

    /** @param mixed $value */
    protected function unserialize($value): mixed
    {
        if (!is_string($value)) {
            return null;
        }
        try {
            return $this->packer->unpack(Armor::off($value));
        } catch (Miss) {
            return null;
        }
    }
}
