<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\DatabaseStore as LaravelStore;
use Illuminate\Database\PostgresConnection;
use Illuminate\Database\SQLiteConnection;

use function base64_encode;
use function is_numeric;
use function is_string;
use function serialize;
use function str_contains;

/**
 * Laravel's cache store in a database. Numbers are stored as Laravel stores them, so that increment() of plain Laravel works with them.
 *
 * @internal
 */
class DatabaseStore extends LaravelStore
{
    use UsesPacker;

    /** @param mixed $value */
    protected function serialize($value): string
    {
        $data = is_numeric($value) ? serialize($value) : $this->packer()->pack($value, all: true);
        // Laravel has the same rule for these two databases and decodes the Base64 when it reads. Other databases can store a NUL in a text.
        $textEndsAtNul = $this->connection instanceof PostgresConnection || $this->connection instanceof SQLiteConnection;
        return $textEndsAtNul && str_contains($data, "\0") ? base64_encode($data) : Armor::on($data);
    }

    /** @param mixed $value */
    protected function unserialize($value): mixed
    {
        return is_string($value) ? $this->unpack(Armor::off($value)) : null;
    }
}
