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

/** Laravel's store in a database; numbers lie there as Laravel writes them, so that increment() of plain Laravel finds them. */
class DatabaseStore extends LaravelStore
{
    use UsesPacker;

    /** @param mixed $value */
    protected function serialize($value): string
    {
        $data = is_numeric($value) ? serialize($value) : $this->packer()->pack($value, all: true);
        // Laravel's rule for these two, which plain Laravel undoes when it reads; other columns take a NUL in a text.
        $textEndsAtNul = $this->connection instanceof PostgresConnection || $this->connection instanceof SQLiteConnection;
        return $textEndsAtNul && str_contains($data, "\0") ? base64_encode($data) : Armor::on($data);
    }

    /** @param mixed $value */
    protected function unserialize($value): mixed
    {
        return is_string($value) ? $this->unpack(Armor::off($value)) : null;
    }
}
