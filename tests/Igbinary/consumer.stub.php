<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The functions of consumer.so, for static analysis only. Never loaded.

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
