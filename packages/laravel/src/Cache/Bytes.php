<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Contracts\Database\Query\Expression;
use Illuminate\Database\Grammar;
use Illuminate\Database\Query\Grammars\PostgresGrammar;
use SensitiveParameter;

/**
 * Bytes in a query. They are a literal, because the binding of a string is text, and what shows queries cannot quote a stream.
 *
 * @internal
 */
final class Bytes implements Expression
{
    public function __construct(#[SensitiveParameter] private readonly string $data) {}

    public function getValue(Grammar $grammar): string
    {
        return $grammar instanceof PostgresGrammar ? "'\\x".bin2hex($this->data)."'::bytea" : "X'".bin2hex($this->data)."'";
    }
}
