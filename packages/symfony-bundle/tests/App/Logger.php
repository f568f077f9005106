<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests\App;

use Psr\Log\AbstractLogger;

final class Logger extends AbstractLogger
{
    /** @var list<array{level: string, message: string, context: array<mixed>}> */
    public array $records = [];

    public function log(mixed $level, string|\Stringable $message, array $context = []): void
    {
        $this->records[] = ['level' => \is_string($level) ? $level : '', 'message' => (string) $message, 'context' => $context];
    }

    /**
     * @return list<array<mixed>> the contexts of Lyo's messages
     */
    public function ofLyo(): array
    {
        return array_column(array_filter($this->records, static fn (array $record): bool => str_starts_with($record['message'], 'Stored data cannot be read')), 'context');
    }
}
