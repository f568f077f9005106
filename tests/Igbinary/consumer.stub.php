<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// What consumer.so offers to PHP, for static analysis: never loaded.

/** @return array<string, mixed> */
function consumer_serialize(mixed $value, string $memory = 'request'): array
{
    throw new LogicException();
}

/** @return array{status: int, value: mixed}|false */
function consumer_unserialize(string $data): array|false
{
    throw new LogicException();
}
