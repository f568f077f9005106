<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * Stands between a reader and a Located sink, and adds the position of each token. It is for readers whose tokens follow each other without gaps: each
 * token begins where the one before ended, so the position of the reader is enough. For other sinks the reader does not use this class, and no
 * time is lost.
 *
 * @internal
 */
final class Places implements Sink
{
    private Position $reader;
    /** Offset behind the last token. */
    private int $last = 0;

    public function __construct(private readonly Located $sink) {}

    /** Must be called before the first token, with the reader that passes the tokens and the offset of the first one. */
    public function follow(Position $reader, int $from): void
    {
        $this->reader = $reader;
        $this->last = $from;
    }

    /** Tells the sink that the next value is the first slot of a PHP reference. */
    public function reference(): void
    {
        $this->sink->reference();
    }

    /** Passes the position of the current token to the sink. */
    private function locate(): void
    {
        $to = $this->reader->position();
        $this->sink->at($this->last, $to);
        $this->last = $to;
    }

    public function null(): void
    {
        $this->locate();
        $this->sink->null();
    }

    public function bool(bool $value): void
    {
        $this->locate();
        $this->sink->bool($value);
    }

    public function int(int $value): void
    {
        $this->locate();
        $this->sink->int($value);
    }

    public function float(float $value): void
    {
        $this->locate();
        $this->sink->float($value);
    }

    public function string(string $value): void
    {
        $this->locate();
        $this->sink->string($value);
    }

    public function beginArray(int $count): void
    {
        $this->locate();
        $this->sink->beginArray($count);
    }

    public function beginObject(string $class, int $count): void
    {
        $this->locate();
        $this->sink->beginObject($class, $count);
    }

    public function key(int|string $key): void
    {
        $this->locate();
        $this->sink->key($key);
    }

    public function end(int $count): void
    {
        $this->locate();
        $this->sink->end($count);
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->locate();
        $this->sink->custom($class, $payload, $slots);
    }

    public function enumCase(string $class, string $case): void
    {
        $this->locate();
        $this->sink->enumCase($class, $case);
    }

    public function sameObject(int $slot): void
    {
        $this->locate();
        $this->sink->sameObject($slot);
    }

    public function sameSlot(int $slot): void
    {
        $this->locate();
        $this->sink->sameSlot($slot);
    }
}
