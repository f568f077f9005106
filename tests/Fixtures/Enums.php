<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
    public const Wild = self::Hearts;
    public const Size = 13;
}

enum Level: int implements HasLabel
{
    case Low = -1;
    case Zero = 0;
    case High = 1 << 40;

    public function label(): string
    {
        return ucfirst(strtolower($this->name));
    }
}

enum Unit
{
    case Only;
    case other;
    case _Äö;
}

interface HasLabel
{
    public function label(): string;
}
