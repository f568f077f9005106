<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use LogicException;
use Lyo\Bench\Published\Objects\Sets\Plain\Root;

/** A call that writes a tree, and a call that reads it again and has done it well once. */
final readonly class RoundTrip
{
    public string $bytes;

    /** @var array{string, list<mixed>} */
    public array $decoding;

    /**
     * @param array{string, list<mixed>} $encoding a function with its arguments, as a Race takes it
     * @param callable(string): array{string, list<mixed>} $decoding
     */
    public function __construct(public string $name, public Root $tree, public array $encoding, callable $decoding)
    {
        $bytes = self::call($encoding);
        $this->bytes = is_string($bytes) ? $bytes : throw new LogicException("$name makes no bytes");
        $this->decoding = $decoding($bytes);
        // stricter than == : this compares types and the order of keys, too
        if (serialize($this->read()) !== serialize($tree)) {
            throw new LogicException("$name gives back another tree");
        }
    }

    public function read(): mixed
    {
        return self::call($this->decoding);
    }

    /** @param array{string, list<mixed>} $call */
    private static function call(array $call): mixed
    {
        [$function, $arguments] = $call;

        return is_callable($function) ? $function(...$arguments) : throw new LogicException("$function() cannot be called");
    }
}
